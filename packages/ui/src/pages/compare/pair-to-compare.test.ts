import { expect, test } from 'vitest';
import { pairToCompare } from './pair-to-compare.ts';

const [development, staging, production] = [
    { name: 'development', type: 'development' },
    { name: 'staging', type: 'pre-production' },
    { name: 'production', type: 'production' },
];

test('by default, production is compared with the environment before it', () => {
    expect(pairToCompare([development, staging, production], {})).toEqual({ from: 'staging', to: 'production' });
    expect(pairToCompare([production, development], {})).toEqual({ from: 'development', to: 'production' });
    expect(pairToCompare([development, staging], {})).toEqual({ from: 'development', to: 'staging' });
});

test('requested environments are used if they exist, and an environment is never compared with itself', () => {
    const all = [development, staging, production];
    expect(pairToCompare(all, { from: 'development' })).toEqual({ from: 'development', to: 'production' });
    expect(pairToCompare(all, { from: 'production' })).toEqual({ from: 'production', to: 'development' });
    expect(pairToCompare(all, { to: 'staging' })).toEqual({ from: 'development', to: 'staging' });
    expect(pairToCompare(all, { from: 'gone', to: 'gone' })).toEqual({ from: 'staging', to: 'production' });
    expect(pairToCompare(all, { from: 'staging', to: 'staging' })).toEqual({ from: 'development', to: 'staging' });
});

test('a single environment cannot be compared', () => {
    expect(pairToCompare([production], {})).toBeUndefined();
    expect(pairToCompare([], {})).toBeUndefined();
});
