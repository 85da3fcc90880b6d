import { expect, test } from 'vitest';
import { archiveWarnings } from './archive-warnings.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

const flag = (name: string, members: object = {}, usage: object = {}) => ({
    name,
    dependencyType: null,
    lastSeenAt: null,
    environments: [{ name: 'production', yes: 0, no: 0, lastSeenAt: null, ...usage }],
    ...members,
});

test('flags without evaluations and dependent flags have no warnings', () => {
    expect(archiveWarnings([flag('a'), flag('b', { lastSeenAt: '2026-03-01T12:00:00.000Z' })], NOW)).toEqual([]);
});

test('warnings mention traffic, recent evaluations and dependent flags, each once for all flags', () => {
    const flags = [
        flag('busy', {}, { yes: 1_000, no: 234 }),
        flag('calm', { lastSeenAt: '2026-03-09T12:00:00.000Z' }),
        flag('parent', { dependencyType: 'parent', codeReferences: 2 }),
        flag('written', { codeReferences: 1_000 }),
        flag('child', { dependencyType: 'child' }),
    ];
    expect(archiveWarnings(flags, NOW)).toEqual([
        'busy is still evaluated: 1,234 evaluations since the last full hour, in production.',
        'calm was evaluated within the last week.',
        'Code still uses parent, written, in 1,002 places.',
        'Other flags depend on parent: archive them together, or remove their dependencies first.',
    ]);
});

test('for many flags, only some are named', () => {
    const many = Array.from({ length: 8 }, (_, index) => flag(`f${index}`, {}, { yes: 1 }));
    expect(archiveWarnings(many, NOW)).toEqual([
        'f0, f1, f2, f3, f4 and 3 more are still evaluated: 8 evaluations since the last full hour, in production.',
    ]);
});

test('traffic that evaluates to false counts, and only environments with traffic are named', () => {
    const environment = (name: string, yes: number, no: number) => ({ name, yes, no, lastSeenAt: null });
    const [development, staging] = [environment('development', 0, 1), environment('staging', 0, 0)];

    expect(archiveWarnings([flag('a', { environments: [development, staging] })], NOW)).toEqual([
        'a is still evaluated: 1 evaluation since the last full hour, in development.',
    ]);
    const others = { environments: [environment('development', 2, 0), environment('production', 0, 3)] };
    expect(archiveWarnings([flag('a', { environments: [development, staging] }), flag('b', others)], NOW)).toEqual([
        'a, b are still evaluated: 6 evaluations since the last full hour, in development, production.',
    ]);
});

test('a flag counts as evaluated within the last week for exactly seven days, unless it has traffic now', () => {
    const seen = (name: string, lastSeenAt: string, usage: object = {}) => flag(name, { lastSeenAt }, usage);

    expect(archiveWarnings([seen('a', '2026-03-03T12:00:00.000Z')], NOW)).toEqual([]);
    expect(
        archiveWarnings([seen('a', '2026-03-03T12:00:00.001Z'), seen('b', '2026-03-10T11:00:00.000Z')], NOW),
    ).toEqual(['a, b were evaluated within the last week.']);
    expect(archiveWarnings([seen('a', '2026-03-10T11:00:00.000Z', { yes: 1 })], NOW)).toEqual([
        'a is still evaluated: 1 evaluation since the last full hour, in production.',
    ]);
});

test('a single code reference is singular, and no reference means no warning', () => {
    expect(archiveWarnings([flag('a', { codeReferences: 1 }), flag('b', { codeReferences: 0 })], NOW)).toEqual([
        'Code still uses a, in one place.',
    ]);
});

test('up to five flags are named, the others are counted', () => {
    const parents = (count: number) =>
        Array.from({ length: count }, (_, index) => flag(`f${index}`, { dependencyType: 'parent' }));
    const rest = ': archive them together, or remove their dependencies first.';

    expect(archiveWarnings(parents(5), NOW)).toEqual([`Other flags depend on f0, f1, f2, f3, f4${rest}`]);
    expect(archiveWarnings(parents(6), NOW)).toEqual([`Other flags depend on f0, f1, f2, f3, f4 and 1 more${rest}`]);
});
