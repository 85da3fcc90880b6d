import type { ExpressionBuilder } from 'kysely';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { enqueueMail } from '../../../identity/accounts/mail/mail-queue.ts';
import { findActor } from '../../../identity/accounts/users/actor.queries.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { peopleOfOwner } from './flag-owner.queries.ts';

/** The maximum number of flags in one mail; its link leads to all of them. */
const MAX_NAMED_FLAGS = 30;
/** The maximum number of flags per run; the rest follows on the next day. */
const MAX_FLAGS_PER_RUN = 1_000;

interface OldFlag {
    name: string;
    project: string;
    owner: string;
    stale: boolean | null;
}

/**
 * Notifies owners of their flags that were marked as stale, or have outlived their type, since the last mail: one mail each,
 * regardless of the number of flags. A flag that was active again in between is mentioned again when it becomes stale once more.
 */
export async function notifyOwnersOfOldFlags(tx: Tx, now: string): Promise<void> {
    await deleteEntriesOfActiveFlags(tx);
    const flags = await listFlagsToMention(tx);
    const byOwner = Map.groupBy(flags, ({ owner }) => owner);
    const byPerson = new Map<number, OldFlag[]>();
    for (const [owner, ofOwner] of byOwner) {
        for (const id of await peopleOfOwner(tx, owner)) byPerson.set(id, [...(byPerson.get(id) ?? []), ...ofOwner]);
    }
    for (const [userId, own] of byPerson) {
        const reader = await findActor(tx, userId);
        // Owners need not be members: a private project stays hidden from them.
        const known = reader ? own.filter(({ project }) => mayKnowOf(reader, project)) : [];
        if (known.length === 0) continue;
        await enqueueMail(tx, { kind: 'old-flags', userId, address: '', now, content: contentOf(known) });
    }
    await storeNotifiedOwners(tx, flags, now);
}

async function storeNotifiedOwners(tx: Tx, flags: readonly OldFlag[], now: string): Promise<void> {
    for (const some of chunked(flags)) {
        await tx
            .insertInto('notified_owners')
            .values(some.map(({ name, owner }) => ({ flag: name, owner, notified_at: now })))
            .onConflict((conflict) =>
                conflict.column('flag').doUpdateSet(({ ref }) => ({
                    owner: ref('excluded.owner'),
                    notified_at: ref('excluded.notified_at'),
                })),
            )
            .execute();
    }
}

/** A user marked the flag as stale, or no user has decided and the flag has outlived its type. */
const isOld = ({ eb, or, and }: ExpressionBuilder<Tables, 'flags'>) =>
    or([eb('flags.stale', '=', true), and([eb('flags.stale', 'is', null), eb('flags.potentially_stale', '=', true)])]);

async function deleteEntriesOfActiveFlags(tx: Tx): Promise<void> {
    await tx
        .deleteFrom('notified_owners')
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    selectFrom('flags')
                        .select('flags.name')
                        .whereRef('flags.name', '=', 'notified_owners.flag')
                        .where('flags.archived_at', 'is', null)
                        .where(isOld),
                ),
            ),
        )
        .execute();
}

async function listFlagsToMention(tx: Tx): Promise<OldFlag[]> {
    const rows = await tx
        .selectFrom('flags')
        .leftJoin('notified_owners', (join) =>
            join.onRef('notified_owners.flag', '=', 'flags.name').onRef('notified_owners.owner', '=', 'flags.owner'),
        )
        .select(['flags.name', 'flags.project', 'flags.owner', 'flags.stale'])
        .where('flags.archived_at', 'is', null)
        .where('flags.owner', 'is not', null)
        .where('notified_owners.flag', 'is', null)
        .where(isOld)
        .orderBy('flags.project')
        .orderBy('flags.name')
        .limit(MAX_FLAGS_PER_RUN)
        .execute();
    return rows.flatMap(({ owner, ...flag }) => (owner === null ? [] : [{ ...flag, owner }]));
}

function contentOf(flags: readonly OldFlag[]) {
    const count = flags.length === 1 ? 'A flag' : `${flags.length} flags`;
    const owners = [...new Set(flags.map(({ owner }) => owner))];
    const named = flags
        .slice(0, MAX_NAMED_FLAGS)
        .map(
            ({ name, project, stale }) =>
                `${name} (project ${project}): ${stale ? 'marked as stale' : 'older than flags of its type should be'}`,
        );
    const rest = flags.length - named.length;
    return {
        subject: `${count} of yours ${flags.length === 1 ? 'has' : 'have'} grown old`,
        lines: [
            'you, or one of your groups, own these flags. Take them out of the code and archive them, or say that they are still needed.',
            ...named,
            ...(rest > 0 ? [`and ${rest} more`] : []),
        ],
        link: {
            path: `/search?owner=${encodeURIComponent(owners.join(','))}&state=old`,
            label: 'Show these flags',
        },
    };
}
