import type { Change } from '../../../../changes/change.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import { notAllowed } from '../../../../core/errors/errors.ts';
import { findActor } from '../../../../identity/accounts/users/actor.queries.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';

interface Authored {
    created_by_user_id: number;
    people: readonly number[] | null;
}

/** Returns the users who proposed or edited a request, whatever credentials they used. */
export const authorsOf = ({ created_by_user_id, people }: Authored): readonly number[] => [
    created_by_user_id,
    ...(people ?? []),
];

/** Whether the user behind the credentials contributed, or may have contributed, to the content of the request. */
export const isAmongAuthors = ({ id, personId = id }: AdminActor, request: Authored): boolean =>
    authorsOf(request).includes(personId) || (request.people === null && request.created_by_user_id === id);

/** The id in `people` of an unknown person, who holds a token that the operator set. */
const UNKNOWN_PERSON = 0;

/** Returns the value of `people` after the actor edited the request. */
export const addToPeople = ({ personId = UNKNOWN_PERSON }: AdminActor, people: readonly number[]): number[] => [
    ...new Set([...people, personId]),
];

/** Whether an unknown person proposed or edited the request. Older releases did not store them in `people`. */
export const hasUnknownAuthor = ({ created_by_user_id, people }: Authored): boolean =>
    people === null ? created_by_user_id < 0 : people.length === 0 || people.includes(UNKNOWN_PERSON);

export const NO_PERSON =
    'Only users can approve, and the user who created this token is unknown. Sign in, or use a personal access token.';

/** The user in whose name a review is stored. */
export interface Reviewer {
    id: number;
    name: string;
}

/** Returns the reviewer. A review that is sent with a token belongs to the user who created the token. */
export async function reviewerBehind(
    { tx, actor }: Pick<Change, 'tx' | 'actor'>,
    { project, environment }: Pick<StoredRequest, 'project' | 'environment'>,
): Promise<Reviewer> {
    if (actor.personId === undefined || actor.personId === actor.id) return actor;
    const person = await findActor(tx, actor.personId);
    if (person && may(person, 'APPROVE_CHANGE_REQUEST', { project, environment })) return person;
    throw notAllowed(
        `${person?.name ?? 'The user'} who created this token can no longer approve changes in ${environment}. Sign in, or use a personal access token.`,
    );
}

/** Event data that names the owner of the token with which a review was sent. */
export const personInEvent = ({ actor }: Pick<Change, 'actor'>, { id, name }: Reviewer) =>
    id === actor.id ? {} : { reviewer: { id, username: name } };
