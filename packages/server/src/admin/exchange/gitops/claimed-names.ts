import { mapYielding } from '../../../core/concurrency/yielding.ts';
import type { FlagDocument, SegmentDocument, TemplateDocument } from './file.schemas.ts';
import type { Problem } from './gitops.schemas.ts';

/** The names claimed by a file. */
interface Claim {
    name: string;
    /** The former name of an object that is not removed. */
    moved: string | undefined;
    isRemoved: boolean;
}

export const nameOfFlag = ({ flag: name, moved, archived: isRemoved = false }: FlagDocument): Claim => ({
    name,
    moved: isRemoved ? undefined : moved,
    isRemoved,
});

export const nameOfSegment = ({ segment: name, moved, deleted: isRemoved = false }: SegmentDocument): Claim => ({
    name,
    moved: isRemoved ? undefined : moved,
    isRemoved,
});

export const nameOfTemplate = ({ template: name, deleted: isRemoved = false }: TemplateDocument): Claim => ({
    name,
    moved: undefined,
    isRemoved,
});

/** Returns the former names of moved objects. Removing these needs no separate step. */
export const movedNames = (claims: readonly Claim[]) => new Set(claims.flatMap(({ moved }) => moved ?? []));

/** Returns the conflicts between files: a name identifies one object, so files that contradict each other cannot all be applied. */
export async function duplicateNames(
    list: 'flags' | 'segments' | 'templates',
    claims: readonly Claim[],
): Promise<Problem[]> {
    const names = new Set<string>();
    const newNames = new Map<string, string>();
    const problems: Problem[] = [];
    const report = (message: string, path: string) => problems.push({ message, path: `/body/${list}/${path}` });
    await mapYielding(claims, ({ name, moved }, index) => {
        if (names.has(name)) report(`${name} is in two files. Keep one of them.`, `${index}`);
        names.add(name);
        if (moved === undefined) return;
        const other = newNames.get(moved);
        if (other !== undefined) {
            report(`Both ${other} and ${name} say that they were ${moved}. Only one can be.`, `${index}/moved`);
        }
        newNames.set(moved, name);
    });
    await mapYielding(newNames.size > 0 ? claims : [], ({ name, isRemoved }, index) => {
        const newName = newNames.get(name);
        if (newName === undefined || newName === name || isRemoved) return;
        report(`The file of ${newName} says that it was ${name}, which has a file, too. Keep one of them.`, `${index}`);
    });
    return problems;
}
