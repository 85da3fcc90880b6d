import type ts from 'typescript';
import type { TypeScript } from './load-typescript.ts';

/** Parses a single file and resolves the names in it. Other files are not read. */
export function singleFile(
    ts: TypeScript,
    file: string,
    text: string,
): { source: ts.SourceFile; checker: ts.TypeChecker } {
    const options: ts.CompilerOptions = {
        allowJs: true,
        noLib: true,
        noResolve: true,
        types: [],
        jsx: ts.JsxEmit.Preserve,
        target: ts.ScriptTarget.ESNext,
        module: ts.ModuleKind.ESNext,
    };
    const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
    const host: ts.CompilerHost = {
        getSourceFile: (name) => (name === file ? parsed : undefined),
        getDefaultLibFileName: () => 'lib.d.ts',
        writeFile: () => undefined,
        getCurrentDirectory: () => '/',
        getCanonicalFileName: (name) => name,
        useCaseSensitiveFileNames: () => true,
        getNewLine: () => '\n',
        fileExists: (name) => name === file,
        readFile: () => undefined,
    };
    const program = ts.createProgram([file], options, host);
    return { source: parsed, checker: program.getTypeChecker() };
}

/** Returns the symbol of a name in a file; in `{ name }` the variable, not the property. */
export function symbolOf(ts: TypeScript, checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
    if (ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node) {
        return checker.getShorthandAssignmentValueSymbol(node.parent);
    }
    if (ts.isExportSpecifier(node.parent)) return checker.getExportSpecifierLocalTargetSymbol(node.parent);
    return checker.getSymbolAtLocation(node);
}
