import { conflict } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { type FlagOwner, parseOwner } from '../../flags/flags/flag-owner.ts';
import { same } from './flag-state.ts';

/** The settings of a flag in an event. */
type Said = { owner?: FlagOwner | null } | null;

/** Owners are not part of publications, so they are read from events: the previous owner by flag. */
export async function ownersBefore(
    db: Db,
    { project, first, last }: { project: string; first: number; last: number },
): Promise<Map<string, FlagOwner | null>> {
    const events = await db
        .selectFrom('events')
        .select(['feature_name', 'pre_data', 'data'])
        .where('id', '>=', first)
        .where('id', '<=', last)
        .where('type', '=', 'feature-metadata-updated')
        .where('project', '=', project)
        .orderBy('id')
        .execute();
    const changes = new Map<string, { before: FlagOwner | null; after: FlagOwner | null }>();
    for (const { feature_name: name, pre_data, data } of events) {
        // Events of this type hold the settings whole.
        const [one, other] = [pre_data as Said, data as Said].map((said) => said?.owner ?? null);
        const before = changes.get(name!)?.before ?? one!;
        if (!same(one, other)) changes.set(name!, { before, after: other! });
    }
    const owners = new Map<string, FlagOwner | null>();
    for (const names of chunked([...changes.keys()])) {
        const flags = await db
            .selectFrom('flags')
            .select(['name', 'owner'])
            .where('name', 'in', names)
            .where('project', '=', project)
            .where('archived_at', 'is', null)
            .orderBy('name')
            .execute();
        for (const { name, owner } of flags) {
            const { before, after } = changes.get(name)!;
            const now = owner === null ? null : (parseOwner(owner) ?? null);
            if (same(now, before)) continue;
            if (!same(now, after)) {
                throw conflict(`The owner of flag ${name} has changed again since. Revert the later change first.`);
            }
            owners.set(name, before);
        }
    }
    return owners;
}
