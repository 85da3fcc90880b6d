import { type AdminActor, may } from '../../../../core/access/actor.ts';
import { invalid, noAccess, notAllowed } from '../../../../core/errors/errors.ts';
import type { ChangeRequestState } from '../../../../storage/tables/change-requests.ts';
import type { EnvironmentApprovalSettings } from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import { isAmongAuthors, NO_PERSON } from '../approvals/people.ts';
import { authorityOf } from './authority.ts';
import { isAuthor } from './change-request.access.ts';
import type { StoredRequest } from './change-request.queries.ts';

interface TransitionInput {
    actor: AdminActor;
    request: StoredRequest;
    settings: EnvironmentApprovalSettings;
}

/** Refuses actors without access to the transition. */
type ActorCheck = (input: TransitionInput) => void;

const author: ActorCheck = ({ actor, request }) => {
    if (isAuthor(actor, request)) return;
    throw notAllowed(`Only ${request.created_by}, the author, can do this. Leave a comment instead.`);
};

const authorOrAdmin: ActorCheck = ({ actor, request }) => {
    if (isAuthor(actor, request) || may(actor, 'ADMIN')) return;
    if (authorityOf(request).mayCancel(actor, request)) return;
    throw notAllowed(`Only ${request.created_by}, the author, or an administrator can do this.`);
};

const holder =
    (permission: 'APPROVE_CHANGE_REQUEST' | 'APPLY_CHANGE_REQUEST'): ActorCheck =>
    ({ actor, request: { project, environment } }) => {
        if (may(actor, permission, { project, environment })) return;
        throw noAccess([permission], ` in project "${project}" and environment "${environment}"`);
    };

/** Another user who may approve. All credentials of a user count as the same user. */
const reviewer: ActorCheck = (input) => {
    const { actor, request, settings } = input;
    holder('APPROVE_CHANGE_REQUEST')(input);
    if (settings.rules.selfApproval) return;
    if (isAmongAuthors(actor, request)) {
        throw notAllowed('Authors cannot review their own requests. Ask another user, or cancel the request.');
    }
    if (actor.personId === undefined) throw notAllowed(NO_PERSON);
};

const reviewerOrAuthor: ActorCheck = (input) => {
    if (!isAuthor(input.actor, input.request)) holder('APPROVE_CHANGE_REQUEST')(input);
};

interface Move {
    from: ChangeRequestState;
    to: ChangeRequestState;
    who: ActorCheck;
}

/** All transitions that users can request. Edits are not listed: they move a request back to review. */
const MOVES: readonly Move[] = [
    { from: 'Draft', to: 'In review', who: author },
    { from: 'In review', to: 'Approved', who: reviewer },
    // A further approval, which other affected environments may require.
    { from: 'Approved', to: 'Approved', who: reviewer },
    { from: 'In review', to: 'Rejected', who: reviewer },
    { from: 'Approved', to: 'Rejected', who: reviewer },
    { from: 'Scheduled', to: 'Rejected', who: reviewerOrAuthor },
    { from: 'Draft', to: 'Cancelled', who: authorOrAdmin },
    { from: 'In review', to: 'Cancelled', who: authorOrAdmin },
    { from: 'Approved', to: 'Cancelled', who: authorOrAdmin },
    { from: 'Scheduled', to: 'Cancelled', who: authorOrAdmin },
    { from: 'Approved', to: 'Applied', who: holder('APPLY_CHANGE_REQUEST') },
    { from: 'Approved', to: 'Scheduled', who: holder('APPLY_CHANGE_REQUEST') },
    { from: 'Scheduled', to: 'Applied', who: holder('APPLY_CHANGE_REQUEST') },
    { from: 'Scheduled', to: 'Scheduled', who: holder('APPLY_CHANGE_REQUEST') },
];

/** Refuses unknown transitions, and actors without access. */
export function demandMove(input: TransitionInput, to: ChangeRequestState): void {
    const { id, state } = input.request;
    const move = MOVES.find((each) => each.from === state && each.to === to);
    if (!move)
        throw invalid(
            `Change request ${id} is ${state}, so it cannot become ${to}. ${nextStates(state)}`,
            '/body/state',
        );
    move.who(input);
}

function nextStates(state: ChangeRequestState): string {
    const to = MOVES.filter(({ from }) => from === state).map((move) => move.to);
    return to.length === 0 ? 'This state is final. Propose the change again.' : `It can become ${to.join(', ')}.`;
}

/** Whether the actor could move the request to that state now. */
export function mayMove(input: TransitionInput, to: ChangeRequestState): boolean {
    try {
        demandMove(input, to);
        return true;
    } catch {
        return false;
    }
}
