import { expect, test } from 'vitest';
import { type ApprovalInput, approvalOptions, isReasonNeeded, type OpenRequest } from './approval-options.ts';

const input = (members: Partial<ApprovalInput> = {}): ApprovalInput => ({
    environments: ['production'],
    rules: {},
    requests: [],
    maySkip: false,
    isUnproposable: false,
    isTurningOff: false,
    isScheduled: false,
    hasSteps: true,
    isOfOneEnvironment: true,
    ...members,
});

const approval = { createdBy: { id: 2, username: 'bob', name: 'Bob', imageUrl: '' }, createdAt: '', contentHash: 'a' };

const request = (id: number, state: OpenRequest['state'], members: Partial<OpenRequest> = {}): OpenRequest => ({
    id,
    state,
    title: `Request ${id}`,
    environment: 'production',
    approvals: [],
    features: [],
    ...members,
});

const choices = (of: ApprovalInput) => approvalOptions(of).options.map(({ choice }) => choice);

test('a change without approvals is applied now, and scheduled if the user prefers it', () => {
    const free = input({ environments: [] });
    expect(approvalOptions(free)).toMatchObject({ isProtected: false, options: [], preselected: 'now' });
    expect(approvalOptions({ ...free, isScheduled: true }).preselected).toBe('later');
    expect(approvalOptions({ ...free, isScheduled: true, hasSteps: false }).preselected).toBe('now');
    expect(approvalOptions({ ...free, isOfOneEnvironment: false }).isSchedulable).toBe(false);
});

test('a new request is offered next to every open request of the environment', () => {
    const requests = [
        request(1, 'In review', { features: ['gift', 'promo'].map((name) => ({ name, changes: [] })) }),
        request(2, 'Approved', { approvals: [approval, approval] }),
        request(3, 'Draft', { environment: 'staging' }),
    ];
    expect(approvalOptions(input({ requests })).options).toEqual([
        expect.objectContaining({
            choice: 2,
            label: 'Add to “Request 2”',
            description: 'Approved. Its 2 approvals will be cleared',
            verb: 'Add to request',
        }),
        expect.objectContaining({ choice: 1, description: 'In review, without approvals so far · gift, promo' }),
        expect.objectContaining({ choice: 'new', label: 'New request' }),
    ]);
    const many = Array.from({ length: 20 }, (_, index) => request(index + 1, 'In review'));
    expect(choices(input({ requests: [...many, request(99, 'Draft')] }))).toEqual([99, 20, 19, 18, 'new']);
});

test('a draft is selected at first, but never a request in review', () => {
    const requests = [request(1, 'Approved', { approvals: [approval] }), request(2, 'Draft')];
    expect(approvalOptions(input({ requests })).preselected).toBe(2);
    expect(approvalOptions(input({ requests: requests.slice(0, 1) })).preselected).toBe('new');
});

test('turning a flag off is selected as a new request, or as the most direct way', () => {
    const off = input({ isTurningOff: true, requests: [request(2, 'Draft')] });
    expect(approvalOptions(off).preselected).toBe('new');
    expect(choices(off)).toEqual([2, 'new']);
    expect(approvalOptions({ ...off, maySkip: true }).preselected).toBe('now');
    const glass = { ...off, maySkip: true, rules: { bypass: 'break-glass' } };
    expect(approvalOptions(glass).preselected).toBe('emergency');
    expect(choices({ ...glass, hasSteps: false })).toEqual([2, 'new']);
    expect(choices({ ...glass, isTurningOff: false })).toEqual([2, 'new']);
    // A scheduled change is not urgent.
    expect(approvalOptions({ ...off, maySkip: true, isScheduled: true }).preselected).toBe('new');
    const exempt = { ...off, rules: { turnOffWithoutApproval: true } };
    expect(approvalOptions(exempt)).toMatchObject({ isProtected: false, options: [], preselected: 'now' });
    expect(approvalOptions({ ...exempt, isTurningOff: false })).toMatchObject({ isProtected: true });
});

test('users who may bypass approvals propose by default', () => {
    const skipping = input({ maySkip: true });
    expect(approvalOptions(skipping).preselected).toBe('new');
    expect(choices(skipping)).toEqual(['new', 'now']);
    expect(choices({ ...skipping, rules: { bypass: 'forbidden' } })).toEqual(['new']);
});

test('a change that cannot be proposed is refused without the permission to bypass approvals', () => {
    const unproposable = input({ isUnproposable: true });
    expect(approvalOptions(unproposable)).toMatchObject({ isRefused: true, options: [], preselected: 'now' });
    expect(approvalOptions({ ...unproposable, maySkip: true })).toMatchObject({ isRefused: false });
});

test('a reason is needed in an emergency, and for a bypass if the rules require it', () => {
    const needed = (members: Partial<ApprovalInput>, choice: 'now' | 'emergency' | 'new') => {
        const of = input({ maySkip: true, ...members });
        return isReasonNeeded(choice, approvalOptions(of), of.rules);
    };
    expect(needed({}, 'emergency')).toBe(true);
    expect(needed({}, 'now')).toBe(false);
    expect(needed({ rules: { reasonRequired: true } }, 'now')).toBe(true);
    expect(needed({ rules: { reasonRequired: true } }, 'new')).toBe(false);
    expect(needed({ rules: { reasonRequired: true }, environments: [] }, 'now')).toBe(false);
});
