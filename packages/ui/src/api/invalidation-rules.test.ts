import { expect, expectTypeOf, test } from 'vitest';
import {
    type InvalidatedSubject,
    invalidationsOf,
    invalidationsOfChanges,
    type ShownType,
} from './invalidation-rules.ts';
import type { Subject } from './subjects.ts';
import type { EventType } from './types.ts';

test('every event type has a rule', () => {
    expectTypeOf<Exclude<EventType, ShownType>>().toBeNever();
});

/** Read before signing in, or when a page opens; or changed without an event. Every message invalidates lists of events. */
type WithoutRule =
    | 'event-chain'
    | 'events'
    | 'invitation'
    | 'logins'
    | 'own-sessions'
    | 'past'
    | 'permissions'
    | 'profile'
    | 'reset'
    | 'sessions'
    | 'sign-in-methods'
    | 'statistics'
    | 'usage'
    | 'views';

test('every subject is invalidated by a rule, except the listed ones', () => {
    expectTypeOf<Exclude<Subject, InvalidatedSubject>>().toEqualTypeOf<WithoutRule>();
});

test('a toggle invalidates the row of its flag, but neither the list nor the project', () => {
    const change = { type: 'feature-environment-enabled', project: 'ship', featureName: 'lantern', environment: 'dev' };

    const concerns = invalidationsOfChanges({ types: [change.type], changes: [change] });

    expect(concerns).toContainEqual({ project: 'ship', flags: ['lantern'] });
    expect(concerns).not.toContain('flags');
    expect(concerns).not.toContain('projects');
});

test('creating or archiving flags invalidates the projects that count them', () => {
    const change = { type: 'feature-archived', project: 'ship', featureName: 'lantern' };

    expect(invalidationsOfChanges({ types: [change.type], changes: [change] })).toEqual(
        expect.arrayContaining(['projects', { project: 'ship', flags: ['lantern'] }]),
    );
});

test('a message with many changes and only their types invalidates whole lists', () => {
    expect(invalidationsOfChanges({ types: ['feature-created', 'segment-created'] })).toEqual(
        expect.arrayContaining(['flags', 'projects', 'segments']),
    );
});

test('an unknown event type of a newer service invalidates everything', () => {
    expect(invalidationsOfChanges({ types: ['comet-sighted'], changes: [{ type: 'comet-sighted' }] })).toEqual([
        'everything',
    ]);
});

test('a gap in the messages invalidates everything, and a message without changes nothing', () => {
    expect(invalidationsOf({ revision: 7, types: [], changes: [] })).toEqual([]);
    expect(invalidationsOf({ revision: 7, types: [] })).toEqual(['everything']);
});
