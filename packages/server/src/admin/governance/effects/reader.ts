import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { Pair } from './pairs.ts';

/** What somebody may learn of. */
export interface EffectReader {
    knowsFlag(flag: { name: string; project: string }): boolean;
    knowsSegment(id: number): boolean;
}

/** Somebody who asks about now, or about what would be. */
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

/** The pairs that a reader may see: of what moved between projects, both ends. */
export function knownPairs(pairs: readonly Pair[], reader: EffectReader): Pair[] {
    return pairs.filter(({ kind, name, before, after }) => {
        if (kind === 'segment') return reader.knowsSegment(Number(name));
        return [before, after].every((side) => side === null || reader.knowsFlag({ name, project: projectIn(side) }));
    });
}

/** Publications of flags say the project. */
export const projectIn = (definition: object): string => (definition as { project: string }).project;
