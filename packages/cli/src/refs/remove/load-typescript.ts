import { createRequire } from 'node:module';
import path from 'node:path';
import type ts from 'typescript';
import { CommandError } from '../../program/command.ts';

export type TypeScript = typeof ts;

/**
 * Loads the compiler of the repository, which type-checks the code as the repository's pipeline does; otherwise one that is installed next
 * to the CLI. It is not a dependency, because only this command needs a compiler.
 */
export function loadTypeScript(folder: string): TypeScript {
    const bases = [path.join(folder, 'package.json'), import.meta.url];
    let hasNoApi = false;
    for (const base of bases) {
        try {
            // The module is found by name; its API is checked next.
            const loaded = createRequire(base)('typescript') as Partial<TypeScript>;
            if (typeof loaded.createProgram === 'function') return loaded as TypeScript;
            hasNoApi = true;
        } catch {
            // Not installed there: the next location may have it.
        }
    }
    throw new CommandError(
        hasNoApi
            ? 'The TypeScript that is installed has no API for other programs. Run `npm install --no-save typescript@6`, then this command again.'
            : 'The TypeScript compiler is required, but not installed. Run `npm install --save-dev typescript@6`, then this command again.',
    );
}
