import type ts from 'typescript';
import type { Edit } from './edits.ts';
import type { TypeScript } from './load-typescript.ts';
import { isPure, markerOf } from './syntax.ts';

/** Functions of the Unleash and OpenFeature SDKs for JavaScript that return whether a flag is on. */
const BOOLEAN_CALLS = [
    'isEnabled',
    'isFeatureEnabled',
    'useFlag',
    'useSuspenseFlag',
    'flagEnabled',
    'getBooleanValue',
    'useBooleanFlagValue',
];

export interface Replacement {
    flag: string;
    isOn: boolean;
    /** Functions that evaluate flags, besides those of SDKs. */
    wrappers: readonly string[];
}

interface Replaced {
    edits: Edit[];
    /** Other uses of the flag: lines that need manual work. */
    left: number[];
}

/** Replaces every evaluation of the flag with its constant result. */
export function replaceCalls(
    ts: TypeScript,
    checker: ts.TypeChecker,
    source: ts.SourceFile,
    replacement: Replacement,
): Replaced {
    const edits: Edit[] = [];
    const left: number[] = [];
    const visit = (node: ts.Node): void => {
        const edit = ts.isCallExpression(node) ? replacedCall(ts, checker, node, replacement) : undefined;
        if (edit) {
            edits.push(edit);
            return;
        }
        if (isOtherUse(ts, checker, node, replacement.flag))
            left.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
        ts.forEachChild(node, visit);
    };
    visit(source);
    return { edits, left };
}

function replacedCall(
    ts: TypeScript,
    checker: ts.TypeChecker,
    call: ts.CallExpression,
    replacement: Replacement,
): Edit | undefined {
    const [first, ...others] = call.arguments;
    if (!first || textOf(ts, checker, first) !== replacement.flag) return undefined;
    const name = calledName(ts, call);
    if (name === undefined || ![...BOOLEAN_CALLS, ...replacement.wrappers].includes(name)) return undefined;
    const type = checker.getTypeAtLocation(call);
    const isPromise = type.getSymbol()?.name === 'Promise';
    const resultType = isPromise ? checker.getAwaitedType(type) : type;
    // Untyped calls are replaced, too; calls whose result is known not to be a boolean are not.
    const { BooleanLike, Any, Unknown } = ts.TypeFlags;
    if (resultType && !isAllOf(resultType, BooleanLike | Any | Unknown | ts.TypeFlags.Undefined)) return undefined;
    const isAwaited = ts.isAwaitExpression(call.parent);
    const constant =
        isPromise && !isAwaited ? `Promise.resolve(${markerOf(replacement.isOn)})` : markerOf(replacement.isOn);
    // Side effects of the call are preserved.
    const effects = others.filter((each) => !isPure(ts, each)).map((each) => each.getText());
    const target = isAwaited ? call.parent : call;
    return {
        start: target.getStart(),
        end: target.getEnd(),
        text: effects.length > 0 ? `(${effects.join(', ')}, ${constant})` : constant,
    };
}

const isAllOf = (type: ts.Type, flags: ts.TypeFlags): boolean =>
    type.isUnion() ? type.types.every((each) => (each.flags & flags) !== 0) : (type.flags & flags) !== 0;

function calledName(ts: TypeScript, { expression }: ts.CallExpression): string | undefined {
    if (ts.isIdentifier(expression)) return expression.text;
    return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** Returns the constant string of an expression: a literal, or a name with a constant definition. */
function textOf(ts: TypeScript, checker: ts.TypeChecker, node: ts.Expression): string | undefined {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return textOf(ts, checker, node.expression);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
    let symbol = checker.getSymbolAtLocation(node);
    if (symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || !isFixed(ts, declaration)) return undefined;
    const { initializer } = declaration;
    if (!initializer) return undefined;
    const value = ts.isAsExpression(initializer) ? initializer.expression : initializer;
    return ts.isStringLiteralLike(value) ? value.text : undefined;
}

/** Whether the definition cannot be reassigned. */
function isFixed(
    ts: TypeScript,
    node: ts.Declaration,
): node is ts.VariableDeclaration | ts.PropertyAssignment | ts.EnumMember | ts.PropertyDeclaration {
    if (ts.isVariableDeclaration(node)) return (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
    if (ts.isPropertyDeclaration(node)) return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0;
    return ts.isPropertyAssignment(node) || ts.isEnumMember(node);
}

/** Whether a node mentions the flag, by name or by a constant, other than in a replaced call or a definition. */
function isOtherUse(ts: TypeScript, checker: ts.TypeChecker, node: ts.Node, flag: string): boolean {
    if (ts.isStringLiteralLike(node)) return node.text === flag && !isDefinition(ts, node.parent);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return false;
    if (ts.isPropertyAccessExpression(node.parent) || ts.isImportSpecifier(node.parent)) return false;
    if ('name' in node.parent && node.parent.name === node) return false;
    return textOf(ts, checker, node) === flag;
}

const isDefinition = (ts: TypeScript, node: ts.Node): boolean =>
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isEnumMember(node) ||
    ts.isPropertyDeclaration(node) ||
    (ts.isAsExpression(node) && isDefinition(ts, node.parent));
