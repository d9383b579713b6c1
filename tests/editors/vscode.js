// What the extension uses of VS Code's API: values with the fields that they are made of, providers and events that tests call.
'use strict';

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class Disposable {
    constructor(dispose) { this.dispose = dispose; }
    static from(...all) { return new Disposable(() => all.forEach(one => one.dispose())); }
}
class EventEmitter {
    constructor() {
        this.listeners = new Set();
        this.event = listener => {
            this.listeners.add(listener);
            return new Disposable(() => this.listeners.delete(listener));
        };
    }
    fire(value) { return Promise.all([...this.listeners].map(listener => listener(value))); }
}
class Uri {
    constructor(scheme, path) { Object.assign(this, { scheme, path, fsPath: path }); }
    static file(path) { return new Uri('file', path); }
    static from({ scheme, path }) { return new Uri(scheme, path); }
    static parse(text) {
        const [, scheme, path] = /^([\w-]+):(?:\/\/)?(.*)$/.exec(text);
        return new Uri(scheme, path);
    }
    toString() { return `${this.scheme}:${this.scheme === 'file' ? '//' : ''}${this.path}`; }
}
class MarkdownString {
    constructor(value = '') { this.value = value; }
    appendText(text) { this.value += text; return this; }
    appendCodeblock(text, language) { this.value += `\`\`\`${language}\n${text}\n\`\`\``; return this; }
}
class FileSystemError extends Error {
    static FileNotFound(uri) { return new FileSystemError(`${uri} is not found`); }
    static NoPermissions(uri) { return new FileSystemError(`${uri} is not writable`); }
}

// A class whose constructor's arguments become the fields of these names.
const record = (...names) => class {
    constructor(...values) { names.forEach((name, i) => { this[name] = values[i]; }); }
};

const events = Object.fromEntries(['open', 'change', 'close', 'configuration'].map(name => [name, new EventEmitter()]));
const registered = {}; // what was registered, by kind
const register = kind => (...values) => {
    registered[kind] = values;
    return new Disposable(() => { delete registered[kind]; });
};
const diagnostics = new Map();
const settings = {}, shown = { errors: [], output: '' };
const workspace = {
    textDocuments: [],
    onDidOpenTextDocument: events.open.event,
    onDidChangeTextDocument: events.change.event,
    onDidCloseTextDocument: events.close.event,
    onDidChangeConfiguration: events.configuration.event,
    getConfiguration: section => ({ get: name => settings[`${section}.${name}`] }),
    registerFileSystemProvider: register('fileSystem'),
    // A document of a provider's file; its text is that of the file.
    openTextDocument: async uri => ({ uri, text: (await registered.fileSystem[1].readFile(uri)).toString(), languageId: 'plaintext' }),
};
const languageProviders = ['Hover', 'Declaration', 'Definition', 'Reference', 'DocumentHighlight', 'DocumentSymbol', 'FoldingRange',
    'DocumentFormattingEdit', 'CompletionItem', 'SignatureHelp', 'DocumentSemanticTokens', 'DocumentRangeSemanticTokens'];

module.exports = {
    Position, Range, Location, Disposable, EventEmitter, Uri, MarkdownString, FileSystemError,
    version: '1.75.0',
    env: { appName: 'test' },
    Diagnostic: record('range', 'message', 'severity'),
    DiagnosticRelatedInformation: record('location', 'message'),
    Hover: record('contents', 'range'),
    DocumentHighlight: record('range', 'kind'),
    TextEdit: record('range', 'newText'),
    FoldingRange: record('start', 'end', 'kind'),
    CompletionItem: record('label', 'kind'),
    CompletionList: record('items', 'isIncomplete'),
    SnippetString: record('value'),
    SymbolInformation: record('name', 'kind', 'containerName', 'location'),
    DocumentSymbol: record('name', 'detail', 'kind', 'range', 'selectionRange'),
    SignatureHelp: record(),
    SignatureInformation: record('label', 'documentation'),
    ParameterInformation: record('label', 'documentation'),
    SemanticTokens: record('data', 'resultId'),
    SemanticTokensEdit: record('start', 'deleteCount', 'data'),
    SemanticTokensEdits: record('edits', 'resultId'),
    SemanticTokensLegend: record('tokenTypes', 'tokenModifiers'),
    DebugAdapterExecutable: record('command', 'args'),
    FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 },
    FileType: { File: 1 },
    FileChangeType: { Changed: 1 },
    workspace,
    languages: {
        createDiagnosticCollection: () => ({
            set: (uri, values) => diagnostics.set(uri.toString(), values),
            delete: uri => diagnostics.delete(uri.toString()),
            dispose: () => diagnostics.clear(),
        }),
        setTextDocumentLanguage: async (document, languageId) => Object.assign(document, { languageId }),
        ...Object.fromEntries(languageProviders.map(name => [`register${name}Provider`, register(name)])),
    },
    window: {
        createOutputChannel: () => ({
            append: text => { shown.output += text; }, appendLine: text => { shown.output += `${text}\n`; }, dispose() {},
        }),
        showErrorMessage: async message => { shown.errors.push(message); },
        showTextDocument: async document => { shown.document = document; },
        tabGroups: { activeTabGroup: {} },
    },
    commands: { registerCommand: (name, run) => register(name)(run) },
    debug: {
        registerDebugConfigurationProvider: register('debugConfiguration'),
        registerDebugAdapterDescriptorFactory: register('debugAdapter'),
    },
    test: { diagnostics, events, registered, settings, shown },
};
