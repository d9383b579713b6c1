// A client of a language server on standard streams: the documents of one language, and a provider for each capability that
// the server's answer to initialize claims and that table `providers` has.
'use strict';

const child_process = require('child_process');
const vscode = require('vscode');
const { Connection } = require('./connection');
const convert = require('./convert');

const CAPABILITIES = {
    general: { positionEncodings: ['utf-16'] }, // as VS Code counts
    textDocument: {
        synchronization: {},
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
        hover: { contentFormat: ['markdown', 'plaintext'] },
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] } },
        signatureHelp: { signatureInformation: { documentationFormat: ['markdown'], activeParameterSupport: true } },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        foldingRange: { lineFoldingOnly: true },
        semanticTokens: {
            requests: { range: true, full: { delta: true } }, formats: ['relative'],
            tokenTypes: ['keyword', 'function', 'macro', 'variable', 'parameter', 'property', 'number', 'enumMember', 'string', 'comment'],
            tokenModifiers: ['declaration', 'modification'],
        },
    },
};
const CHANGES_NONE = 0, CHANGES_FULL = 1;

const itemOf = document => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, position) => ({ ...itemOf(document), position: convert.fromPosition(position) });
const languages = () => vscode.languages;

// Capability of the server: registers its providers; `ask(method, params, token)` sends a request.
const providers = {
    hoverProvider: (ask, selector) => languages().registerHoverProvider(selector, {
        provideHover: async (document, position, token) =>
            convert.hover(await ask('textDocument/hover', at(document, position), token)),
    }),
    declarationProvider: (ask, selector) => languages().registerDeclarationProvider(selector, {
        provideDeclaration: async (document, position, token) =>
            convert.locations(await ask('textDocument/declaration', at(document, position), token)),
    }),
    definitionProvider: (ask, selector) => languages().registerDefinitionProvider(selector, {
        provideDefinition: async (document, position, token) =>
            convert.locations(await ask('textDocument/definition', at(document, position), token)),
    }),
    referencesProvider: (ask, selector) => languages().registerReferenceProvider(selector, {
        provideReferences: async (document, position, context, token) => convert.locations(await ask('textDocument/references',
            { ...at(document, position), context: { includeDeclaration: context.includeDeclaration } }, token)),
    }),
    documentHighlightProvider: (ask, selector) => languages().registerDocumentHighlightProvider(selector, {
        provideDocumentHighlights: async (document, position, token) =>
            convert.list(await ask('textDocument/documentHighlight', at(document, position), token), convert.highlight),
    }),
    documentSymbolProvider: (ask, selector) => languages().registerDocumentSymbolProvider(selector, {
        provideDocumentSymbols: async (document, token) =>
            convert.list(await ask('textDocument/documentSymbol', itemOf(document), token), convert.symbol),
    }),
    foldingRangeProvider: (ask, selector) => languages().registerFoldingRangeProvider(selector, {
        provideFoldingRanges: async (document, context, token) =>
            convert.list(await ask('textDocument/foldingRange', itemOf(document), token), convert.foldingRange),
    }),
    documentFormattingProvider: (ask, selector) => languages().registerDocumentFormattingEditProvider(selector, {
        provideDocumentFormattingEdits: async (document, options, token) => convert.list(await ask('textDocument/formatting',
            { ...itemOf(document), options: { tabSize: options.tabSize, insertSpaces: options.insertSpaces } }, token), convert.textEdit),
    }),
    completionProvider: (ask, selector, claim) => languages().registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, position, token) =>
            convert.completion(await ask('textDocument/completion', at(document, position), token)),
    }, ...claim.triggerCharacters || []),
    signatureHelpProvider: (ask, selector, claim) => languages().registerSignatureHelpProvider(selector, {
        provideSignatureHelp: async (document, position, token) =>
            convert.signatureHelp(await ask('textDocument/signatureHelp', at(document, position), token)),
    }, ...claim.triggerCharacters || []),
    semanticTokensProvider: registerSemanticTokens,
};

function registerSemanticTokens(ask, selector, claim) {
    const legend = new vscode.SemanticTokensLegend(claim.legend.tokenTypes, claim.legend.tokenModifiers);
    const registered = [];
    if (claim.full) {
        const provider = {
            provideDocumentSemanticTokens: async (document, token) =>
                convert.semanticTokens(await ask('textDocument/semanticTokens/full', itemOf(document), token)),
        };
        if (claim.full.delta)
            provider.provideDocumentSemanticTokensEdits = async (document, previousResultId, token) => convert.semanticTokens(
                await ask('textDocument/semanticTokens/full/delta', { ...itemOf(document), previousResultId }, token));
        registered.push(languages().registerDocumentSemanticTokensProvider(selector, provider, legend));
    }
    if (claim.range)
        registered.push(languages().registerDocumentRangeSemanticTokensProvider(selector, {
            provideDocumentRangeSemanticTokens: async (document, range, token) => convert.semanticTokens(
                await ask('textDocument/semanticTokens/range', { ...itemOf(document), range: convert.fromRange(range) }, token)),
        }, legend));
    return vscode.Disposable.from(...registered);
}

class LanguageClient {
    // `output`: the channel that shows what the server writes to standard error. `onFailure(message)`: the server ended by itself.
    constructor(command, args, language, output, onFailure) {
        Object.assign(this, { command, args, language, output, onFailure });
        this.registered = [];
        this.open = new Set(); // URIs of the documents that the server has
        this.diagnostics = vscode.languages.createDiagnosticCollection(language);
        this.stopping = false;
    }

    async start() {
        this.server = child_process.spawn(this.command, this.args);
        this.server.stderr.on('data', text => this.output.append(text.toString()));
        this.exited = new Promise(resolve => {
            this.server.on('error', error => resolve(this.end(`'${this.command}' cannot be started: ${error.message}`)));
            this.server.on('close', (code, signal) => resolve(this.end(this.violation
                || `'${this.command} ${this.args.join(' ')}' ended with ${signal || `exit code ${code}`}`)));
        });
        this.connection = new Connection(this.server.stdout, this.server.stdin, (method, params) => this.receive(method, params),
            error => this.refuse(error));
        try {
            const answer = await this.connection.request('initialize', {
                processId: process.pid, clientInfo: { name: vscode.env.appName, version: vscode.version }, rootUri: null,
                capabilities: CAPABILITIES,
            });
            this.connection.notify('initialized', {});
            this.claim(answer.capabilities);
        } catch (error) {
            if (!this.connection.closed) // else end() reports it
                this.refuse(error);
        }
    }

    // Ends the server, by force when it does not exit within a second.
    async stop() {
        this.stopping = true;
        const limit = setTimeout(() => this.server.kill(), 1000);
        this.connection.request('shutdown').then(() => this.connection.notify('exit'), () => {});
        await this.exited;
        clearTimeout(limit);
    }

    // The server does not speak the protocol.
    refuse(error) {
        this.violation = `'${this.command} ${this.args.join(' ')}': ${error.message}`;
        this.server.kill();
    }

    end(message) {
        this.connection.close(new Error(message));
        vscode.Disposable.from(...this.registered, this.diagnostics).dispose();
        this.registered = [];
        if (!this.stopping)
            this.onFailure(message);
        this.stopping = true; // 'close' may follow 'error'
    }

    // Synchronises documents and registers the providers.
    claim(capabilities) {
        const sync = capabilities.textDocumentSync, ask = (...request) => this.connection.request(...request);
        this.changes = typeof sync === 'number' ? sync : sync && sync.change || CHANGES_NONE;
        this.registered.push(
            vscode.workspace.onDidOpenTextDocument(document => this.didOpen(document)),
            vscode.workspace.onDidChangeTextDocument(event => this.didChange(event)),
            vscode.workspace.onDidCloseTextDocument(document => this.didClose(document)));
        vscode.workspace.textDocuments.forEach(document => this.didOpen(document));
        for (const [name, register] of Object.entries(providers))
            if (capabilities[name])
                this.registered.push(register(ask, { language: this.language }, capabilities[name]));
    }

    didOpen(document) {
        const uri = document.uri.toString();
        if (document.languageId !== this.language || this.open.has(uri))
            return;
        this.open.add(uri);
        this.connection.notify('textDocument/didOpen',
            { textDocument: { uri, languageId: this.language, version: document.version, text: document.getText() } });
    }

    didChange({ document, contentChanges }) {
        const uri = document.uri.toString();
        if (!this.open.has(uri) || contentChanges.length === 0 || this.changes === CHANGES_NONE)
            return;
        const changes = this.changes === CHANGES_FULL ? [{ text: document.getText() }]
            : contentChanges.map(change => ({ range: convert.fromRange(change.range), text: change.text }));
        this.connection.notify('textDocument/didChange',
            { textDocument: { uri, version: document.version }, contentChanges: changes });
    }

    didClose(document) {
        const uri = document.uri.toString();
        if (!this.open.delete(uri))
            return;
        this.connection.notify('textDocument/didClose', { textDocument: { uri } });
        this.diagnostics.delete(document.uri);
    }

    receive(method, params) {
        if (method === 'textDocument/publishDiagnostics' && this.open.has(params.uri))
            this.diagnostics.set(vscode.Uri.parse(params.uri), convert.list(params.diagnostics, convert.diagnostic));
        else if (method === 'window/logMessage' || method === 'window/showMessage')
            this.output.appendLine(params.message);
    }
}

module.exports = { LanguageClient };
