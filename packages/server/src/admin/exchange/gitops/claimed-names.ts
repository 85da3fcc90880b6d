import type { FlagDocument, Problem, SegmentDocument } from './gitops.schemas.ts';

/** The names claimed by a file. */
interface Claim {
    name: string;
    /** The name it had, where it is still to be there. */
    moved: string | undefined;
    isGone: boolean;
}

export const nameOfFlag = ({ flag: name, moved, archived: isGone = false }: FlagDocument): Claim => ({
    name,
    moved: isGone ? undefined : moved,
    isGone,
});

export const nameOfSegment = ({ segment: name, moved, deleted: isGone = false }: SegmentDocument): Claim => ({
    name,
    moved: isGone ? undefined : moved,
    isGone,
});

/** What goes because another file has its name from it needs no step of its own. */
export const namesThatMove = (claims: readonly Claim[]) => new Set(claims.flatMap(({ moved }) => moved ?? []));

/** A name identifies one object: files that contradict each other cannot all be applied. */
export function clashes(list: 'flags' | 'segments', claims: readonly Claim[]): Problem[] {
    const names = new Set<string>();
    const heirs = new Map<string, string>();
    const problems: Problem[] = [];
    const tell = (message: string, path: string) => problems.push({ message, path: `/body/${list}/${path}` });
    for (const [index, { name, moved }] of claims.entries()) {
        if (names.has(name)) tell(`${name} is in two files. Keep one of them.`, `${index}`);
        names.add(name);
        if (moved === undefined) continue;
        const other = heirs.get(moved);
        if (other !== undefined) {
            tell(`Both ${other} and ${name} say that they were ${moved}. Only one can be.`, `${index}/moved`);
        }
        heirs.set(moved, name);
    }
    for (const [index, { name, isGone }] of claims.entries()) {
        const heir = heirs.get(name);
        if (heir === undefined || heir === name || isGone) continue;
        tell(`The file of ${heir} says that it was ${name}, which has a file, too. Keep one of them.`, `${index}`);
    }
    return problems;
}
