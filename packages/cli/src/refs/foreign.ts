import { readFile } from 'node:fs/promises';
import { CommandError } from '../program/command.ts';
import type { KnownFlag } from './flags.ts';
import type { Reference } from './scan.ts';

interface Hunk {
    startingLineNumber?: unknown;
    flagKey?: unknown;
    aliases?: unknown;
}

/**
 * Reads the output of other tools: LaunchDarkly's list of files with hunks, or GrowthBook's list of references. Both may contain source
 * text, which is not uploaded: only paths and lines are used.
 */
export async function foreignReferences(file: string, flags: readonly KnownFlag[]): Promise<Reference[]> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    let content: unknown;
    try {
        content = JSON.parse(text);
    } catch {
        throw new CommandError(`${file} is not valid JSON.`);
    }
    const list = listIn(content);
    if (!list) throw new CommandError(`${file} is neither an output of ld-find-code-refs nor of gb-find-code-refs.`);
    const known = new Set(flags.map(({ name }) => name));
    return list.flatMap(referencesIn).filter(({ flag }) => known.has(flag));
}

function listIn(content: unknown): Record<string, unknown>[] | undefined {
    if (Array.isArray(content)) return content;
    const { references, refs } = (content ?? {}) as { references?: unknown; refs?: unknown };
    return Array.isArray(references) ? references : Array.isArray(refs) ? refs : undefined;
}

function referencesIn(entry: Record<string, unknown> | null): Reference[] {
    const { path, filePath, hunks } = entry ?? {};
    const file = path ?? filePath;
    if (typeof file !== 'string') return [];
    const entries: Hunk[] = Array.isArray(hunks) ? hunks : [entry as Hunk];
    return entries.flatMap(({ startingLineNumber: line, flagKey, aliases }) => {
        if (typeof flagKey !== 'string' || !Number.isInteger(line) || Number(line) < 1) return [];
        const [alias] = Array.isArray(aliases) ? aliases : [];
        const isAlias = typeof alias === 'string' && alias !== '';
        return [
            {
                flag: flagKey,
                path: file,
                line: Number(line),
                kind: isAlias ? 'alias' : 'text',
                ...(isAlias && { symbol: alias }),
            },
        ];
    });
}
