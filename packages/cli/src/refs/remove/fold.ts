import type ts from 'typescript';
import { applyEdits, type Edit } from './edits.ts';
import { foldExpression } from './fold-expressions.ts';
import { foldStatement, removeStatement } from './fold-statements.ts';
import type { TypeScript } from './load-typescript.ts';
import { singleFile, symbolOf } from './single-file.ts';
import { constantOf, identifiersIn, OFF, ON } from './syntax.ts';

/** A safeguard: each round makes the text shorter. */
const MAX_ROUNDS = 1_000;

/** Simplifies a text until no constant can be folded any more. */
export function fold(ts: TypeScript, file: string, text: string): string {
    let current = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
        if (!current.includes(ON) && !current.includes(OFF)) return current;
        const source = ts.createSourceFile(file, current, ts.ScriptTarget.ESNext, true);
        const edits = foldings(ts, source, current);
        const next = applyEdits(current, edits.length > 0 ? edits : inlinings(ts, file, current));
        if (next === current) break;
        current = next;
    }
    return current.replaceAll(ON, 'true').replaceAll(OFF, 'false');
}

/** Folds the outermost nodes; nested nodes follow in the next round. */
function foldings(ts: TypeScript, source: ts.SourceFile, text: string): Edit[] {
    const edits: Edit[] = [];
    const visit = (node: ts.Node): void => {
        const statement = foldStatement(ts, node, text);
        if (statement) {
            edits.push(...statement);
            return;
        }
        const expression = foldExpression(ts, node, text);
        if (expression) edits.push(expression);
        else ts.forEachChild(node, visit);
    };
    visit(source);
    return edits;
}

/** Replaces a variable that has the constant as its only value with the constant. One variable per round. */
function inlinings(ts: TypeScript, file: string, text: string): Edit[] {
    const { source, checker } = singleFile(ts, file, text);
    const names = [...identifiersIn(ts, source)];
    for (const declaration of declarationsOf(ts, source)) {
        const { initializer, name } = declaration;
        const value = constantOf(ts, initializer);
        if (value === undefined || !ts.isIdentifier(name)) continue;
        const symbol = checker.getSymbolAtLocation(name);
        const uses = names.filter((each) => each !== name && symbolOf(ts, checker, each) === symbol);
        if (symbol?.declarations?.length !== 1 || !uses.every((use) => isRead(ts, use))) continue;
        const constant = value ? ON : OFF;
        const edits = uses.map((use): Edit => {
            const isShort = ts.isShorthandPropertyAssignment(use.parent);
            return { start: use.getStart(), end: use.getEnd(), text: isShort ? `${use.text}: ${constant}` : constant };
        });
        return [...edits, withoutDeclaration(ts, declaration, text)];
    }
    return [];
}

function* declarationsOf(ts: TypeScript, node: ts.Node): Generator<ts.VariableDeclaration> {
    if (ts.isVariableStatement(node)) {
        const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
        const isScoped = (node.declarationList.flags & ts.NodeFlags.BlockScoped) !== 0;
        // Scripts can share global names with other scripts, and a `var` can be read before it is assigned.
        const isShared = ts.isSourceFile(node.parent) && !ts.isExternalModule(node.parent);
        if (!isExported && isScoped && !isShared) yield* node.declarationList.declarations;
    }
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    for (const child of children) yield* declarationsOf(ts, child);
}

/** Whether the identifier is only read there. */
function isRead(ts: TypeScript, use: ts.Identifier): boolean {
    const { parent } = use;
    if (ts.isExportSpecifier(parent) || ts.isExportAssignment(parent) || ts.isTypeQueryNode(parent)) return false;
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
        return parent.operator !== ts.SyntaxKind.PlusPlusToken && parent.operator !== ts.SyntaxKind.MinusMinusToken;
    }
    if (ts.isBinaryExpression(parent) && parent.left === use) {
        const { kind } = parent.operatorToken;
        return kind < ts.SyntaxKind.FirstAssignment || kind > ts.SyntaxKind.LastAssignment;
    }
    return !isTarget(ts, use);
}

/** `[use] = …`, `({ use } = …)` and `for (use of …)` assign another value. */
function isTarget(ts: TypeScript, use: ts.Node): boolean {
    const { parent } = use;
    if ((ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === use) return true;
    if (ts.isBinaryExpression(parent)) {
        return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left === use;
    }
    const isInPattern =
        ts.isArrayLiteralExpression(parent) ||
        ts.isObjectLiteralExpression(parent) ||
        ts.isShorthandPropertyAssignment(parent) ||
        ts.isPropertyAssignment(parent) ||
        ts.isSpreadElement(parent) ||
        ts.isParenthesizedExpression(parent);
    return isInPattern && isTarget(ts, parent);
}

/** Removes a declaration; other declarations of the same statement stay. */
export function withoutDeclaration(ts: TypeScript, declaration: ts.VariableDeclaration, text: string): Edit {
    const list = declaration.parent;
    if (!ts.isVariableDeclarationList(list)) return { start: 0, end: 0, text: '' };
    const others = list.declarations.filter((each) => each !== declaration);
    if (others.length === 0) return removeStatement(ts, list.parent, text);
    const keyword = text.slice(list.getStart(), list.declarations[0]!.getStart());
    const remaining = others.map((each) => text.slice(each.getStart(), each.getEnd())).join(', ');
    return { start: list.getStart(), end: list.getEnd(), text: keyword + remaining };
}
