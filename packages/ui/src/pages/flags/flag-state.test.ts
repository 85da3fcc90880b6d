import { expect, test } from 'vitest';
import type { Flag } from '../../api/types.ts';
import { hasOnlyDisabled, isOnlyEnabledStrategy, reordered, withSwitch } from './flag-state.ts';

const flagWith = (enabled: boolean, strategies: { id: string; disabled?: boolean }[]) =>
    ({ name: 'lantern', environments: [{ name: 'dev', enabled, strategies, releasePlans: [] }] }) as unknown as Flag;

test('a flag is on because of a single strategy if all others are disabled', () => {
    const flag = flagWith(true, [{ id: 'a' }, { id: 'b', disabled: true }]);

    expect(isOnlyEnabledStrategy(flag, 'dev', 'a')).toBe(true);
    expect(isOnlyEnabledStrategy(flag, 'dev', 'b')).toBe(false);
    expect(isOnlyEnabledStrategy(flag, 'dev', 'gone')).toBe(false);
    expect(isOnlyEnabledStrategy(flag, 'elsewhere', 'a')).toBe(false);
    expect(isOnlyEnabledStrategy(flagWith(false, [{ id: 'a' }]), 'dev', 'a')).toBe(false);
    expect(isOnlyEnabledStrategy(flagWith(true, [{ id: 'a' }, { id: 'b' }]), 'dev', 'a')).toBe(false);
});

test('only disabled strategies means that strategies exist and all are disabled', () => {
    expect(hasOnlyDisabled({ hasStrategies: true, hasEnabledStrategies: false })).toBe(true);
    expect(hasOnlyDisabled({ hasStrategies: true, hasEnabledStrategies: true })).toBe(false);
    expect(hasOnlyDisabled({ hasStrategies: false, hasEnabledStrategies: false })).toBe(false);
    expect(hasOnlyDisabled(undefined)).toBe(false);
});

test('a switch changes one environment and does not modify the given flag', () => {
    const flag = {
        environments: [
            { name: 'dev', enabled: false },
            { name: 'live', enabled: false },
        ],
    };

    expect(withSwitch(flag, 'live', true).environments).toEqual([
        { name: 'dev', enabled: false },
        { name: 'live', enabled: true },
    ]);
    expect(flag.environments[1]?.enabled).toBe(false);
});

test('strategies are in the requested order', () => {
    const ids = (flag: Flag) => flag.environments[0]?.strategies.map(({ id }) => id);

    expect(ids(reordered(flagWith(true, [{ id: 'a' }, { id: 'b' }, { id: 'c' }]), 'dev', ['c', 'a', 'b']))).toEqual([
        'c',
        'a',
        'b',
    ]);
});
