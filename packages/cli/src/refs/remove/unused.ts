import type ts from 'typescript';
import { applied, type Edit } from './edits.ts';
import { withoutDeclaration } from './fold.ts';
import { gone } from './fold-statements.ts';
import type { TypeScript } from './load-typescript.ts';
import { singleFile, symbolOf } from './single-file.ts';
import { identifiersIn, isPure } from './syntax.ts';

type Declared =
    | ts.ImportSpecifier
    | ts.ImportClause
    | ts.NamespaceImport
    | ts.VariableDeclaration
    | ts.FunctionDeclaration;

/** Elements are made with them where nobody sees it. */
const USED_BY_JSX = ['React', 'h', 'Fragment', 'Preact'];

/** Names of a file that are used in it. */
export function usedNames(ts: TypeScript, file: string, text: string): Set<string> {
    const names = new Set<string>();
    for (const [declaration, uses] of usesIn(ts, file, text)) if (uses > 0) names.add(nameOf(declaration).text);
    return names;
}

/** Takes out what was used before and is not any more: imports, variables and functions of the file. What they did is still done. */
export function withoutUnused(ts: TypeScript, file: string, text: string, usedBefore: ReadonlySet<string>): string {
    let current = text;
    for (;;) {
        const unused = [...usesIn(ts, file, current)].flatMap(([declaration, uses]) =>
            uses === 0 && usedBefore.has(nameOf(declaration).text) ? [declaration] : [],
        );
        const next = applied(current, removals(ts, unused, current));
        if (next === current) return current;
        current = next;
    }
}

// Only declarations with a plain name are considered here.
const nameOf = (declaration: Declared) => declaration.name as ts.Identifier;

/** How often each thing that is a file's own is used in it. */
function usesIn(ts: TypeScript, file: string, text: string): Map<Declared, number> {
    const { source, checker } = singleFile(ts, file, text);
    const bySymbol = new Map<ts.Symbol, Declared>();
    const uses = new Map<Declared, number>();
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
        // A function that calls itself is not used by that.
        const isInside = identifier.pos >= declaration.pos && identifier.end <= declaration.end;
        if (!isInside) uses.set(declaration, uses.get(declaration)! + 1);
    }
    return uses;
}

function* ownDeclarations(ts: TypeScript, source: ts.SourceFile): Generator<Declared> {
    const isModule = ts.isExternalModule(source);
    const found: Declared[] = [];
    const visit = (node: ts.Node): void => {
        if (ts.isImportClause(node) && node.name && !USED_BY_JSX.includes(node.name.text)) found.push(node);
        if ((ts.isImportSpecifier(node) || ts.isNamespaceImport(node)) && !USED_BY_JSX.includes(node.name.text)) {
            found.push(node);
        }
        // The names of a script at its top may be used by other scripts.
        const isOwn = isModule || !ts.isSourceFile(node.parent);
        if (ts.isFunctionDeclaration(node) && node.name && isOwn && !isExported(ts, node)) found.push(node);
        if (ts.isVariableStatement(node) && isOwn && !isExported(ts, node)) {
            for (const each of node.declarationList.declarations) if (ts.isIdentifier(each.name)) found.push(each);
        }
        ts.forEachChild(node, visit);
    };
    ts.forEachChild(source, visit);
    yield* found;
}

const isExported = (ts: TypeScript, { modifiers }: ts.VariableStatement | ts.FunctionDeclaration) =>
    modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DeclareKeyword) ??
    false;

function removals(ts: TypeScript, unused: readonly Declared[], text: string): Edit[] {
    const edits: Edit[] = [];
    const imports = new Map<ts.ImportDeclaration, Set<Declared>>();
    for (const declaration of unused) {
        if (ts.isVariableDeclaration(declaration)) edits.push(...withoutVariable(ts, declaration, text));
        else if (ts.isFunctionDeclaration(declaration)) edits.push(gone(ts, declaration, text));
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
    // The initialiser may have side effects.
    return [{ start: list.getStart(), end: initializer.getStart(), text: '' }];
}

function importAround(ts: TypeScript, node: ts.Node): ts.ImportDeclaration | undefined {
    let around = node.parent;
    while (around && !ts.isImportDeclaration(around)) around = around.parent;
    return around;
}

function withoutImports(ts: TypeScript, whole: ts.ImportDeclaration, parts: ReadonlySet<Declared>, text: string): Edit {
    const clause = whole.importClause!;
    const { name, namedBindings } = clause;
    const defaultPart = name && !parts.has(clause) ? name.text : undefined;
    const source = (node: ts.Node) => text.slice(node.getStart(), node.getEnd());
    let namedPart: string | undefined;
    if (namedBindings && ts.isNamespaceImport(namedBindings)) {
        namedPart = parts.has(namedBindings) ? undefined : source(namedBindings);
    } else if (namedBindings) {
        const kept = namedBindings.elements.filter((each) => !parts.has(each));
        const isOnLines = source(namedBindings).includes('\n');
        const list = isOnLines
            ? `{\n${kept.map((each) => `${lineIndent(text, each.getStart())}${source(each)},\n`).join('')}}`
            : `{ ${kept.map(source).join(', ')} }`;
        namedPart = kept.length > 0 ? list : undefined;
    }
    const rest = [defaultPart, namedPart].filter((part) => part !== undefined);
    if (rest.length === 0) return gone(ts, whole, text);
    const start = name?.getStart() ?? namedBindings!.getStart();
    return { start, end: clause.getEnd(), text: rest.join(', ') };
}

function lineIndent(text: string, at: number): string {
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    return /^[ \t]*/.exec(text.slice(lineStart, at))![0];
}
