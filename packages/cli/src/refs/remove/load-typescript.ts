import { createRequire } from 'node:module';
import path from 'node:path';
import type ts from 'typescript';
import { CommandError } from '../../program/command.ts';

export type TypeScript = typeof ts;

/**
 * The compiler of the repository, which type-checks its code as its own pipeline does; else one that is installed beside us.
 * Nothing else of the service needs a compiler, so it is no dependency.
 */
export function loadTypeScript(folder: string): TypeScript {
    const places = [path.join(folder, 'package.json'), import.meta.url];
    let isWithoutInterface = false;
    for (const place of places) {
        try {
            // The module is found by name; its API is checked next.
            const found = createRequire(place)('typescript') as Partial<TypeScript>;
            if (typeof found.createProgram === 'function') return found as TypeScript;
            isWithoutInterface = true;
        } catch {
            // It is not there: the next place may have it.
        }
    }
    throw new CommandError(
        isWithoutInterface
            ? 'The TypeScript that is installed cannot be used by other programs. Run `npm install --no-save typescript@6`, then this again.'
            : 'Code is changed with the TypeScript compiler, which is not installed. Run `npm install --save-dev typescript@6`, then this again.',
    );
}
