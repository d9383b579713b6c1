// The extension: language server, debugger, and containers as text. All of them are verbs of the command sm5.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('./client');
const { ContainerFileSystem, SCHEME, openContainer, toContainer } = require('./container');

const LANGUAGE = 'sm5';
const command = () => vscode.workspace.getConfiguration('sm5').get('path') || 'sm5';
let client = null, output = null;

async function reportFailure(message) {
    const restart = 'Restart';
    if (await vscode.window.showErrorMessage(`sm5: ${message}; setting sm5.path names the command`, restart) === restart)
        await startServer();
}

async function stopServer() {
    const stopped = client;
    client = null;
    if (stopped)
        await stopped.stop();
}

async function startServer() {
    await stopServer();
    client = new LanguageClient(command(), ['lsp'], LANGUAGE, output, reportFailure);
    await client.start();
}

// The server is started when there is a document for it.
async function startFor(document) {
    if (!client && document.languageId === LANGUAGE)
        await startServer();
}

// The program that a file of the editor shows.
const programOf = uri => uri.scheme === SCHEME ? toContainer(uri).fsPath : uri.fsPath;

const configurations = {
    // Without a launch.json: the program of the active editor.
    resolveDebugConfiguration(folder, configuration) {
        const editor = vscode.window.activeTextEditor;
        if (configuration.type || !editor || editor.document.languageId !== LANGUAGE)
            return configuration;
        return { type: 'sm5', request: 'launch', name: 'Debug shader', program: programOf(editor.document.uri), stopOnEntry: true };
    },
};
const adapters = { createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ['dap']) };

async function activate(context) {
    output = vscode.window.createOutputChannel('sm5');
    context.subscriptions.push(
        output,
        vscode.workspace.registerFileSystemProvider(SCHEME, new ContainerFileSystem(command), { isCaseSensitive: true }),
        vscode.commands.registerCommand('sm5.openContainer', openContainer),
        vscode.commands.registerCommand('sm5.restartServer', startServer),
        vscode.debug.registerDebugConfigurationProvider('sm5', configurations),
        vscode.debug.registerDebugAdapterDescriptorFactory('sm5', adapters),
        vscode.workspace.onDidOpenTextDocument(startFor),
        vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration('sm5.path') && client && startServer()));
    const document = vscode.workspace.textDocuments.find(({ languageId }) => languageId === LANGUAGE);
    if (document)
        await startFor(document);
}

module.exports = { activate, deactivate: stopServer };
