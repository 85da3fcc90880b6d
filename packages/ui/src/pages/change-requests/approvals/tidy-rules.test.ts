import { expect, test } from 'vitest';
import { tidyRules } from './tidy-rules.ts';

test('empty members and default values are omitted', () => {
    expect(tidyRules({})).toEqual({});
    expect(
        tidyRules({
            groups: [{ group: 0, approvals: 1 }],
            additionalApprovals: [{ when: { tag: '' }, approvals: 2 }],
            frozen: [{ from: '', to: '', timeZone: 'UTC' }],
            excludedApprovers: { users: [], groups: [] },
            selfApproval: false,
            reasonRequired: false,
            bypass: 'allowed',
        } as never),
    ).toEqual({});
});

test('the rule about turning off is kept once it is set, because the service keeps an omitted value', () => {
    expect(tidyRules({ turnOffWithoutApproval: false })).toEqual({ turnOffWithoutApproval: false });
    expect(tidyRules({ turnOffWithoutApproval: true })).toEqual({ turnOffWithoutApproval: true });
});

test('complete members are unchanged', () => {
    const rules = {
        groups: [{ group: 3, approvals: 1 }],
        additionalApprovals: [{ when: { tag: 'simple:payments' }, approvals: 2 }],
        excludedApprovers: { users: [5], groups: [] },
        selfApproval: true,
        reasonRequired: true,
        bypass: 'never',
    } as never;
    expect(tidyRules(rules)).toEqual(rules);
});
