import type ts from 'typescript';
import { type Edit, wholeLines } from './edits.ts';
import type { TypeScript } from './load-typescript.ts';
import { constantOf, hoistedNames, identifiersIn, scopeAround, siblingsOf } from './syntax.ts';

/** The simplified statement after its condition became constant; undefined when it stays. */
export function foldStatement(ts: TypeScript, node: ts.Node, text: string): Edit[] | undefined {
    if (ts.isIfStatement(node)) return foldIf(ts, node, text);
    if (ts.isWhileStatement(node) && constantOf(ts, node.expression) === false) return [gone(ts, node, text)];
    if (ts.isExpressionStatement(node) && constantOf(ts, node.expression) !== undefined) return [gone(ts, node, text)];
    return undefined;
}

function foldIf(ts: TypeScript, node: ts.IfStatement, text: string): Edit[] | undefined {
    const value = constantOf(ts, node.expression);
    if (value === undefined) return undefined;
    const [taken, dropped] = value
        ? [node.thenStatement, node.elseStatement]
        : [node.elseStatement, node.thenStatement];
    const hoisted = dropped ? declared(hoistedNames(ts, dropped)) : '';
    const siblings = siblingsOf(ts, node);
    if (siblings) return amongSiblings(ts, { node, taken, hoisted, siblings, text });
    const { parent } = node;
    const place = { start: node.getStart(), end: node.getEnd() };
    const stays = taken ? text.slice(taken.getStart(), taken.getEnd()) : '';
    if (hoisted !== '') return [{ ...place, text: `{ ${hoisted} ${stays} }` }];
    if (taken) return [{ ...place, text: stays }];
    // `if (a) b; else if (off) c` ends with b.
    if (ts.isIfStatement(parent) && parent.elseStatement === node) {
        return [{ start: parent.thenStatement.getEnd(), end: node.getEnd(), text: '' }];
    }
    return [{ ...place, text: '{}' }];
}

const declared = (names: readonly string[]) => (names.length === 0 ? '' : `var ${names.join(', ')};`);

interface Folded {
    node: ts.IfStatement;
    taken: ts.Statement | undefined;
    hoisted: string;
    siblings: readonly ts.Statement[];
    text: string;
}

function amongSiblings(ts: TypeScript, { node, taken, hoisted, siblings, text }: Folded): Edit[] {
    const stays = taken ? withoutBraces(ts, taken, node, text) : '';
    const content = [hoisted, stays].filter((part) => part !== '').join(' ');
    const edits: Edit[] =
        content === '' ? [gone(ts, node, text)] : [{ start: node.getStart(), end: node.getEnd(), text: content }];
    if (!taken || !endsHere(ts, taken)) return edits;
    // Nothing after it is reached any more; functions are known before, and so are names of variables.
    for (const after of siblings.slice(siblings.indexOf(node) + 1)) {
        if (ts.isFunctionDeclaration(after) || ts.isInterfaceDeclaration(after) || ts.isTypeAliasDeclaration(after))
            continue;
        const names = declared(hoistedNames(ts, after));
        edits.push(
            names === '' ? gone(ts, after, text) : { start: after.getStart(), end: after.getEnd(), text: names },
        );
    }
    return edits;
}

/** Whether what follows in the same list is never reached. A file as a whole is left alone: others import what it exports. */
function endsHere(ts: TypeScript, taken: ts.Statement): boolean {
    if (ts.isBlock(taken)) {
        const last = taken.statements.at(-1);
        return last !== undefined && endsHere(ts, last);
    }
    if (ts.isReturnStatement(taken) || ts.isContinueStatement(taken) || ts.isBreakStatement(taken)) return true;
    return ts.isThrowStatement(taken) && !ts.isSourceFile(scopeAround(ts, taken));
}

/** The statement goes with its lines, and with what was said of it directly above. */
export function gone(ts: TypeScript, node: ts.Node, text: string): Edit {
    const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    let start = node.getStart();
    for (const { pos, end } of comments.toReversed()) {
        const isDirectlyAbove = /^[ \t]*\r?\n[ \t]*$/.test(text.slice(end, start));
        // What stands at the top is of the file.
        if (!isDirectlyAbove || pos === 0) break;
        start = pos;
    }
    return wholeLines(text, { start, end: node.getEnd() });
}

/** The content of a block with the indentation of the block; with braces where a name would collide. */
function withoutBraces(ts: TypeScript, taken: ts.Statement, whole: ts.IfStatement, text: string): string {
    if (!ts.isBlock(taken)) return text.slice(taken.getStart(), taken.getEnd());
    if (namesMeet(ts, taken, whole)) return text.slice(taken.getStart(), taken.getEnd());
    const content = text.slice(taken.getStart() + 1, taken.getEnd() - 1);
    if (content.trim() === '') return '';
    const shift =
        indentOf(text, taken.statements[0]?.getStart() ?? whole.getStart()) - indentOf(text, whole.getStart());
    return movedLeft(content, shift, templateLines(ts, taken, text))
        .replace(/^\s*\n/, '')
        .trimEnd()
        .trimStart();
}

/** Whether a name that is declared in the block is used outside of it: for another thing, since it was not seen from there. */
function namesMeet(ts: TypeScript, block: ts.Block, whole: ts.IfStatement): boolean {
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

/** Lines that begin within a template: their spaces are a part of what code says. */
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

const movedLeft = (content: string, shift: number, kept: ReadonlySet<number>) =>
    content
        .split('\n')
        .map((line, place) => {
            if (kept.has(place) || shift <= 0) return line;
            const spaces = /^[ \t]*/.exec(line)![0].length;
            return line.slice(Math.min(spaces, shift));
        })
        .join('\n');
