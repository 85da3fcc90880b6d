import type ts from 'typescript';
import type { Edit } from './edits.ts';
import type { TypeScript } from './load-typescript.ts';
import { constantOf, isBoolean, isCondition, isPure, markerOf } from './syntax.ts';

/** Simplifies an expression after a part became constant; returns undefined if it stays. */
export function foldExpression(ts: TypeScript, node: ts.Node, text: string): Edit | undefined {
    const source = (each: ts.Node) => text.slice(each.getStart(), each.getEnd());
    const become = (replacement: string): Edit => ({ start: node.getStart(), end: node.getEnd(), text: replacement });
    const constant = (isOn: boolean) => become(markerOf(isOn));

    if (ts.isJsxExpression(node)) return foldJsx(ts, node, become, source);
    if (ts.isParenthesizedExpression(node) || isTypeOnly(ts, node)) {
        const value = constantOf(ts, node.expression);
        return value === undefined ? undefined : constant(value);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
        const value = constantOf(ts, node.operand);
        return value === undefined ? undefined : constant(!value);
    }
    if (ts.isAwaitExpression(node)) {
        const value = constantOf(ts, node.expression);
        return value === undefined ? undefined : constant(value);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Boolean') {
        const value = node.arguments.length === 1 ? constantOf(ts, node.arguments[0]) : undefined;
        return value === undefined ? undefined : constant(value);
    }
    if (ts.isConditionalExpression(node)) {
        const value = constantOf(ts, node.condition);
        if (value === undefined) return undefined;
        return chosen(ts, node, value ? node.whenTrue : node.whenFalse, source);
    }
    if (ts.isBinaryExpression(node)) {
        const folded = foldBinary(ts, node);
        if (folded === undefined) return undefined;
        return typeof folded === 'boolean' ? constant(folded) : chosen(ts, node, folded, source);
    }
    return undefined;
}

function isTypeOnly(
    ts: TypeScript,
    node: ts.Node,
): node is ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression | ts.TypeAssertion {
    return (
        ts.isAsExpression(node) ||
        ts.isSatisfiesExpression(node) ||
        ts.isNonNullExpression(node) ||
        ts.isTypeAssertionExpression(node)
    );
}

/** Returns the part that remains, or a constant. */
function foldBinary(ts: TypeScript, node: ts.BinaryExpression): ts.Expression | boolean | undefined {
    const { left, right, operatorToken } = node;
    const [before, after] = [constantOf(ts, left), constantOf(ts, right)];
    const isTruth = isCondition(ts, node);
    switch (operatorToken.kind) {
        case ts.SyntaxKind.AmpersandAmpersandToken:
            if (before !== undefined) return before ? right : false;
            if (after === true && (isTruth || isBoolean(ts, left))) return left;
            if (after === false && isPure(ts, left) && (isTruth || isBoolean(ts, left))) return false;
            return undefined;
        case ts.SyntaxKind.BarBarToken:
            if (before !== undefined) return before ? true : right;
            if (after === false && (isTruth || isBoolean(ts, left))) return left;
            if (after === true && isPure(ts, left) && (isTruth || isBoolean(ts, left))) return true;
            return undefined;
        case ts.SyntaxKind.QuestionQuestionToken:
            return before;
        case ts.SyntaxKind.EqualsEqualsEqualsToken:
        case ts.SyntaxKind.EqualsEqualsToken:
            return compared(ts, node, true);
        case ts.SyntaxKind.ExclamationEqualsEqualsToken:
        case ts.SyntaxKind.ExclamationEqualsToken:
            return compared(ts, node, false);
        default:
            return undefined;
    }
}

function compared(ts: TypeScript, { left, right }: ts.BinaryExpression, isSame: boolean): boolean | undefined {
    if (constantOf(ts, left) === undefined && constantOf(ts, right) === undefined) return undefined;
    const [a, b] = [truthOf(ts, left), truthOf(ts, right)];
    return a === undefined || b === undefined ? undefined : (a === b) === isSame;
}

function truthOf(ts: TypeScript, node: ts.Expression): boolean | undefined {
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    return constantOf(ts, node);
}

/** Replaces an expression with a part of it; parentheses around it are removed if the part does not need them. */
function chosen(ts: TypeScript, whole: ts.Expression, part: ts.Expression, source: (node: ts.Node) => string): Edit {
    let target: ts.Node = whole;
    let inner = part;
    while (ts.isParenthesizedExpression(inner) && isSimple(ts, inner.expression)) inner = inner.expression;
    // An arrow function can return an object literal only in parentheses.
    while (
        ts.isParenthesizedExpression(target.parent) &&
        isSimple(ts, inner) &&
        !ts.isArrowFunction(target.parent.parent)
    ) {
        target = target.parent;
    }
    return { start: target.getStart(), end: target.getEnd(), text: source(inner) };
}

/** Whether the node binds more tightly than any neighbour and cannot be parsed as the beginning of a statement. */
const isSimple = (ts: TypeScript, node: ts.Node) =>
    ts.isIdentifier(node) ||
    ts.isStringLiteral(node) ||
    ts.isNumericLiteral(node) ||
    (ts.isCallExpression(node) &&
        (ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression))) ||
    (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression));

/** Among JSX children, an element needs no braces, and an expression that renders nothing is removed. */
function foldJsx(
    ts: TypeScript,
    node: ts.JsxExpression,
    become: (text: string) => Edit,
    source: (node: ts.Node) => string,
): Edit | undefined {
    if (!node.expression || !(ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) return undefined;
    if (constantOf(ts, node.expression) !== undefined) return become('');
    const part = partOf(ts, node.expression);
    if (part === undefined) return undefined;
    let inner = part;
    while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
    if (ts.isJsxElement(inner) || ts.isJsxSelfClosingElement(inner) || ts.isJsxFragment(inner))
        return become(source(inner));
    return inner.kind === ts.SyntaxKind.NullKeyword ? become('') : undefined;
}

/** Returns the remaining part of an expression with a constant condition. */
function partOf(ts: TypeScript, node: ts.Expression): ts.Expression | undefined {
    if (ts.isConditionalExpression(node)) {
        const value = constantOf(ts, node.condition);
        return value === undefined ? undefined : value ? node.whenTrue : node.whenFalse;
    }
    if (!ts.isBinaryExpression(node)) return undefined;
    const folded = foldBinary(ts, node);
    return typeof folded === 'boolean' ? undefined : folded;
}
