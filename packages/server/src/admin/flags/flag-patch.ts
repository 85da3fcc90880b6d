import { isDeepStrictEqual } from 'node:util';
import { invalid, notAllowed } from '../../core/errors.ts';
import type { PatchOperations } from './flag.schemas.ts';

type Operation = PatchOperations[number];

/** The members of a flag, by name; a member that was removed is missing. */
export type FlagDocument = Map<string, unknown>;

/**
 * Applies RFC 6902 operations to the flat document of a flag. Paths that name no member of it are ignored, and so is
 * a value put where only reading is possible: existing tools rely on both.
 */
export function patched(document: FlagDocument, members: readonly string[], operations: PatchOperations): FlagDocument {
    const after = new Map(document);
    for (const [index, operation] of operations.entries()) {
        if (operation.path.includes('/variants')) {
            throw notAllowed(
                'Variants are not changed with the flag. Use the variants of its environments or of its strategies.',
            );
        }
        apply(after, members, operation, `/body/${index}`);
    }
    return after;
}

function apply(document: FlagDocument, members: readonly string[], operation: Operation, at: string): void {
    const target = memberAt(members, operation.path);
    if (operation.op === 'test') {
        if (target !== undefined && isDeepStrictEqual(document.get(target), operation.value)) return;
        throw invalid(`The test of \`${operation.path}\` failed: its value is another one. Nothing was changed.`, at);
    }
    if ((operation.op === 'add' || operation.op === 'replace') && operation.value === undefined) {
        throw invalid(`The operation \`${operation.op}\` needs a value.`, `${at}/value`);
    }
    // Without a readable source, the target becomes null.
    const source = operation.from === undefined ? undefined : memberAt(members, operation.from);
    const moved = (source === undefined ? undefined : document.get(source)) ?? null;
    if (operation.op === 'move' && source !== undefined) document.delete(source);
    if (target === undefined) return;
    switch (operation.op) {
        case 'add':
        case 'replace':
            document.set(target, operation.value);
            break;
        case 'copy':
        case 'move':
            document.set(target, moved);
            break;
        case 'remove':
            document.delete(target);
            break;
    }
}

/** The name of a member, if the path is exactly a slash and that name. */
const memberAt = (members: readonly string[], path: string) => members.find((member) => path === `/${member}`);
