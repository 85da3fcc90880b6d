import { expect, test } from 'vitest';
import { demandBounded, readContext } from './context-combinations.ts';

const contextOf = (users: number) =>
    readContext({ appName: 'x', userId: Array.from({ length: users }, (_, index) => index).join(',') }, true);

test('a few contexts are allowed regardless of the number of flags', () => {
    expect(() => demandBounded({ environments: 1, flags: 20_000, context: contextOf(8) })).not.toThrow();
    expect(() => demandBounded({ environments: 3, flags: 20_000, context: contextOf(8) })).toThrow('fewer');
    expect(() => demandBounded({ environments: 1, flags: 100, context: contextOf(150) })).not.toThrow();
    expect(() => demandBounded({ environments: 1, flags: 101, context: contextOf(150) })).toThrow('fewer');
});
