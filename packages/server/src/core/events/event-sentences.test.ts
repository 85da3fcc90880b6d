import { expect, test } from 'vitest';
import { labelOf, summaryOf } from './event-sentences.ts';
import { EVENT_TYPES, type EventScope } from './event-types.ts';

const nowhere = { createdBy: 'kim', featureName: null, project: null, environment: null };

/** The names that an event of each kind can contain. */
const CARRIED: Record<EventScope, string[]> = {
    flag: ['featureName', 'project'],
    flagEnvironment: ['featureName', 'project', 'environment'],
    project: ['project'],
    projectEnvironment: ['project', 'environment'],
    environment: ['environment'],
    segment: [],
    changeRequest: ['project', 'environment'],
    chart: [],
    instance: ['project', 'environment'],
};

test.each(Object.entries(EVENT_TYPES))(
    'the sentence of %s uses only names that the event can contain',
    (_type, { about, sentence: says }) => {
        const spokenOf = [...says.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

        expect(spokenOf.filter((name) => name !== 'actor' && !CARRIED[about].includes(name))).toEqual([]);
        expect(says).toMatch(/^[A-Z{].*[^.]$/);
    },
);

test('a sentence contains the names of its event', () => {
    const event = {
        ...nowhere,
        type: 'feature-environment-enabled',
        featureName: 'checkout',
        environment: 'production',
    };

    expect(summaryOf(event)).toBe('**kim** turned **checkout** on in **production**');
    expect(labelOf(event)).toBe('Feature environment enabled');
});

test('names are never interpreted as markup', () => {
    const event = { ...nowhere, type: 'tag-created', createdBy: '<img src=x> [a](javascript:b) **c** `d` $& \\' };

    expect(summaryOf(event)).toBe(
        '**\\<img src=x\\> \\[a\\](javascript:b) \\*\\*c\\*\\* \\`d\\` $& \\\\** created a tag',
    );
});

test('an event type of another version is described by its name', () => {
    expect(summaryOf({ ...nowhere, type: 'feature-painted' })).toBe('**kim**: Feature painted');
    expect(summaryOf({ ...nowhere, type: '__proto__' })).toContain('kim');
});
