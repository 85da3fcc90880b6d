import type ts from 'typescript';
import type { TypeScript } from './load-typescript.ts';

/** Placeholders for the constant during folding, so that other constants are not touched. */
export const ON = '__halyard_on__';
export const OFF = '__halyard_off__';

export const markerOf = (isOn: boolean) => (isOn ? ON : OFF);

/** The value of a placeholder expression. */
export function constantOf(ts: TypeScript, node: ts.Node | undefined): boolean | undefined {
    if (!node || !ts.isIdentifier(node)) return undefined;
    return node.text === ON ? true : node.text === OFF ? false : undefined;
}

/** Whether evaluating the expression has no side effects. */
export function isPure(ts: TypeScript, node: ts.Expression): boolean {
    const all = (...nodes: (ts.Expression | undefined)[]) => nodes.every((each) => !each || isPure(ts, each));
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)) {
        return all(node.expression);
    }
    if (ts.isSatisfiesExpression(node) || ts.isTypeAssertionExpression(node) || ts.isTypeOfExpression(node)) {
        return all(node.expression);
    }
    if (ts.isPropertyAccessExpression(node)) return all(node.expression);
    if (ts.isElementAccessExpression(node)) return all(node.expression, node.argumentExpression);
    if (ts.isPrefixUnaryExpression(node)) return isPlainOperator(ts, node.operator) && all(node.operand);
    if (ts.isBinaryExpression(node)) return !isAssignment(ts, node) && all(node.left, node.right);
    if (ts.isConditionalExpression(node)) return all(node.condition, node.whenTrue, node.whenFalse);
    if (ts.isTemplateExpression(node)) return all(...node.templateSpans.map(({ expression }) => expression));
    if (ts.isArrayLiteralExpression(node)) return !node.elements.some(ts.isSpreadElement) && all(...node.elements);
    if (ts.isObjectLiteralExpression(node)) {
        return node.properties.every(
            (each) =>
                ts.isShorthandPropertyAssignment(each) ||
                ts.isMethodDeclaration(each) ||
                (ts.isPropertyAssignment(each) && !ts.isComputedPropertyName(each.name) && all(each.initializer)),
        );
    }
    return (
        ts.isIdentifier(node) ||
        ts.isLiteralExpression(node) ||
        ts.isArrowFunction(node) ||
        ts.isFunctionExpression(node) ||
        node.kind === ts.SyntaxKind.TrueKeyword ||
        node.kind === ts.SyntaxKind.FalseKeyword ||
        node.kind === ts.SyntaxKind.NullKeyword ||
        node.kind === ts.SyntaxKind.ThisKeyword
    );
}

const isPlainOperator = ({ SyntaxKind }: TypeScript, operator: ts.SyntaxKind) =>
    operator === SyntaxKind.ExclamationToken ||
    operator === SyntaxKind.MinusToken ||
    operator === SyntaxKind.PlusToken ||
    operator === SyntaxKind.TildeToken;

function isAssignment({ SyntaxKind }: TypeScript, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
    return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

/** Whether only the truthiness of the expression matters: then `x && true` can become `x`. */
export function isCondition(ts: TypeScript, node: ts.Node): boolean {
    const { parent } = node;
    if (ts.isParenthesizedExpression(parent)) return isCondition(ts, parent);
    if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) {
        return parent.expression === node;
    }
    if (ts.isConditionalExpression(parent)) return parent.condition === node;
    if (ts.isForStatement(parent)) return parent.condition === node;
    if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
    if (!ts.isBinaryExpression(parent)) return false;
    const { AmpersandAmpersandToken, BarBarToken } = ts.SyntaxKind;
    const { kind } = parent.operatorToken;
    return (kind === AmpersandAmpersandToken || kind === BarBarToken) && isCondition(ts, parent);
}

/** Whether the expression can only be true or false. */
export function isBoolean(ts: TypeScript, node: ts.Expression): boolean {
    if (ts.isParenthesizedExpression(node)) return isBoolean(ts, node.expression);
    if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
    if (constantOf(ts, node) !== undefined) return true;
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return true;
    if (!ts.isBinaryExpression(node)) return false;
    const { kind } = node.operatorToken;
    const compares: ts.SyntaxKind[] = [
        ts.SyntaxKind.EqualsEqualsEqualsToken,
        ts.SyntaxKind.ExclamationEqualsEqualsToken,
        ts.SyntaxKind.EqualsEqualsToken,
        ts.SyntaxKind.ExclamationEqualsToken,
        ts.SyntaxKind.LessThanToken,
        ts.SyntaxKind.GreaterThanToken,
        ts.SyntaxKind.LessThanEqualsToken,
        ts.SyntaxKind.GreaterThanEqualsToken,
        ts.SyntaxKind.InKeyword,
        ts.SyntaxKind.InstanceOfKeyword,
    ];
    if (compares.includes(kind)) return true;
    const joins = kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
    return joins && isBoolean(ts, node.left) && isBoolean(ts, node.right);
}

/** Returns the statement list that contains the statement, if any. */
export function siblingsOf(ts: TypeScript, node: ts.Statement): readonly ts.Statement[] | undefined {
    const { parent } = node;
    const isList =
        ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isModuleBlock(parent) || ts.isCaseOrDefaultClause(parent);
    return isList ? parent.statements : undefined;
}

/** Returns the function or file that contains a node. */
export function scopeAround(ts: TypeScript, node: ts.Node): ts.Node {
    let scope = node.parent;
    while (!ts.isSourceFile(scope) && !ts.isFunctionLike(scope) && !ts.isClassStaticBlockDeclaration(scope)) {
        scope = scope.parent;
    }
    return scope;
}

/** Returns the names that `var` declares in removed code: they belong to the enclosing function. */
export function hoistedNames(ts: TypeScript, node: ts.Node): string[] {
    const names: string[] = [];
    const bind = (name: ts.BindingName) => {
        if (ts.isIdentifier(name)) names.push(name.text);
        else for (const each of name.elements) if (ts.isBindingElement(each)) bind(each.name);
    };
    const visit = (each: ts.Node): void => {
        if (ts.isFunctionLike(each) || ts.isClassLike(each)) return;
        if (ts.isVariableDeclarationList(each) && (each.flags & ts.NodeFlags.BlockScoped) === 0) {
            for (const { name } of each.declarations) bind(name);
        }
        ts.forEachChild(each, visit);
    };
    visit(node);
    return [...new Set(names)];
}

export function* identifiersIn(ts: TypeScript, node: ts.Node): Generator<ts.Identifier> {
    if (ts.isIdentifier(node)) yield node;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    for (const child of children) yield* identifiersIn(ts, child);
}
