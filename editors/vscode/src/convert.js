// Values of LSP as those of VS Code's API, and back. Positions of both are in UTF-16 and from 0.
'use strict';

const vscode = require('vscode');

const position = p => new vscode.Position(p.line, p.character);
const range = r => new vscode.Range(position(r.start), position(r.end));
const list = (values, convert) => (values || []).map(convert);
const location = l => new vscode.Location(vscode.Uri.parse(l.uri || l.targetUri), range(l.range || l.targetSelectionRange));

// A location, a list of them, or null.
const locations = l => list(l && !Array.isArray(l) ? [l] : l, location);

// MarkupContent, a string, or a string with a language.
function markup(content) {
    if (typeof content === 'string')
        return new vscode.MarkdownString(content);
    if (content.language)
        return new vscode.MarkdownString().appendCodeblock(content.value, content.language);
    return content.kind === 'markdown' ? new vscode.MarkdownString(content.value)
        : new vscode.MarkdownString().appendText(content.value);
}

function diagnostic(d) {
    const made = new vscode.Diagnostic(range(d.range), d.message, (d.severity || 1) - 1);
    made.source = d.source;
    made.code = d.codeDescription ? { value: d.code, target: vscode.Uri.parse(d.codeDescription.href) } : d.code;
    made.tags = d.tags;
    made.relatedInformation = d.relatedInformation
        && d.relatedInformation.map(r => new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
    return made;
}

const hover = h => h && new vscode.Hover(list([].concat(h.contents), markup), h.range && range(h.range));
const highlight = h => new vscode.DocumentHighlight(range(h.range), (h.kind || 1) - 1);
const textEdit = e => new vscode.TextEdit(range(e.range), e.newText);
const foldingRange = f => new vscode.FoldingRange(f.startLine, f.endLine,
    { comment: vscode.FoldingRangeKind.Comment, imports: vscode.FoldingRangeKind.Imports, region: vscode.FoldingRangeKind.Region }[f.kind]);

function completionItem(c) {
    const SNIPPET = 2;
    const item = new vscode.CompletionItem(c.label, c.kind === undefined ? undefined : c.kind - 1);
    const edit = c.textEdit, text = edit ? edit.newText : c.insertText;
    Object.assign(item, { detail: c.detail, sortText: c.sortText, filterText: c.filterText, preselect: c.preselect });
    item.documentation = c.documentation === undefined ? undefined : markup(c.documentation);
    if (text !== undefined)
        item.insertText = c.insertTextFormat === SNIPPET ? new vscode.SnippetString(text) : text;
    if (edit)
        item.range = edit.range ? range(edit.range) : { inserting: range(edit.insert), replacing: range(edit.replace) };
    return item;
}

const completion = c => c && (Array.isArray(c) ? c.map(completionItem)
    : new vscode.CompletionList(list(c.items, completionItem), c.isIncomplete));

function symbol(s) {
    if (s.location)
        return new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName || '', location(s.location));
    const made = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, range(s.range), range(s.selectionRange));
    made.children = list(s.children, symbol);
    return made;
}

function signature(s) {
    const made = new vscode.SignatureInformation(s.label, s.documentation && markup(s.documentation));
    made.parameters = list(s.parameters, p => new vscode.ParameterInformation(p.label, p.documentation && markup(p.documentation)));
    made.activeParameter = s.activeParameter;
    return made;
}

function signatureHelp(h) {
    if (!h)
        return null;
    const made = new vscode.SignatureHelp();
    made.signatures = list(h.signatures, signature);
    made.activeSignature = h.activeSignature || 0;
    made.activeParameter = h.activeParameter || 0;
    return made;
}

// All tokens of a document or range, or the edits since an earlier result.
function semanticTokens(t) {
    if (!t)
        return null;
    if (!t.edits)
        return new vscode.SemanticTokens(new Uint32Array(t.data), t.resultId);
    const edits = t.edits.map(e => new vscode.SemanticTokensEdit(e.start, e.deleteCount, e.data && new Uint32Array(e.data)));
    return new vscode.SemanticTokensEdits(edits, t.resultId);
}

const fromPosition = p => ({ line: p.line, character: p.character });
const fromRange = r => ({ start: fromPosition(r.start), end: fromPosition(r.end) });

module.exports = {
    completion, diagnostic, foldingRange, fromPosition, fromRange, highlight, hover, list, locations, semanticTokens, signatureHelp,
    symbol, textEdit,
};
