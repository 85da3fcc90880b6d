import type { VisiblePast } from '../../../changes/past/known-at.ts';
import { eventsBackTo } from '../../../changes/past/undo-events.ts';
import { publishedAt } from '../../../publications/definitions-at.ts';
import { ALL_ENVIRONMENTS } from '../../../publications/publications.ts';
import type { Db } from '../../../storage/database.ts';
import type { PastSources } from '../../flags/past/flag-at.ts';
import type { PastDefinition } from '../../flags/past/past-definition.ts';
import { toSegment } from './segment.queries.ts';
import type { Segment } from './segment.schemas.ts';

/** Lists the visible segments at a revision, or one of them, with the number of flags and projects that used each. */
export async function listSegmentsAt(
    sources: PastSources,
    { revision, known, id }: { revision: number; known: VisiblePast; id?: number },
): Promise<Segment[]> {
    const { db } = sources;
    const published = await publishedAt(db, {
        environment: ALL_ENVIRONMENTS,
        revision,
        kinds: ['segment'],
        ...(id !== undefined && { names: [String(id)] }),
    });
    const described = await descriptionsAt(db, revision);
    const usesOf = await usesAt(sources, { revision, known });
    return published
        .map(({ name, project, definition }): Segment => {
            // Published definitions of segments have this shape.
            const segment = JSON.parse(definition!) as Pick<Segment, 'id' | 'name' | 'constraints'>;
            const { description = null, createdBy = '', createdAt = '' } = described.get(segment.id) ?? {};
            const uses = usesOf.get(Number(name));
            return {
                ...segment,
                description,
                project,
                constraints: segment.constraints.map((constraint) => ({
                    ...constraint,
                    values: constraint.values ?? [],
                })),
                createdBy,
                createdAt,
                usedInFeatures: uses?.flags.size ?? 0,
                usedInProjects: uses?.projects.size ?? 0,
            };
        })
        .filter((segment) => known.segment(segment))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the members of segments that are not published, such as descriptions, at a revision. */
export async function descriptionsAt(db: Db, revision: number): Promise<Map<number, Segment>> {
    const rows = await db.selectFrom('segments').selectAll().execute();
    const segments = new Map(rows.map((row) => [row.id, toSegment(row)]));
    const types = ['segment-updated' as const, 'segment-deleted' as const];
    for await (const { preData } of eventsBackTo(db, { types, revision })) {
        const before = preData as Segment;
        segments.set(before.id, before);
    }
    return segments;
}

async function usesAt(
    { snapshots, pastFlags }: PastSources,
    { revision, known }: { revision: number; known: VisiblePast },
) {
    const uses = new Map<number, { flags: Set<string>; projects: Set<string> }>();
    for (const { environment } of snapshots.all()) {
        const { flags } = await pastFlags.at({ environment, revision });
        for (const flag of flags.flags) {
            if (!known.flag(flag)) continue;
            for (const { segments = [] } of (flag.definition as PastDefinition).strategies) {
                for (const id of segments) {
                    const own = uses.get(id) ?? { flags: new Set(), projects: new Set() };
                    own.flags.add(flag.name);
                    own.projects.add(flag.project);
                    uses.set(id, own);
                }
            }
        }
    }
    return uses;
}
