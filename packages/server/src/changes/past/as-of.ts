import { Type } from 'typebox';
import type { AdminActor } from '../../core/access/actor.ts';
import type { Db } from '../../storage/database.ts';
import { findMoment, type Moment } from '../moment.ts';
import { knownAt, type VisiblePast } from './known-at.ts';

/** The parameter for reading a past state: in the query, or in the body of a POST request. */
export const AsOf = Type.String({
    minLength: 1,
    maxLength: 100,
    description:
        'The moment of the result: a revision (the id of an event), or an ISO 8601 time with its time zone. Default: now',
});

export const AsOfQuery = Type.Object({ asOf: Type.Optional(AsOf) });

type MomentDependencies = { db: Db; clock: () => Date };

/** Returns the requested moment, or undefined for the current state. */
export async function requestedMoment(
    { db, clock }: MomentDependencies,
    asOf: string | undefined,
    path = '/query/asOf',
): Promise<Moment | undefined> {
    return asOf === undefined ? undefined : findMoment(db, { text: asOf, now: clock(), path });
}

/** Returns the requested moment with the objects that the caller may see at that moment. */
export async function requestedPast(
    dependencies: MomentDependencies,
    actor: AdminActor,
    asOf: string | undefined,
): Promise<{ moment: Moment; known: VisiblePast } | undefined> {
    const moment = await requestedMoment(dependencies, asOf);
    return moment && { moment, known: await knownAt(dependencies.db, actor, moment.revision) };
}
