import { type AdminActor, may } from '../../../../core/access/actor.ts';
import type { ApprovalRules } from '../../../catalogue/approval-rules/approval-rules.ts';
import type { EnvironmentApprovalSettings } from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import type { MeasuredEffect } from '../request/change-request.queries.ts';
import { hasUnknownAuthor } from './people.ts';

/** The population of an effect if no flag is affected, so that nothing was evaluated. */
export const NOBODY = 'nobody';

/** The fields of a request that determine whether it is approved. */
export interface ReviewSubject {
    created_by_user_id: number;
    people: readonly number[] | null;
    content_hash: string;
    effect: MeasuredEffect | null;
    changes: readonly unknown[];
    reviews: readonly { verdict: string; content_hash: string; created_by_user_id: number; created_by: string }[];
}

/** The current state outside of the request that determines whether it is approved. */
export interface ApprovalContext {
    /** The reviewers by user id; without users who were deleted or may not sign in. */
    reviewers: ReadonlyMap<number, { actor: AdminActor; groups: readonly number[] }>;
    groupNames: ReadonlyMap<number, string>;
    /** Tags of the changed flags: `type:value`. */
    tags: ReadonlySet<string>;
    flagTypes: ReadonlySet<string>;
}

export interface ApprovalStatus {
    needed: number;
    given: number;
    /** Descriptions of the missing approvals. */
    missing: string[];
    isApproved: boolean;
}

/**
 * Returns whether a request has the approvals that an environment requires. Only approvals of exactly the current content count, by
 * users who may approve there now.
 */
export function approvalStatusOf(
    request: ReviewSubject,
    settings: EnvironmentApprovalSettings,
    now: ApprovalContext,
): ApprovalStatus {
    const { rules, environment } = settings;
    const approvals = request.reviews.filter(({ verdict }) => verdict === 'approved');
    const assessedReviews = approvals.map((review) => ({
        review,
        reasonAgainst: findReasonAgainst(review, request, settings, now),
    }));
    const counting = onePerPerson(
        assessedReviews.filter(({ reasonAgainst }) => reasonAgainst === undefined).map(({ review }) => review),
        now,
    );
    const demands = [{ approvals: settings.requiredApprovals, because: '' }, ...demandsOf(rules, request, now)];
    const highest = demands.reduce((most, each) => (each.approvals > most.approvals ? each : most));
    // One of the approvals may be given by the unknown author.
    const additional = hasUnknownAuthor(request) && !rules.selfApproval ? 1 : 0;
    const needed = highest.approvals + additional;
    const missing: string[] = [];
    if (request.changes.length === 0) missing.push('The change request is empty. Add a change.');
    const lacking = needed - counting.length;
    if (lacking > 0) {
        missing.push(
            `${lacking === 1 ? 'One more approval is' : `${lacking} more approvals are`} needed from users who can approve changes in ${environment}${highest.because}.${additional > 0 ? UNKNOWN_AUTHOR : ''}`,
        );
    }
    for (const { group, approvals: required } of rules.groups ?? []) {
        const neededFrom = required + additional;
        const from = counting.filter((review) => now.reviewers.get(review.created_by_user_id)!.groups.includes(group));
        if (from.length >= neededFrom) continue;
        const name = now.groupNames.get(group) ?? `${group}, which no longer exists`;
        missing.push(`${neededFrom - from.length} of the approvals must come from the group ${name}.`);
    }
    const isApproved = missing.length === 0;
    if (!isApproved) missing.push(...assessedReviews.flatMap(({ reasonAgainst }) => reasonAgainst ?? []));
    return { needed, given: counting.length, missing, isApproved };
}

const UNKNOWN_AUTHOR =
    ' The rules require one less, but the owner of the token that proposed it is unknown and may be one of these users. Propose changes with a personal access token to avoid this.';

/**
 * Keeps one approval per person. The person behind an approval with a token of unknown origin may be one of the other reviewers, so
 * such an approval counts only if it is the only one.
 */
function onePerPerson<Review extends { created_by_user_id: number }>(
    reviews: readonly Review[],
    { reviewers }: ApprovalContext,
): readonly Review[] {
    const known = reviews.filter(
        ({ created_by_user_id }) => reviewers.get(created_by_user_id)!.actor.personId !== undefined,
    );
    return known.length > 0 ? known : reviews.slice(0, 1);
}

/** Returns the reason why an approval does not count; undefined if it counts. */
function findReasonAgainst(
    review: ReviewSubject['reviews'][number],
    request: ReviewSubject,
    { project, environment, rules }: EnvironmentApprovalSettings,
    { reviewers }: ApprovalContext,
): string | undefined {
    const { created_by_user_id: id, created_by: name } = review;
    const isNot = (why: string) => `The approval of ${name} does not count: ${why}.`;
    if (review.content_hash !== request.content_hash) return isNot('it applied to an earlier version');
    const isOwn = id === request.created_by_user_id || request.people?.includes(id);
    if (isOwn && !rules.selfApproval) return isNot('authors cannot approve their own requests');
    const reviewer = reviewers.get(id);
    if (!reviewer) return isNot('the account was deleted');
    if (reviewer.actor.personId === undefined && !rules.selfApproval) {
        return isNot('it was given with a token, and the person who used it is unknown');
    }
    if (!may(reviewer.actor, 'APPROVE_CHANGE_REQUEST', { project, environment })) {
        return isNot(`the user cannot approve changes in ${environment}`);
    }
    if (isExcluded(rules, id, reviewer.groups)) return isNot('the rules exclude it');
    return undefined;
}

export const isExcluded = ({ excludedApprovers = {} }: ApprovalRules, userId: number, groups: readonly number[]) =>
    (excludedApprovers.users ?? []).includes(userId) ||
    (excludedApprovers.groups ?? []).some((group) => groups.includes(group));

/** Returns the increased numbers of approvals that apply to the changes of the request, with the reasons. */
function demandsOf(
    { additionalApprovals = [] }: ApprovalRules,
    { effect }: ReviewSubject,
    { tags, flagTypes }: ApprovalContext,
) {
    return additionalApprovals.flatMap(({ when, approvals }) => {
        const because = reasonFor(when, { effect, tags, flagTypes });
        return because === undefined ? [] : [{ approvals, because: `, because ${because}` }];
    });
}

type RuleCondition = NonNullable<ApprovalRules['additionalApprovals']>[number]['when'];

function reasonFor(
    { changesMoreThanPercent: limit, tag, flagType }: RuleCondition,
    { effect, tags, flagTypes }: Pick<ReviewSubject, 'effect'> & Pick<ApprovalContext, 'tags' | 'flagTypes'>,
): string | undefined {
    if (tag !== undefined) return tags.has(tag) ? `it changes a flag with the tag ${tag}` : undefined;
    if (flagType !== undefined) return flagTypes.has(flagType) ? `it changes a flag of type ${flagType}` : undefined;
    if (limit === undefined) return undefined;
    // An effect that could not be measured counts as unknown.
    if (!effect || (effect.evaluated === 0 && effect.population !== NOBODY))
        return 'the number of affected users is unknown';
    const percent = (effect.changed / Math.max(1, effect.evaluated)) * 100;
    return percent > limit ? `it affects ${Math.round(percent * 10) / 10} % of the evaluated users` : undefined;
}
