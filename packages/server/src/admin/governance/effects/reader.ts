import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { Pair } from './pairs.ts';

/** The objects that a user may see. */
export interface EffectReader {
    knowsFlag(flag: { name: string; project: string }): boolean;
    knowsSegment(id: number): boolean;
}

/** Returns the reader for the current state, or for a rehearsed one. */
export async function readerOf(db: Db, actor: AdminActor, pairs: readonly Pair[]): Promise<EffectReader> {
    const hidden = new Set<number>();
    for (const chunk of chunked(actor.hiddenProjects)) {
        const rows = await db.selectFrom('segments').select('id').where('project', 'in', chunk).execute();
        for (const { id } of rows) hidden.add(id);
    }
    for (const { kind, name, project } of pairs) {
        if (kind === 'segment' && !mayKnowOf(actor, project)) hidden.add(Number(name));
    }
    return {
        knowsFlag: ({ project }) => mayKnowOf(actor, project),
        knowsSegment: (id) => !hidden.has(id),
    };
}

/** Returns the pairs that a reader may see. For objects that moved between projects, both projects must be visible. */
export function knownPairs(pairs: readonly Pair[], reader: EffectReader): Pair[] {
    return pairs.filter(({ kind, name, before, after }) => {
        if (kind === 'segment') return reader.knowsSegment(Number(name));
        return [before, after].every((side) => side === null || reader.knowsFlag({ name, project: projectIn(side) }));
    });
}

/** Returns the project, which publications of flags contain. */
export const projectIn = (definition: object): string => (definition as { project: string }).project;
