import { Type } from 'typebox';
import { findMoment, type Moment } from '../../changes/moment.ts';
import type { Db } from '../../storage/database.ts';

/** The member by which a read asks for the past: in the query, or in the body of what is asked by POST. */
export const AsOf = Type.String({
    minLength: 1,
    maxLength: 100,
    description:
        'The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now',
});

/** The moment that a request asks for; undefined: now. */
export async function momentAsked(
    { db, clock }: { db: Db; clock: () => Date },
    asOf: string | undefined,
    path = '/query/asOf',
): Promise<Moment | undefined> {
    return asOf === undefined ? undefined : findMoment(db, { text: asOf, now: clock(), path });
}
