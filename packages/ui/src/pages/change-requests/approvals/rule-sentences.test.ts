import { expect, test } from 'vitest';
import { ruleSentences } from './rule-sentences.ts';

const names = {
    group: (id: number) => ({ 7: 'Release managers' })[id],
    person: (id: number) => ({ 3: 'Ada' })[id],
};

const inProduction = (approvals: number, rules: Parameters<typeof ruleSentences>[0]['rules'] = {}) =>
    ruleSentences({ environment: 'production', isOn: true, approvals, rules }, names, 'en-GB');

test('an environment without required approvals is described', () => {
    expect(ruleSentences({ environment: 'development', isOn: false, approvals: 1, rules: {} }, names)).toEqual([
        'In development, changes by users with the permission take effect immediately.',
    ]);
});

test('the number of approvals, the approvers and the frozen times form one sentence', () => {
    const [first] = inProduction(2, {
        groups: [{ group: 7, approvals: 1 }],
        frozen: [
            { timeZone: 'Europe/Oslo', days: [5, 6], from: '18:00', to: '18:00' },
            { timeZone: 'Europe/Oslo', days: [7], from: '18:00', to: '08:00' },
        ],
    });
    expect(first).toBe(
        'In production a change needs 2 approvals, one from Release managers; nothing goes live from Friday 18:00 to Monday 08:00 (Europe/Oslo).',
    );
});

test('the exception for turning flags off is mentioned', () => {
    expect(inProduction(1, { turnOffWithoutApproval: true })).toContain('Turning a flag off needs no approval.');
    expect(inProduction(1, { turnOffWithoutApproval: false }).join(' ')).not.toContain('Turning a flag off');
});

test('a range of days is shown with its dates', () => {
    const [first] = inProduction(1, {
        frozen: [{ timeZone: 'Europe/Oslo', from: '2026-12-20T00:00', to: '2027-01-02T08:00' }],
    });
    expect(first).toBe(
        'In production a change needs 1 approval; nothing goes live from 20 Dec 2026, 00:00 to 2 Jan 2027, 08:00 (Europe/Oslo).',
    );
});

test('times follow the locale of the reader', () => {
    const frozen = [{ timeZone: 'Europe/Oslo', days: [1], from: '08:00', to: '18:30' }];
    const settings = { environment: 'production', isOn: true, approvals: 1, rules: { frozen } };
    expect(ruleSentences(settings, names, 'en-US')[0]).toMatch(
        /on Monday from 8:00\sAM to 6:30\sPM \(Europe\/Oslo\)\.$/,
    );
});

test('additional approvals, excluded approvers and bypass rules follow', () => {
    expect(
        inProduction(1, {
            additionalApprovals: [
                { when: { changesMoreThanPercent: 25 }, approvals: 3 },
                { when: { tag: 'team:payments' }, approvals: 2 },
                { when: { flagType: 'kill-switch' }, approvals: 2 },
            ],
            excludedApprovers: { users: [3, 4], groups: [7] },
            reasonRequired: true,
            bypass: 'nobody',
        }).slice(1),
    ).toEqual([
        'A change that affects more than 25% of users needs 3 approvals.',
        'A change of a flag tagged team:payments needs 2 approvals.',
        'A change of a flag of type kill-switch needs 2 approvals.',
        'Approvals by Ada, user 4 and Release managers do not count.',
        'Authors cannot approve their own changes.',
        'A reason is required to send a request to review, and to bypass approval.',
        'Nobody can bypass approval, not even administrators.',
    ]);
});
