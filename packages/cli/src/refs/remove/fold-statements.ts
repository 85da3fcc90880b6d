import type ts from 'typescript';
import { type Edit, wholeLines } from './edits.ts';
import type { TypeScript } from './load-typescript.ts';
import { constantOf, hoistedNames, identifiersIn, scopeAround, siblingsOf } from './syntax.ts';

/** Simplifies a statement after its condition became constant; returns undefined if it stays. */
export function foldStatement(ts: TypeScript, node: ts.Node, text: string): Edit[] | undefined {
    if (ts.isIfStatement(node)) return foldIf(ts, node, text);
    if (ts.isWhileStatement(node) && constantOf(ts, node.expression) === false)
        return [removeStatement(ts, node, text)];
    if (ts.isExpressionStatement(node) && constantOf(ts, node.expression) !== undefined)
        return [removeStatement(ts, node, text)];
    return undefined;
}

function foldIf(ts: TypeScript, node: ts.IfStatement, text: string): Edit[] | undefined {
    const value = constantOf(ts, node.expression);
    if (value === undefined) return undefined;
    const [kept, dropped] = value ? [node.thenStatement, node.elseStatement] : [node.elseStatement, node.thenStatement];
    const hoisted = dropped ? declared(hoistedNames(ts, dropped)) : '';
    const siblings = siblingsOf(ts, node);
    if (siblings) return foldAmongSiblings(ts, { node, kept, hoisted, siblings, text });
    const { parent } = node;
    const range = { start: node.getStart(), end: node.getEnd() };
    const remaining = kept ? text.slice(kept.getStart(), kept.getEnd()) : '';
    if (hoisted !== '') return [{ ...range, text: `{ ${hoisted} ${remaining} }` }];
    if (kept) return [{ ...range, text: remaining }];
    // `if (a) b; else if (off) c` becomes `if (a) b;`.
    if (ts.isIfStatement(parent) && parent.elseStatement === node) {
        return [{ start: parent.thenStatement.getEnd(), end: node.getEnd(), text: '' }];
    }
    return [{ ...range, text: '{}' }];
}

const declared = (names: readonly string[]) => (names.length === 0 ? '' : `var ${names.join(', ')};`);

interface FoldedIf {
    node: ts.IfStatement;
    kept: ts.Statement | undefined;
    hoisted: string;
    siblings: readonly ts.Statement[];
    text: string;
}

function foldAmongSiblings(ts: TypeScript, { node, kept, hoisted, siblings, text }: FoldedIf): Edit[] {
    const remaining = kept ? withoutBraces(ts, kept, node, text) : '';
    const content = [hoisted, remaining].filter((part) => part !== '').join(' ');
    const edits: Edit[] =
        content === ''
            ? [removeStatement(ts, node, text)]
            : [{ start: node.getStart(), end: node.getEnd(), text: content }];
    if (!kept || !endsControlFlow(ts, kept)) return edits;
    // The following statements are unreachable; function declarations and names of variables are hoisted, so they stay.
    for (const after of siblings.slice(siblings.indexOf(node) + 1)) {
        if (ts.isFunctionDeclaration(after) || ts.isInterfaceDeclaration(after) || ts.isTypeAliasDeclaration(after))
            continue;
        const names = declared(hoistedNames(ts, after));
        edits.push(
            names === ''
                ? removeStatement(ts, after, text)
                : { start: after.getStart(), end: after.getEnd(), text: names },
        );
    }
    return edits;
}

/**
 * Whether the following statements are unreachable. A `throw` at the top level of a file does not count: other files import its exports.
 */
function endsControlFlow(ts: TypeScript, kept: ts.Statement): boolean {
    if (ts.isBlock(kept)) {
        const last = kept.statements.at(-1);
        return last !== undefined && endsControlFlow(ts, last);
    }
    if (ts.isReturnStatement(kept) || ts.isContinueStatement(kept) || ts.isBreakStatement(kept)) return true;
    return ts.isThrowStatement(kept) && !ts.isSourceFile(scopeAround(ts, kept));
}

/** Removes a statement with its lines and the comments directly above it. */
export function removeStatement(ts: TypeScript, node: ts.Node, text: string): Edit {
    const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    let start = node.getStart();
    for (const { pos, end } of comments.toReversed()) {
        const isDirectlyAbove = /^[ \t]*\r?\n[ \t]*$/.test(text.slice(end, start));
        // A comment at the top of a file belongs to the file.
        if (!isDirectlyAbove || pos === 0) break;
        start = pos;
    }
    return wholeLines(text, { start, end: node.getEnd() });
}

/** Returns the content of a block with the indentation of the block; the braces stay if a name would collide. */
function withoutBraces(ts: TypeScript, kept: ts.Statement, whole: ts.IfStatement, text: string): string {
    if (!ts.isBlock(kept)) return text.slice(kept.getStart(), kept.getEnd());
    if (namesCollide(ts, kept, whole)) return text.slice(kept.getStart(), kept.getEnd());
    const content = text.slice(kept.getStart() + 1, kept.getEnd() - 1);
    if (content.trim() === '') return '';
    const shift = indentOf(text, kept.statements[0]?.getStart() ?? whole.getStart()) - indentOf(text, whole.getStart());
    return movedLeft(content, shift, templateLines(ts, kept, text))
        .replace(/^\s*\n/, '')
        .trimEnd()
        .trimStart();
}

/** Whether a name that is declared in the block is used outside of it, where it must refer to something else. */
function namesCollide(ts: TypeScript, block: ts.Block, whole: ts.IfStatement): boolean {
    const names = new Set<string>();
    for (const statement of block.statements) {
        if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.BlockScoped) !== 0) {
            for (const { name } of statement.declarationList.declarations) {
                for (const { text } of identifiersIn(ts, name)) names.add(text);
            }
        } else if (
            ts.isFunctionDeclaration(statement) ||
            ts.isClassDeclaration(statement) ||
            ts.isEnumDeclaration(statement) ||
            ts.isTypeAliasDeclaration(statement) ||
            ts.isInterfaceDeclaration(statement)
        ) {
            if (statement.name) names.add(statement.name.text);
        }
    }
    if (names.size === 0) return false;
    for (const { text, pos } of identifiersIn(ts, scopeAround(ts, whole))) {
        if (names.has(text) && (pos < block.pos || pos >= block.end)) return true;
    }
    return false;
}

function indentOf(text: string, at: number): number {
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    return /^[ \t]*/.exec(text.slice(lineStart, at))![0].length;
}

/** Returns the lines that begin within a template literal: their indentation is part of the value. */
function templateLines(ts: TypeScript, block: ts.Block, text: string): Set<number> {
    const lines = new Set<number>();
    const first = block.getStart() + 1;
    const visit = (node: ts.Node): void => {
        if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)) {
            for (let at = node.getStart(); at < node.getEnd(); at++) {
                if (text[at] === '\n') lines.add(text.slice(first, at + 1).split('\n').length - 1);
            }
        }
        ts.forEachChild(node, visit);
    };
    visit(block);
    return lines;
}

const movedLeft = (content: string, shift: number, excluded: ReadonlySet<number>) =>
    content
        .split('\n')
        .map((line, index) => {
            if (excluded.has(index) || shift <= 0) return line;
            const spaces = /^[ \t]*/.exec(line)![0].length;
            return line.slice(Math.min(spaces, shift));
        })
        .join('\n');
