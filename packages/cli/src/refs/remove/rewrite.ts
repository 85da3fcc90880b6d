import path from 'node:path';
import type ts from 'typescript';
import { withoutDefinitions } from './definitions.ts';
import { applyEdits } from './edits.ts';
import { fold } from './fold.ts';
import type { TypeScript } from './load-typescript.ts';
import { type Replacement, replaceCalls } from './replace-calls.ts';
import { usedNames, withoutUnused } from './unused.ts';

export interface RewriteResult {
    /** The new content of changed files. */
    texts: Map<string, string>;
    /** The remaining uses of the flag: `file:line`, with the original line numbers. */
    left: { file: string; line: number }[];
}

/** Removes the flag from the files of a program, with a constant result for all evaluations. */
export function rewrite(
    ts: TypeScript,
    program: ts.Program,
    files: readonly string[],
    replacement: Replacement,
): RewriteResult {
    const checker = program.getTypeChecker();
    const texts = new Map<string, string>();
    const left: RewriteResult['left'] = [];
    for (const file of files) {
        const source = program.getSourceFile(file);
        if (!source) continue;
        const replaced = replaceCalls(ts, checker, source, replacement);
        left.push(...replaced.left.map((line) => ({ file, line })));
        if (replaced.edits.length === 0) continue;
        const folded = fold(ts, file, applyEdits(source.text, replaced.edits));
        texts.set(path.resolve(file), withoutUnused(ts, file, folded, usedNames(ts, file, source.text)));
    }
    if (left.length === 0) {
        // An exported definition is removed only when it has no more uses.
        for (const [file, text] of withoutDefinitions(ts, program, files, texts, replacement.flag))
            texts.set(file, text);
    }
    for (const [file, text] of texts) if (program.getSourceFile(file)?.text === text) texts.delete(file);
    return { texts, left };
}
