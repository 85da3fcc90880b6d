import { expect, test } from 'vitest';
import type { Grant } from '../../../../core/access/actor.ts';
import { type ApprovalContext, approvalStatusOf, type ReviewSubject } from './approvals.ts';

const AUTHOR = 1;
const place = { project: 'shop', environment: 'production', requiredApprovals: 1, rules: {} };

const request = (...reviews: Partial<ReviewSubject['reviews'][number]>[]): ReviewSubject => ({
    created_by_user_id: AUTHOR,
    people: null,
    content_hash: 'now',
    effect: null,
    changes: [{}],
    reviews: reviews.map((review) => ({
        verdict: 'approved',
        content_hash: 'now',
        created_by_user_id: 2,
        created_by: 'ada',
        ...review,
    })),
});

const someone = (...grants: Grant[]) => ({
    actor: { kind: 'admin' as const, name: 'ada', id: 2, personId: 2, grants, hiddenProjects: [] },
    groups: [] as number[],
});

const approver = someone({ permission: 'APPROVE_CHANGE_REQUEST', project: 'shop', environment: 'production' });

const contextWith = (reviewer = approver): ApprovalContext => ({
    reviewers: new Map([
        [2, reviewer],
        [AUTHOR, reviewer],
    ]),
    groupNames: new Map(),
    tags: new Set(),
    flagTypes: new Set(),
});

test('an approval counts if it has the current content hash and its author may approve in the environment', () => {
    expect(approvalStatusOf(request({}), place, contextWith())).toEqual({
        needed: 1,
        given: 1,
        missing: [],
        isApproved: true,
    });
});

test.each<[string, ReviewSubject, ApprovalContext, RegExp]>([
    ['of other content', request({ content_hash: 'before' }), contextWith(), /an earlier version/],
    [
        'of the author',
        request({ created_by_user_id: AUTHOR }),
        contextWith(),
        /authors cannot approve their own requests/,
    ],
    ['of someone who is gone', request({ created_by_user_id: 9 }), contextWith(), /deleted/],
    [
        'of someone who may approve elsewhere',
        request({}),
        contextWith(someone({ permission: 'APPROVE_CHANGE_REQUEST', project: 'shop', environment: 'development' })),
        /cannot approve changes/,
    ],
    ['that is a rejection', request({ verdict: 'rejected' }), contextWith(), /One more approval/],
])('an approval %s does not count', (_what, given, now, why) => {
    const { given: counted, isApproved, missing } = approvalStatusOf(given, place, now);

    expect({ counted, isApproved }).toEqual({ counted: 0, isApproved: false });
    expect(missing.join(' ')).toMatch(why);
});

test('an approver who belongs to one of several excluded groups is excluded', () => {
    const settings = { ...place, rules: { excludedApprovers: { groups: [7, 8] } } };

    for (const [groups, given] of [
        [[8, 9], 0],
        [[9], 1],
        [[], 1],
    ] as const) {
        expect(
            approvalStatusOf(request({}), settings, contextWith({ ...approver, groups: [...groups] })),
        ).toMatchObject({
            given,
        });
    }
});
