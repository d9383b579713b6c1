// Drives sm5 lsp with the client library of VS Code: node library.js FOLDER_OF_NODE_MODULES SM5.
const assert = require('assert');
const { spawn } = require('child_process');
const [modules, command] = process.argv.slice(2);
const lsp = require('module').createRequire(modules + '/package.json')('vscode-languageserver-protocol/node');

const uri = 'file:///a.asm';
const text = `cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
if_nz vThreadID.x
iadd r0.x, vThreadID.x, l(1)
store_structured u0.x, vThreadID.x, l(0), r0.x
endif
ret
`;

// A connection that is initialized; the server ends with code 0 after shutdown and exit.
async function session(body) {
    const server = spawn(command, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise(resolve => server.on('close', resolve));
    const connection = lsp.createProtocolConnection(
        new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
    const diagnostics = [], waiting = [];
    connection.onNotification(lsp.PublishDiagnosticsNotification.type, params => {
        diagnostics.push(params);
        waiting.splice(0).forEach(resume => resume());
    });
    connection.listen();
    try {
        const result = await connection.sendRequest(lsp.InitializeRequest.type, {
            processId: process.pid, rootUri: null, capabilities: { general: { positionEncodings: [lsp.PositionEncodingKind.UTF16] } },
        });
        await connection.sendNotification(lsp.InitializedNotification.type, {});
        await body({
            connection, result,
            open: content => connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
                textDocument: lsp.TextDocumentItem.create(uri, 'sm5', 1, content) }),
            nextDiagnostics: async () => {
                while (!diagnostics.length)
                    await new Promise(resume => waiting.push(resume));
                return diagnostics.shift();
            },
        });
        await connection.sendRequest(lsp.ShutdownRequest.type);
        await connection.sendNotification(lsp.ExitNotification.type);
        assert.strictEqual(await ended, 0);
    } finally {
        connection.dispose();
        server.kill();
    }
}

// The place of a word, in UTF-16 units.
function at(word, offset = 0) {
    const index = text.indexOf(word), before = text.slice(0, index).split('\n');
    return { textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1).length + offset } };
}

async function initializes() {
    await session(async ({ result }) => {
        const claimed = result.capabilities;
        assert.strictEqual(claimed.positionEncoding, lsp.PositionEncodingKind.UTF16);
        assert.strictEqual(claimed.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
        assert(claimed.hoverProvider && claimed.definitionProvider && claimed.documentFormattingProvider);
    });
}

async function reportsErrors() {
    await session(async ({ connection, open, nextDiagnostics }) => {
        await open(text.replace('iadd', 'iadx'));
        const [found] = (await nextDiagnostics()).diagnostics;
        assert(lsp.Diagnostic.is(found));
        assert.strictEqual(found.severity, lsp.DiagnosticSeverity.Error);
        assert.deepStrictEqual(found.range.start, { line: 7, character: 0 });
        await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
            textDocument: { uri, version: 2 },
            contentChanges: [{ range: lsp.Range.create(7, 0, 7, 4), text: 'iadd' }],
        });
        assert.deepStrictEqual((await nextDiagnostics()).diagnostics, []);
    });
}

async function answersAboutADocument() {
    await session(async ({ connection, open }) => {
        await open(text);
        const hover = await connection.sendRequest(lsp.HoverRequest.type, at('iadd', 1));
        assert(lsp.Hover.is(hover) && /adds two integers/.test(hover.contents.value));
        const definition = await connection.sendRequest(lsp.DefinitionRequest.type, at('u0.x'));
        assert.strictEqual([].concat(definition)[0].range.start.line, 2);
        const references = await connection.sendRequest(lsp.ReferencesRequest.type, { ...at('r0.x'), context: { includeDeclaration: false } });
        assert.deepStrictEqual(references.map(found => found.range.start.line), [7, 8]);
        const completion = await connection.sendRequest(lsp.CompletionRequest.type, at('iadd', 2));
        const items = Array.isArray(completion) ? completion : completion.items;
        assert(items.every(item => typeof item.label === 'string') && items.some(item => item.label === 'iadd'));
        const symbols = await connection.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument: { uri } });
        assert(symbols.length > 0 && symbols.every(symbol => lsp.DocumentSymbol.is(symbol)));
        const folds = await connection.sendRequest(lsp.FoldingRangeRequest.type, { textDocument: { uri } });
        assert(folds.some(fold => lsp.FoldingRange.is(fold) && fold.startLine === 6));
    });
}

async function formats() {
    await session(async ({ connection, open }) => {
        await open(text);
        const edits = await connection.sendRequest(lsp.DocumentFormattingRequest.type, {
            textDocument: { uri }, options: lsp.FormattingOptions.create(2, true) });
        assert(edits.length > 0 && edits.every(edit => lsp.TextEdit.is(edit)));
        assert(edits.some(edit => edit.newText.includes('  ')));
    });
}

// Words are five numbers each, of types of the legend.
async function colorsWords() {
    await session(async ({ connection, open, result }) => {
        await open(text);
        const { legend } = result.capabilities.semanticTokensProvider;
        const tokens = await connection.sendRequest(lsp.SemanticTokensRequest.type, { textDocument: { uri } });
        assert(lsp.SemanticTokens.is(tokens) && tokens.data.length > 0 && tokens.data.length % 5 === 0);
        assert(tokens.data.every((value, i) => i % 5 !== 3 || value < legend.tokenTypes.length));
    });
}

async function refusesUnknownRequests() {
    await session(async ({ connection }) => {
        await assert.rejects(connection.sendRequest('textDocument/nothing', {}),
                             error => error.code === lsp.ErrorCodes.MethodNotFound);
    });
}

(async () => {
    for (const test of [initializes, reportsErrors, answersAboutADocument, formats, colorsWords, refusesUnknownRequests]) {
        await test();
        console.log(test.name);
    }
})().catch(error => {
    console.error(error);
    process.exit(1);
});
