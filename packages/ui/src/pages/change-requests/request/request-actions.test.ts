import { expect, test } from 'vitest';
import type { ChangeRequest } from './change-request.queries.ts';
import { actionsOf } from './request-actions.ts';

const person = (id: number) => ({ id, username: `user ${id}`, name: `User ${id}`, imageUrl: '' });
const [AUTHOR, REVIEWER] = [1, 2];

const request = (state: ChangeRequest['state'], more: Partial<ChangeRequest> = {}) => ({
    kind: 'request' as const,
    state,
    createdBy: person(AUTHOR),
    approvals: [],
    contentHash: 'one',
    needed: { approvals: 2, given: 0, missing: ['2 more approvals.'] },
    features: [],
    segments: [],
    settings: [],
    ...more,
});

const offered = (seen: ReturnType<typeof request>, id: number, permissions: string[] = [], rules = {}) =>
    actionsOf(seen, { id, may: (permission) => permissions.includes(permission), rules }).map(({ action, unless }) =>
        unless ? `${action}: ${unless}` : action,
    );

const OWNER = ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'];

test('only the author of a draft can send it, and other users have no actions', () => {
    expect(offered(request('Draft'), AUTHOR)).toEqual(['send']);
    expect(offered(request('Draft'), REVIEWER, OWNER)).toEqual([]);
});

test('in review, other users approve or reject, and the author can cancel', () => {
    expect(offered(request('In review'), REVIEWER, OWNER)).toEqual([
        'approve',
        'apply: 2 more approvals.',
        'schedule: 2 more approvals.',
        'reject',
    ]);
    expect(offered(request('In review'), AUTHOR)).toEqual([
        'apply: 2 more approvals.',
        'schedule: 2 more approvals.',
        'cancel',
    ]);
    expect(offered(request('In review'), 3)).toEqual([]);
});

test('the last missing approval can be given and applied in one step by users who may apply', () => {
    const oneMissing = { needed: { approvals: 2, given: 1, missing: ['One more approval.'] } };
    expect(offered(request('In review', oneMissing), REVIEWER, OWNER)).toEqual([
        'approve-and-apply',
        'approve',
        'schedule: One more approval.',
        'reject',
    ]);
    expect(offered(request('In review', oneMissing), REVIEWER, ['APPROVE_CHANGE_REQUEST'])).toEqual([
        'approve',
        'reject',
    ]);
    expect(offered(request('In review', oneMissing), AUTHOR, OWNER)).not.toContain('approve-and-apply');
    const groupMissing = {
        approvals: 2,
        given: 1,
        missing: ['One more approval.', '1 must come from the group Crew.'],
    };
    expect(offered(request('In review', { needed: groupMissing }), REVIEWER, OWNER)[0]).toBe('approve');
});

test('an author can approve only if the rules allow it, and a user can approve only once', () => {
    expect(offered(request('In review'), AUTHOR, OWNER)[0]).toMatch(/^approve: You cannot approve your own request/);
    expect(offered(request('In review'), AUTHOR, OWNER, { selfApproval: true })[0]).toBe('approve');
    const approval = { createdBy: person(REVIEWER), createdAt: '', contentHash: 'one' };
    expect(offered(request('In review', { approvals: [approval] }), REVIEWER, OWNER)[0]).toMatch(
        /You already approved this request/,
    );
    expect(
        offered(request('In review', { approvals: [{ ...approval, contentHash: 'old' }] }), REVIEWER, OWNER)[0],
    ).toBe('approve');
});

test('an approved request can be applied by permitted users, and the author sees who they are', () => {
    expect(offered(request('Approved'), REVIEWER, OWNER)).toEqual(['apply', 'schedule', 'reject']);
    expect(offered(request('Approved'), AUTHOR)).toEqual([
        expect.stringMatching(/^apply: You do not have permission to apply/),
        expect.stringMatching(/^schedule: /),
        'cancel',
    ]);
});

test('users who may bypass approval can apply a request in an emergency if the rules allow it', () => {
    const may = [...OWNER, 'SKIP_CHANGE_REQUEST'];
    expect(offered(request('In review'), REVIEWER, may)).toContain('break-glass');
    expect(offered(request('In review'), REVIEWER, may, { bypass: 'nobody' })).not.toContain('break-glass');
});

test('break glass is hidden if it covers none of the changes, and disabled if it does not cover all', () => {
    const change = { id: 1, action: 'updateChangeRequestConfig', createdAt: '', createdBy: person(AUTHOR) };
    const settings = [change] as ChangeRequest['settings'];
    const features = [{ name: 'lantern', changes: [{ ...change, id: 2, action: 'archiveFeature' }] }];
    const mixed = { settings, features: features as ChangeRequest['features'] };
    const may = [...OWNER, 'SKIP_CHANGE_REQUEST'];
    const breakGlassOf = (content: Partial<ChangeRequest>, permissions = may) =>
        offered(request('In review', content), REVIEWER, permissions).filter((each) => each.startsWith('break-glass'));

    expect(breakGlassOf({ ...mixed, notCoveredByBreakGlass: [] })).toEqual(['break-glass']);
    expect(breakGlassOf({ settings, notCoveredByBreakGlass: [1] })).toEqual([]);
    expect(breakGlassOf({ ...mixed, notCoveredByBreakGlass: [1] })).toEqual([
        expect.stringMatching(/^break-glass: .*does not cover changes of the approval rules/),
    ]);
    expect(breakGlassOf({ ...mixed, notCoveredByBreakGlass: [1] }, OWNER)).toEqual([]);
});

test('a scheduled request can be rescheduled, applied or stopped; a closed request has no actions', () => {
    expect(offered(request('Scheduled'), REVIEWER, OWNER)).toEqual(['apply', 'schedule', 'reject']);
    for (const state of ['Applied', 'Cancelled', 'Rejected'] as const) {
        expect(offered(request(state), REVIEWER, [...OWNER, 'ADMIN'])).toEqual([]);
    }
});

test('an emergency change is confirmed or objected to by another user', () => {
    const broken = { reason: 'fire', userId: REVIEWER, name: 'user 2', at: '', review: 'pending' as const };
    expect(offered(request('Applied', { breakGlass: broken }), 3, OWNER)).toEqual(['confirm', 'object']);
    expect(offered(request('Applied', { breakGlass: broken }), REVIEWER, OWNER)).toEqual([]);
    expect(offered(request('Applied', { breakGlass: { ...broken, review: 'confirmed' } }), 3, OWNER)).toEqual([]);
});
