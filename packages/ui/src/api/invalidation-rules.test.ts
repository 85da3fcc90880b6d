import { expect, expectTypeOf, test } from 'vitest';
import { concernsOf, invalidationsOf, type ShownType } from './invalidation-rules.ts';
import type { EventType } from './types.ts';

test('there is a rule for every type of events', () => {
    expectTypeOf<Exclude<EventType, ShownType>>().toBeNever();
});

test('a toggle concerns the row of its flag, not the list, and not the project', () => {
    const change = { type: 'feature-environment-enabled', project: 'ship', featureName: 'lantern', environment: 'dev' };

    const concerns = concernsOf({ types: [change.type], changes: [change] });

    expect(concerns).toContainEqual({ project: 'ship', flags: ['lantern'] });
    expect(concerns).not.toContain('flags');
    expect(concerns).not.toContain('projects');
});

test('projects count the flags that come and go', () => {
    const change = { type: 'feature-archived', project: 'ship', featureName: 'lantern' };

    expect(concernsOf({ types: [change.type], changes: [change] })).toEqual(
        expect.arrayContaining(['projects', { project: 'ship', flags: ['lantern'] }]),
    );
});

test('a message with many changes and only their types invalidates whole lists', () => {
    expect(concernsOf({ types: ['feature-created', 'segment-created'] })).toEqual(
        expect.arrayContaining(['flags', 'projects', 'segments']),
    );
});

test('what a newer service tells of may be shown anywhere', () => {
    expect(concernsOf({ types: ['comet-sighted'], changes: [{ type: 'comet-sighted' }] })).toEqual(['everything']);
});

test('after a gap everything is asked again, and nothing when there was none', () => {
    expect(invalidationsOf({ revision: 7, types: [], changes: [] })).toEqual([]);
    expect(invalidationsOf({ revision: 7, types: [] })).toEqual(['everything']);
});
