import { Type } from 'typebox';
import { findMoment, type Moment } from '../../../changes/moment.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { type KnownThings, knownAt } from './known-at.ts';

/** The member by which a read asks for the past: in the query, or in the body of what is asked by POST. */
export const AsOf = Type.String({
    minLength: 1,
    maxLength: 100,
    description:
        'The moment of the result: a revision (the id of an event), or an ISO 8601 time with its time zone. Default: now',
});

export const AsOfQuery = Type.Object({ asOf: Type.Optional(AsOf) });

type MomentDependencies = { db: Db; clock: () => Date };

/** The moment that a request asks for; undefined: now. */
export async function requestedMoment(
    { db, clock }: MomentDependencies,
    asOf: string | undefined,
    path = '/query/asOf',
): Promise<Moment | undefined> {
    return asOf === undefined ? undefined : findMoment(db, { text: asOf, now: clock(), path });
}

/** The same, with what the caller may know of that moment. */
export async function requestedPast(
    means: MomentDependencies,
    actor: AdminActor,
    asOf: string | undefined,
): Promise<{ moment: Moment; known: KnownThings } | undefined> {
    const moment = await requestedMoment(means, asOf);
    return moment && { moment, known: await knownAt(means.db, actor, moment.revision) };
}
