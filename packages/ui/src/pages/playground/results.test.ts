import { expect, test } from 'vitest';
import type { PlaygroundEntry } from './playground.queries.ts';
import { differs, evaluatedContexts, type FlagResults, resultAt, verdictOf } from './results.ts';

type Verdict = boolean | 'unknown';

const entry = (context: Record<string, string>, isEnabled: boolean, result: Verdict, strategies: unknown[] = []) =>
    ({ context, isEnabled, strategies: { result, data: strategies }, variant: null }) as unknown as PlaygroundEntry;

const flag = (name: string, environments: Record<string, PlaygroundEntry[]>) =>
    ({ name, environments }) as unknown as FlagResults;

test('columns are named after the fields in which the contexts differ', () => {
    const [ada, bob] = [
        { userId: 'ada', appName: 'shop' },
        { userId: 'bob', appName: 'shop' },
    ];
    const flags = [
        flag('a', { dev: [entry(ada, true, true), entry(bob, false, false)], live: [entry(ada, true, true)] }),
    ];

    const contexts = evaluatedContexts(flags, ['dev', 'live', 'unused']);

    expect(contexts).toEqual([
        { environment: 'dev', index: 0, who: 'ada' },
        { environment: 'dev', index: 1, who: 'bob' },
        { environment: 'live', index: 0, who: '' },
    ]);
    expect(resultAt(flags[0]!, contexts[1]!)?.context).toEqual(bob);
});

test('a disabled strategy does not make the result unknown', () => {
    const open = { disabled: false, result: { enabled: 'unknown' } };

    expect(verdictOf(entry({}, true, true))).toBe('on');
    expect(verdictOf(entry({}, false, 'unknown', [open]))).toBe('unknown');
    expect(verdictOf(entry({}, false, 'unknown', [{ ...open, disabled: true }]))).toBe('off');
    expect(verdictOf(entry({}, false, false, [open]))).toBe('off');
});

test('a flag differs if not all contexts get the same result', () => {
    expect(differs(flag('a', { dev: [entry({}, true, true), entry({}, true, true)] }))).toBe(false);
    expect(differs(flag('a', { dev: [entry({}, true, true)], live: [entry({}, false, false)] }))).toBe(true);
});
