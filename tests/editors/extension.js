// The VS Code extension with a stub of VS Code's API: node extension.js ROOT SM5. The language server has fixed answers
// (server.js); containers are written by SM5.
'use strict';

const assert = require('assert');
const child_process = require('child_process');
const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');

const [root, sm5] = process.argv.slice(2);
const vscode = require('./vscode');
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest);
const source = path.join(root, 'editors/vscode/src');
const { LanguageClient } = require(path.join(source, 'client.js'));
const { Connection } = require(path.join(source, 'connection.js'));
const extension = require(path.join(source, 'extension.js'));
const { registered, diagnostics, events, settings, shown } = vscode.test;

const SERVER = path.join(__dirname, 'server.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sm5-extension-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const PROGRAM = 'cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n'
    + 'mov r0.x, l(1)\nstore_raw u0.x, l(0), r0.x\nret\n';
const range = new vscode.Range(new vscode.Position(1, 2), new vscode.Position(1, 4));
const output = { append: text => { shown.output += text; }, appendLine() {} };

function makeDocument(name, text) {
    return { uri: vscode.Uri.file(name), languageId: 'sm5', version: 1, getText: () => text };
}

function startClient(fault, args = [SERVER]) {
    const failures = [];
    process.env.FAULT = fault;
    const client = new LanguageClient(process.execPath, args, 'sm5', output, message => failures.push(message));
    return { client, failures, started: client.start() };
}

const document = makeDocument('/a.asm', 'cs_5_0\n');
const at = new vscode.Position(1, 2);

async function synchronisesDocuments() {
    vscode.workspace.textDocuments = [document, { ...makeDocument('/a.c', ''), languageId: 'c' }];
    const { client, failures, started } = startClient('');
    await started;
    const change = { range, text: 'x' };
    await events.change.fire({ document: { ...document, version: 2 }, contentChanges: [change] });
    await events.open.fire(makeDocument('/b.asm', 'ret\n'));
    await client.connection.request('test/received');
    assert.deepStrictEqual([...diagnostics.keys()], ['file:///a.asm', 'file:///b.asm']);
    const [shownThere] = diagnostics.get('file:///a.asm');
    assert.deepStrictEqual([shownThere.message, shownThere.severity, shownThere.code, shownThere.range], ['unknown mnemonic', 0, 'text-mnemonic', range]);
    await events.close.fire(document);
    assert.deepStrictEqual([...diagnostics.keys()], ['file:///b.asm']);
    const received = (await client.connection.request('test/received'))
        .map(({ method, params }) => [method, params.textDocument && params.textDocument.uri, params.contentChanges]);
    const plain = { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } };
    assert.deepStrictEqual(received, [
        ['initialized', undefined, undefined],
        ['textDocument/didOpen', 'file:///a.asm', undefined],
        ['textDocument/didChange', 'file:///a.asm', [{ range: plain, text: 'x' }]],
        ['textDocument/didOpen', 'file:///b.asm', undefined],
        ['textDocument/didClose', 'file:///a.asm', undefined],
    ]);
    await client.stop();
    assert.deepStrictEqual([failures, diagnostics.size, Object.keys(registered)], [[], 0, []]);
}

// The first provider of a kind, and the arguments after it.
const provider = kind => registered[`${kind}`][1];

async function providesWhatTheServerClaims() {
    const { client, started } = startClient('');
    await started;
    assert.deepStrictEqual(Object.keys(registered).sort(), ['CompletionItem', 'Definition', 'DocumentFormattingEdit', 'DocumentHighlight',
        'DocumentRangeSemanticTokens', 'DocumentSemanticTokens', 'DocumentSymbol', 'FoldingRange', 'Hover', 'Reference', 'SignatureHelp']);
    assert.deepStrictEqual([registered.CompletionItem.slice(2), registered.SignatureHelp.slice(2)], [['.'], [' ', ',']]);
    const hover = await provider('Hover').provideHover(document, at);
    assert.deepStrictEqual([hover.contents[0].value, hover.range], ['**añadir**', range]);
    const [definition] = await provider('Definition').provideDefinition(document, at);
    assert.deepStrictEqual([definition.uri.toString(), definition.range], ['file:///a.asm', range]);
    assert.strictEqual((await provider('Reference').provideReferences(document, at, { includeDeclaration: true })).length, 2);
    assert.strictEqual((await provider('DocumentHighlight').provideDocumentHighlights(document, at))[0].kind, 2);
    const [symbol] = await provider('DocumentSymbol').provideDocumentSymbols(document);
    assert.deepStrictEqual([symbol.name, symbol.kind, symbol.children[0].name], ['main', 11, 'r0']);
    assert.deepStrictEqual({ ...(await provider('FoldingRange').provideFoldingRanges(document))[0] }, { start: 1, end: 3, kind: 1 });
    const [edit] = await provider('DocumentFormattingEdit').provideDocumentFormattingEdits(document, { tabSize: 2, insertSpaces: true });
    assert.deepStrictEqual([edit.newText, edit.range], ['ret', range]);
    const [add, loop] = await provider('CompletionItem').provideCompletionItems(document, at);
    assert.deepStrictEqual([add.label, add.kind, add.insertText, add.range], ['add', 2, 'add', range]);
    assert.ok(loop.insertText instanceof vscode.SnippetString);
    const help = await provider('SignatureHelp').provideSignatureHelp(document, at);
    assert.deepStrictEqual(help.signatures[0].parameters[0].label, [4, 5]);
    await client.stop();
}

async function convertsSemanticTokens() {
    const { client, started } = startClient('');
    await started;
    const [, tokens, legend] = registered.DocumentSemanticTokens;
    assert.deepStrictEqual(legend.tokenTypes, ['keyword']);
    const all = await tokens.provideDocumentSemanticTokens(document);
    assert.deepStrictEqual([all.resultId, [...all.data]], ['1', [0, 0, 3, 0, 0]]);
    const delta = await tokens.provideDocumentSemanticTokensEdits(document, '1');
    assert.deepStrictEqual([delta.resultId, delta.edits[0].deleteCount, [...delta.edits[0].data]], ['2', 5, [0, 1, 3, 0, 0]]);
    const part = await provider('DocumentRangeSemanticTokens').provideDocumentRangeSemanticTokens(document, range);
    assert.deepStrictEqual([...part.data], [0, 0, 3, 0, 0]);
    await client.stop();
}

async function reportsServersThatFail() {
    const cases = { exit: /ended with exit code 3$/, frame: /a message without Content-Length$/ };
    for (const [fault, expected] of Object.entries(cases)) {
        const { client, failures, started } = startClient(fault);
        await started;
        await client.exited;
        assert.strictEqual(failures.length, 1);
        assert.match(failures[0], expected);
        await assert.rejects(client.connection.request('textDocument/hover'), /ended with|Content-Length/);
        await client.stop();
    }
    const missing = [], client = new LanguageClient('/no/such/sm5', ['lsp'], 'sm5', output, message => missing.push(message));
    await client.start();
    await client.exited;
    assert.match(missing[0], /^'\/no\/such\/sm5' cannot be started: .*ENOENT/);
}

async function cancelsRequests() {
    const sent = [], cancellation = new vscode.EventEmitter(), quiet = { on() {} };
    const connection = new Connection(quiet, { on() {}, write: data => sent.push(data.toString()) }, () => {}, () => {});
    const answer = connection.request('test', {}, { onCancellationRequested: cancellation.event });
    await cancellation.fire();
    assert.match(sent[3], /"method":"\$\/cancelRequest","params":\{"id":1\}/);
    connection.settle({ id: 1, error: { code: -32800, message: 'cancelled' } });
    assert.strictEqual(await answer, null);
    assert.strictEqual(cancellation.listeners.size, 0);
}

async function editsContainers() {
    const text = path.join(folder, 'a.asm'), container = path.join(folder, 'a b.dxbc');
    fs.writeFileSync(text, PROGRAM);
    child_process.execFileSync(sm5, ['asm', text, '-o', container]);
    const before = fs.readFileSync(container);
    await registered['sm5.openContainer'][0](vscode.Uri.file(container));
    assert.deepStrictEqual([shown.errors, shown.document.languageId, shown.document.uri.path], [[], 'sm5', `${container}.asm`]);
    const [scheme, files] = registered.fileSystem, { uri, text: printed } = shown.document;
    assert.strictEqual(scheme, 'sm5-dxbc');
    assert.match(printed, /^mov r0\.x, l\(1\)$/m);
    const changes = [];
    files.onDidChangeFile(([change]) => changes.push(change.uri.path));
    await files.writeFile(uri, Buffer.from(printed));
    assert.deepStrictEqual(fs.readFileSync(container), before);
    await files.writeFile(uri, Buffer.from(printed.replace('l(1)', 'l(7)')));
    assert.match((await files.readFile(uri)).toString(), /^mov r0\.x, l\(7\)$/m);
    assert.deepStrictEqual(changes, [uri.path, uri.path]);
    assert.strictEqual((await files.stat(uri)).size, before.length);
}

async function refusesWrongContainers() {
    const container = path.join(folder, 'a b.dxbc'), before = fs.readFileSync(container), files = registered.fileSystem[1];
    const uri = vscode.Uri.from({ scheme: 'sm5-dxbc', path: `${container}.asm` });
    await assert.rejects(files.writeFile(uri, Buffer.from('cs_5_0\nmoof r0.x\n')), /moof/);
    assert.deepStrictEqual(fs.readFileSync(container), before);
    const none = vscode.Uri.from({ scheme: 'sm5-dxbc', path: `${folder}/none.dxbc.asm` });
    await assert.rejects(files.writeFile(none, Buffer.from(PROGRAM)), /not found/);
    await registered['sm5.openContainer'][0](vscode.Uri.file(`${folder}/none.dxbc`));
    assert.match(shown.errors.pop(), /^sm5: .*none\.dxbc/);
    assert.throws(() => files.delete(uri), /not writable/);
}

async function describesTheDebugger() {
    const { command, args } = registered.debugAdapter[1].createDebugAdapterDescriptor();
    assert.deepStrictEqual([command, args], [sm5, ['dap']]);
    const resolve = configuration => registered.debugConfiguration[1].resolveDebugConfiguration(undefined, configuration);
    const given = { type: 'sm5', request: 'launch', program: 'a.asm' };
    assert.strictEqual(resolve(given), given);
    vscode.window.activeTextEditor = { document: { languageId: 'sm5', uri: vscode.Uri.from({ scheme: 'sm5-dxbc', path: '/x/a.dxbc.asm' }) } };
    assert.strictEqual(resolve({}).program, '/x/a.dxbc');
}

// The server that the extension starts for a document, with a document of 10,000 lines.
async function startsTheLanguageServer() {
    const lines = PROGRAM.replace('store_raw', `${'add r0.x, r0.x, r0.x\n'.repeat(10000)}store_raw`);
    const program = makeDocument('/b.asm', lines), add = new vscode.Position(7, 1), register = new vscode.Position(7, 5);
    vscode.workspace.textDocuments = [program];
    await events.open.fire(program);
    assert.deepStrictEqual([shown.errors, shown.output], [[], '']);
    assert.match((await provider('Hover').provideHover(program, add)).contents[0].value, /add/);
    const [definition] = await provider('Definition').provideDefinition(program, register);
    assert.strictEqual(definition.range.start.line, 3);
    const references = await provider('Reference').provideReferences(program, register, { includeDeclaration: false });
    assert.ok(references.length >= 30000);
    assert.deepStrictEqual(diagnostics.get('file:///b.asm'), []);
    const tokens = await provider('DocumentSemanticTokens').provideDocumentSemanticTokens(program);
    assert.ok(tokens.data.length > 5 * 70000);
    const wrong = { range: new vscode.Range(new vscode.Position(7, 0), new vscode.Position(7, 3)), text: 'moof' };
    await events.change.fire({ document: { ...program, version: 2 }, contentChanges: [wrong] });
    await provider('FoldingRange').provideFoldingRanges(program);
    assert.match(diagnostics.get('file:///b.asm')[0].message, /moof/);
    const symbols = await provider('DocumentSymbol').provideDocumentSymbols(program);
    assert.ok(symbols.length > 0);
    const items = await provider('CompletionItem').provideCompletionItems(program, new vscode.Position(7, 2));
    assert.ok((items.items || items).length > 0);
    await provider('SignatureHelp').provideSignatureHelp(program, new vscode.Position(8, 9));
    await provider('DocumentFormattingEdit').provideDocumentFormattingEdits(program, { tabSize: 2, insertSpaces: true });
}

async function main() {
    for (const test of [synchronisesDocuments, providesWhatTheServerClaims, convertsSemanticTokens, reportsServersThatFail, cancelsRequests])
        await test();
    process.env.FAULT = '';
    settings['sm5.path'] = sm5;
    vscode.workspace.textDocuments = [];
    await extension.activate({ subscriptions: [] });
    for (const test of [editsContainers, refusesWrongContainers, describesTheDebugger, startsTheLanguageServer])
        await test();
    await extension.deactivate();
}

process.exitCode = 1; // of a test that waits for what does not come: node then ends without an error
main().then(() => process.exit(0), error => {
    console.error(error);
    process.exit(1); // with servers that still run: they end with their standard input
});
