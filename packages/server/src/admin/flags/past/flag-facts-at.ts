import { type StoredEvent, selectEvents, toEvent } from '../../../changes/event-log.ts';
import { flagEventIdsOf } from '../../../changes/flag-event-ids.ts';
import {
    type FlagSettingsUpdate,
    UNPUBLISHED_MEMBERS,
    type UnpublishedMember,
} from '../../../core/flags/flag-members.ts';
import { ownerText } from '../../../core/flags/flag-owner.ts';
import { pickMembers } from '../../../core/flags/flag-settings.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { FlagLink } from '../flag-links/flag-link.schemas.ts';
import type { FlagOverview, FlagPerson } from '../flags/flag-overview.schemas.ts';
import { findOwners } from '../flags/flag-owner.ts';
import { findPeople } from '../flags/flag-people.queries.ts';

/** The facts about a flag at a revision that are in the audit log but not in publications. */
export interface FlagFacts {
    createdAt: string;
    createdBy: FlagPerson;
    settings: Pick<FlagOverview, UnpublishedMember>;
    tags: { type: string; value: string }[];
}

/** The event contains the name of an admin token. */
function creatorIn(created: StoredEvent | undefined, people: ReadonlyMap<number, FlagPerson>): FlagPerson {
    if (!created) return { id: 0, name: '' };
    const { createdByUserId: id, createdBy: name } = created;
    return (id > 0 ? people.get(id) : undefined) ?? { id, name };
}

/** Reads the unpublished facts about flags that existed at the revision. Users have their current names. */
export async function flagFactsAt(
    db: Db,
    names: readonly string[],
    revision: number,
): Promise<(name: string) => FlagFacts> {
    const eventsByFlag = new Map<string, { created?: StoredEvent; described?: StoredEvent; newest?: StoredEvent }>();
    for (const chunk of chunked(names)) {
        for (const { flag, created, described, newest } of await relevantEvents(db, chunk, revision)) {
            eventsByFlag.set(flag, { ...created, ...described, ...newest });
        }
    }
    const all = [...eventsByFlag.values()];
    const people = await findPeople(
        db,
        all.flatMap(({ created }) => (created ? [created.createdByUserId] : [])),
    );
    // Events of these types contain all settings.
    const settingsIn = (event: StoredEvent | undefined) =>
        pickMembers((event?.data ?? {}) as FlagSettingsUpdate, UNPUBLISHED_MEMBERS);
    const owners = await findOwners(
        db,
        all.flatMap(({ described }) => {
            const { owner } = settingsIn(described);
            return owner ? [ownerText(owner)] : [];
        }),
    );
    return (name) => {
        const { created, described, newest } = eventsByFlag.get(name) ?? {};
        const { owner, ...settings } = settingsIn(described);
        const named = owner && owners.get(ownerText(owner));
        return {
            createdAt: created?.createdAt ?? '',
            createdBy: creatorIn(created, people),
            settings: { ...settings, ...(named && { owner: named }) },
            tags: newest?.tags ?? [],
        };
    };
}

/** Returns the events of each flag that contain its past facts. */
async function relevantEvents(db: Db, names: string[], revision: number) {
    const rows = await flagEventIdsOf(db, names, revision);
    const ids = [...new Set(rows.flatMap(({ created, described, newest }) => [created, described, newest]))];
    const events = new Map<number, StoredEvent>();
    for (const chunk of chunked(ids.filter((id) => id !== null))) {
        const eventRows = await selectEvents(db).where('id', 'in', chunk).execute();
        for (const row of eventRows) events.set(row.id, toEvent(row));
    }
    const named = <Name extends string>(name: Name, id: number | null) => {
        const event = id === null ? undefined : events.get(id);
        return event && ({ [name]: event } as Record<Name, StoredEvent>);
    };
    return rows.map(({ flag, created, described, newest }) => ({
        flag,
        created: named('created', created),
        described: named('described', described),
        newest: named('newest', newest),
    }));
}

/** Returns the links of a flag at a revision, in the order in which they were added. */
export async function linksAt(db: Db, flag: string, revision: number): Promise<FlagLink[]> {
    const rows = await selectEvents(db)
        .where('feature_name', '=', flag)
        .where('type', 'in', ['feature-created', 'feature-link-added', 'feature-link-updated', 'feature-link-removed'])
        .where('id', '<=', revision)
        .orderBy('id')
        .execute();
    const links = new Map<string, FlagLink>();
    for (const { type, data, preData } of rows.map(toEvent)) {
        // A deleted flag may have had the same name.
        if (type === 'feature-created') links.clear();
        else if (type === 'feature-link-removed') links.delete((preData as FlagLink).id);
        else links.set((data as FlagLink).id, data as FlagLink);
    }
    return [...links.values()];
}
