import type ts from 'typescript';
import { applyEdits, type Edit } from './edits.ts';
import { withoutDeclaration } from './fold.ts';
import { removeStatement } from './fold-statements.ts';
import type { TypeScript } from './load-typescript.ts';
import { singleFile, symbolOf } from './single-file.ts';
import { identifiersIn, isPure } from './syntax.ts';

type UnusedCandidate =
    | ts.ImportSpecifier
    | ts.ImportClause
    | ts.NamespaceImport
    | ts.VariableDeclaration
    | ts.FunctionDeclaration;

/** JSX elements use these names implicitly. */
const USED_BY_JSX = ['React', 'h', 'Fragment', 'Preact'];

/** Returns the names that a file declares and uses. */
export function usedNames(ts: TypeScript, file: string, text: string): Set<string> {
    const names = new Set<string>();
    for (const [declaration, uses] of usesIn(ts, file, text)) if (uses > 0) names.add(nameOf(declaration).text);
    return names;
}

/** Removes imports, variables and functions that were used before and are unused now. Side effects of initialisers stay. */
export function withoutUnused(ts: TypeScript, file: string, text: string, usedBefore: ReadonlySet<string>): string {
    let current = text;
    for (;;) {
        const unused = [...usesIn(ts, file, current)].flatMap(([declaration, uses]) =>
            uses === 0 && usedBefore.has(nameOf(declaration).text) ? [declaration] : [],
        );
        const next = applyEdits(current, removals(ts, unused, current));
        if (next === current) return current;
        current = next;
    }
}

// Only declarations with a plain name are considered here.
const nameOf = (declaration: UnusedCandidate) => declaration.name as ts.Identifier;

/** Counts the uses of each declaration within the file. */
function usesIn(ts: TypeScript, file: string, text: string): Map<UnusedCandidate, number> {
    const { source, checker } = singleFile(ts, file, text);
    const bySymbol = new Map<ts.Symbol, UnusedCandidate>();
    const uses = new Map<UnusedCandidate, number>();
    for (const declaration of ownDeclarations(ts, source)) {
        const symbol = checker.getSymbolAtLocation(nameOf(declaration));
        if (symbol?.declarations?.length !== 1) continue;
        bySymbol.set(symbol, declaration);
        uses.set(declaration, 0);
    }
    for (const identifier of identifiersIn(ts, source)) {
        const symbol = symbolOf(ts, checker, identifier);
        const declaration = symbol && bySymbol.get(symbol);
        if (!declaration || nameOf(declaration) === identifier) continue;
        // A recursive call does not count as a use.
        const isInside = identifier.pos >= declaration.pos && identifier.end <= declaration.end;
        if (!isInside) uses.set(declaration, uses.get(declaration)! + 1);
    }
    return uses;
}

function* ownDeclarations(ts: TypeScript, source: ts.SourceFile): Generator<UnusedCandidate> {
    const isModule = ts.isExternalModule(source);
    const declarations: UnusedCandidate[] = [];
    const visit = (node: ts.Node): void => {
        if (ts.isImportClause(node) && node.name && !USED_BY_JSX.includes(node.name.text)) declarations.push(node);
        if ((ts.isImportSpecifier(node) || ts.isNamespaceImport(node)) && !USED_BY_JSX.includes(node.name.text)) {
            declarations.push(node);
        }
        // Top-level names of a script may be used by other scripts.
        const isOwn = isModule || !ts.isSourceFile(node.parent);
        if (ts.isFunctionDeclaration(node) && node.name && isOwn && !isExported(ts, node)) declarations.push(node);
        if (ts.isVariableStatement(node) && isOwn && !isExported(ts, node)) {
            for (const each of node.declarationList.declarations)
                if (ts.isIdentifier(each.name)) declarations.push(each);
        }
        ts.forEachChild(node, visit);
    };
    ts.forEachChild(source, visit);
    yield* declarations;
}

const isExported = (ts: TypeScript, { modifiers }: ts.VariableStatement | ts.FunctionDeclaration) =>
    modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DeclareKeyword) ??
    false;

function removals(ts: TypeScript, unused: readonly UnusedCandidate[], text: string): Edit[] {
    const edits: Edit[] = [];
    const imports = new Map<ts.ImportDeclaration, Set<UnusedCandidate>>();
    for (const declaration of unused) {
        if (ts.isVariableDeclaration(declaration)) edits.push(...withoutVariable(ts, declaration, text));
        else if (ts.isFunctionDeclaration(declaration)) edits.push(removeStatement(ts, declaration, text));
        else {
            const whole = importAround(ts, declaration);
            if (whole) imports.set(whole, (imports.get(whole) ?? new Set()).add(declaration));
        }
    }
    for (const [whole, parts] of imports) edits.push(withoutImports(ts, whole, parts, text));
    return edits;
}

function withoutVariable(ts: TypeScript, declaration: ts.VariableDeclaration, text: string): Edit[] {
    const { initializer, parent: list } = declaration;
    if (!initializer || isPure(ts, initializer)) return [withoutDeclaration(ts, declaration, text)];
    if (!ts.isVariableDeclarationList(list) || list.declarations.length > 1) return [];
    // The initialiser stays because it may have side effects.
    return [{ start: list.getStart(), end: initializer.getStart(), text: '' }];
}

function importAround(ts: TypeScript, node: ts.Node): ts.ImportDeclaration | undefined {
    let around = node.parent;
    while (around && !ts.isImportDeclaration(around)) around = around.parent;
    return around;
}

function withoutImports(
    ts: TypeScript,
    whole: ts.ImportDeclaration,
    parts: ReadonlySet<UnusedCandidate>,
    text: string,
): Edit {
    const clause = whole.importClause!;
    const { name, namedBindings } = clause;
    const defaultPart = name && !parts.has(clause) ? name.text : undefined;
    const source = (node: ts.Node) => text.slice(node.getStart(), node.getEnd());
    let namedPart: string | undefined;
    if (namedBindings && ts.isNamespaceImport(namedBindings)) {
        namedPart = parts.has(namedBindings) ? undefined : source(namedBindings);
    } else if (namedBindings) {
        const remaining = namedBindings.elements.filter((each) => !parts.has(each));
        const isOnLines = source(namedBindings).includes('\n');
        const list = isOnLines
            ? `{\n${remaining.map((each) => `${lineIndent(text, each.getStart())}${source(each)},\n`).join('')}}`
            : `{ ${remaining.map(source).join(', ')} }`;
        namedPart = remaining.length > 0 ? list : undefined;
    }
    const rest = [defaultPart, namedPart].filter((part) => part !== undefined);
    if (rest.length === 0) return removeStatement(ts, whole, text);
    const start = name?.getStart() ?? namedBindings!.getStart();
    return { start, end: clause.getEnd(), text: rest.join(', ') };
}

function lineIndent(text: string, at: number): string {
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    return /^[ \t]*/.exec(text.slice(lineStart, at))![0];
}
