import { expect, test } from 'vitest';
import { describeResults, describeRule, NEW_RULE, problemOfRule } from './signal-rules.ts';

const rule = {
    ...NEW_RULE,
    ...{ feature: 'checkout', environment: 'production', action: 'disableFeatureEnvironment' as const },
    filters: [
        { parameter: 'status', operator: 'IN' as const, values: ['firing'] },
        { parameter: 'commonLabels.severity', operator: 'IN' as const, values: ['critical', 'page'] },
    ],
};

test('a rule is one sentence: what it does, where, and when', () => {
    expect(describeRule(rule)).toBe(
        'Turn checkout off in production if status is one of firing and commonLabels.severity is one of critical, page',
    );
});

test('a rule without a flag, a filter or a value is incomplete', () => {
    expect(problemOfRule(rule)).toBeUndefined();
    expect(problemOfRule({ ...rule, feature: '' })).toBe('Choose a flag');
    expect(problemOfRule({ ...rule, filters: [] })).toContain('every signal would act');
    expect(problemOfRule({ ...rule, filters: [{ parameter: 'status', operator: 'IN', values: [] }] })).toContain(
        'compare',
    );
    expect(problemOfRule({ ...rule, filters: [...rule.filters, rule.filters[0]!] })).toContain('one filter');
});

test('the log says whether a signal acted, would have acted, or matched nothing', () => {
    const result = { feature: 'checkout', environment: 'production', action: rule.action };

    expect(describeResults([])).toBe('No rules');
    expect(describeResults([{ ...result, outcome: 'not matched' }])).toBe('No rule matched');
    expect(describeResults([{ ...result, outcome: 'dry run' }])).toBe(
        'checkout in production: would have acted (dry run)',
    );
});
