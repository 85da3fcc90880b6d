import path from 'node:path';
import type ts from 'typescript';
import { applyEdits, type Edit } from './edits.ts';
import { withoutDeclaration } from './fold.ts';
import type { TypeScript } from './load-typescript.ts';

/** Removes `export const X = 'flag'`, `X: 'flag'` and enum members if no file of the program mentions X any more. */
export function withoutDefinitions(
    ts: TypeScript,
    program: ts.Program,
    files: readonly string[],
    texts: ReadonlyMap<string, string>,
    flag: string,
): Map<string, string> {
    const current = (file: string) => texts.get(path.resolve(file)) ?? program.getSourceFile(file)?.text ?? '';
    const changed = new Map<string, string>();
    for (const file of files) {
        const text = current(file);
        const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
        const edits: Edit[] = [];
        const visit = (node: ts.Node): void => {
            const name = definedName(ts, node, flag);
            if (name === undefined) ts.forEachChild(node, visit);
            else if (occursOnce(program, name, (each) => current(each).replaceAll(flag, '')))
                edits.push(removal(ts, node, text));
        };
        visit(source);
        if (edits.length > 0) changed.set(path.resolve(file), applyEdits(text, edits));
    }
    return changed;
}

function definedName(ts: TypeScript, node: ts.Node, flag: string): string | undefined {
    if (!ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node) && !ts.isEnumMember(node)) return undefined;
    const { initializer, name } = node;
    if (!initializer || !ts.isIdentifier(name)) return undefined;
    const value = ts.isAsExpression(initializer) ? initializer.expression : initializer;
    return ts.isStringLiteralLike(value) && value.text === flag ? name.text : undefined;
}

/** Any other occurrence counts, even in a text, because it may refer to the definition. */
function occursOnce(program: ts.Program, name: string, current: (file: string) => string): boolean {
    const word = new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`, 'g');
    let count = 0;
    for (const { fileName, isDeclarationFile } of program.getSourceFiles()) {
        if (!isDeclarationFile) count += current(fileName).match(word)?.length ?? 0;
        if (count > 1) return false;
    }
    return count === 1;
}

function removal(ts: TypeScript, node: ts.Node, text: string): Edit {
    if (ts.isVariableDeclaration(node)) return withoutDeclaration(ts, node, text);
    // A member is removed with its comma, and with its line if nothing else is on it.
    const comma = /^\s*,/.exec(text.slice(node.getEnd()))?.[0].length ?? 0;
    let [start, end] = [node.getStart(), node.getEnd() + comma];
    const before = /\n[ \t]*$/.exec(text.slice(0, start));
    const isLine = before !== null && /^[ \t]*\r?(?:\n|$)/.test(text.slice(end));
    if (isLine) start = before.index;
    else if (comma > 0) end += /^ */.exec(text.slice(end))![0].length;
    return { start, end, text: '' };
}
