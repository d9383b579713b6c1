// DXBC containers as assembly text: the file system sm5-dxbc. A file of it, PATH.asm, is the container PATH, printed by `sm5 dis`
// when it is read; `sm5 asm --base` replaces the container's code when it is saved and keeps its other chunks.
'use strict';

const child_process = require('child_process');
const fs = require('fs');
const vscode = require('vscode');

const SCHEME = 'sm5-dxbc', EXTENSION = '.asm';

const toText = container => vscode.Uri.from({ scheme: SCHEME, path: container.path + EXTENSION });
const toContainer = text => vscode.Uri.file(text.path.slice(0, -EXTENSION.length));

// Standard output of the command; fails with what it wrote to standard error.
function run(command, args, input) {
    return new Promise((resolve, reject) => {
        const child = child_process.execFile(command, args, { encoding: 'buffer', maxBuffer: 1 << 29 }, (error, out, messages) => {
            if (error)
                reject(new vscode.FileSystemError(messages.toString().trim() || `'${command}' cannot be started: ${error.message}`));
            else
                resolve(out);
        });
        child.stdin.on('error', () => {}); // a command that fails before it has read its input
        child.stdin.end(input);
    });
}

class ContainerFileSystem {
    // `command()`: the name or path of sm5.
    constructor(command) {
        this.command = command;
        this.changed = new vscode.EventEmitter();
        this.onDidChangeFile = this.changed.event;
    }

    watch(uri) {
        const path = toContainer(uri).fsPath;
        const report = () => this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
        fs.watchFile(path, { interval: 1000 }, report);
        return new vscode.Disposable(() => fs.unwatchFile(path, report));
    }

    async stat(uri) {
        let found;
        try {
            found = await fs.promises.stat(toContainer(uri).fsPath);
        } catch {
            throw vscode.FileSystemError.FileNotFound(uri);
        }
        return { type: vscode.FileType.File, ctime: found.ctimeMs, mtime: found.mtimeMs, size: found.size };
    }

    readFile(uri) {
        return run(this.command(), ['dis', toContainer(uri).fsPath], '');
    }

    async writeFile(uri, content) {
        const path = toContainer(uri).fsPath;
        await this.stat(uri); // code is replaced in a container, not created
        await run(this.command(), ['asm', '-', '--base', path, '-o', path, '--in-place'], content);
        this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }

    readDirectory() {
        return [];
    }

    createDirectory(uri) {
        throw vscode.FileSystemError.NoPermissions(uri);
    }

    delete(uri) {
        throw vscode.FileSystemError.NoPermissions(uri);
    }

    rename(uri) {
        throw vscode.FileSystemError.NoPermissions(uri);
    }
}

// The container of the argument, of the active editor's tab, or of a dialog.
async function openContainer(uri) {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab, input = tab && tab.input;
    let container = uri || (input && input.uri && /\.(dxbc|cso)$/.test(input.uri.path) ? input.uri : undefined);
    if (!container)
        [container] = await vscode.window.showOpenDialog({ filters: { 'DXBC containers': ['dxbc', 'cso'], 'All files': ['*'] } }) || [];
    if (!container)
        return;
    try {
        const document = await vscode.workspace.openTextDocument(toText(container));
        await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, 'sm5'));
    } catch (error) {
        vscode.window.showErrorMessage(`sm5: ${error.message}`);
    }
}

module.exports = { ContainerFileSystem, SCHEME, openContainer, toContainer };
