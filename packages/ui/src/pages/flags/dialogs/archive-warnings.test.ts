import { expect, test } from 'vitest';
import { archiveWarnings } from './archive-warnings.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

const flag = (name: string, given: object = {}, usage: object = {}) => ({
    name,
    dependencyType: null,
    lastSeenAt: null,
    environments: [{ name: 'production', yes: 0, no: 0, lastSeenAt: null, ...usage }],
    ...given,
});

test('flags that nobody asks for and nothing depends on go without a word', () => {
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
        'busy is still asked for: 1,234 answers since the last full hour, in production.',
        'calm was asked for within the last week.',
        'Code still uses parent, written, in 1,002 places.',
        'Other flags depend on parent: archive them together, or remove their dependencies first.',
    ]);
});

test('of many flags some are named', () => {
    const many = Array.from({ length: 8 }, (_, index) => flag(`f${index}`, {}, { yes: 1 }));
    expect(archiveWarnings(many, NOW)).toEqual([
        'f0, f1, f2, f3, f4 and 3 more are still asked for: 8 answers since the last full hour, in production.',
    ]);
});
