// A language server with fixed answers: node server.js lsp. Method test/received returns the notifications that it received;
// FAULT in the environment is what it does wrong.
'use strict';

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } };
const location = { uri: 'file:///a.asm', range };
const received = [];
const answers = {
    initialize: {
        capabilities: {
            textDocumentSync: { openClose: true, change: 2 },
            hoverProvider: true, definitionProvider: true, referencesProvider: true, documentHighlightProvider: true,
            documentSymbolProvider: true, foldingRangeProvider: true, documentFormattingProvider: true,
            completionProvider: { triggerCharacters: ['.'] }, signatureHelpProvider: { triggerCharacters: [' ', ','] },
            semanticTokensProvider: { legend: { tokenTypes: ['keyword'], tokenModifiers: [] }, full: { delta: true }, range: true },
        },
    },
    shutdown: null,
    'test/received': received,
    'textDocument/hover': { contents: { kind: 'markdown', value: '**añadir**' }, range },
    'textDocument/definition': location,
    'textDocument/references': [location, location],
    'textDocument/documentHighlight': [{ range, kind: 3 }],
    'textDocument/documentSymbol': [{ name: 'main', kind: 12, range, selectionRange: range, children: [{ name: 'r0', kind: 13, range, selectionRange: range }] }],
    'textDocument/foldingRange': [{ startLine: 1, endLine: 3, kind: 'comment' }],
    'textDocument/formatting': [{ range, newText: 'ret' }],
    'textDocument/completion': [{ label: 'add', kind: 3, textEdit: { range, newText: 'add' } }, { label: 'loop', kind: 15, insertText: '$0', insertTextFormat: 2 }],
    'textDocument/signatureHelp': { signatures: [{ label: 'add d, a', parameters: [{ label: [4, 5] }] }], activeSignature: 0, activeParameter: 0 },
    'textDocument/semanticTokens/full': { resultId: '1', data: [0, 0, 3, 0, 0] },
    'textDocument/semanticTokens/full/delta': { resultId: '2', edits: [{ start: 0, deleteCount: 5, data: [0, 1, 3, 0, 0] }] },
    'textDocument/semanticTokens/range': { data: [0, 0, 3, 0, 0] },
};

// In pieces: frames do not arrive as they are sent.
function send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const frame = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    process.stdout.write(frame.subarray(0, 7));
    process.stdout.write(frame.subarray(7));
}

function handle({ id, method, params }) {
    if (id === undefined)
        received.push({ method, params });
    if (method === 'textDocument/didOpen')
        send({ method: 'textDocument/publishDiagnostics', params: {
            uri: params.textDocument.uri, diagnostics: [{ range, message: 'unknown mnemonic', severity: 1, code: 'text-mnemonic' }] } });
    if (method === 'exit')
        process.exit(0);
    if (id !== undefined && method in answers)
        send({ id, result: answers[method] });
    else if (id !== undefined)
        send({ id, error: { code: -32601, message: 'unknown method' } });
}

let input = Buffer.alloc(0);
process.stdin.on('data', chunk => {
    input = Buffer.concat([input, chunk]);
    for (let end; (end = input.indexOf('\r\n\r\n')) >= 0;) {
        const next = end + 4 + Number(/\d+/.exec(input.toString('ascii', 0, end)));
        if (input.length < next)
            return;
        handle(JSON.parse(input.toString('utf8', end + 4, next)));
        input = input.subarray(next);
    }
});
if (process.env.FAULT === 'exit')
    process.exit(3);
if (process.env.FAULT === 'frame')
    process.stdout.write('HTTP/1.1 200\r\n\r\n');
