import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Segment, Strategy } from '../../api/types.ts';
import { StrategySentence } from './Sentence.tsx';

type StrategyInput = Partial<Pick<Strategy, 'name' | 'parameters' | 'segments' | 'variants' | 'constraints'>>;

/** The text of the sentence without markup. */
function sentenceOf(members: StrategyInput): string {
    const strategy = {
        name: 'flexibleRollout',
        parameters: {},
        constraints: [],
        segments: [],
        variants: [],
        ...members,
    };
    const segments = [{ id: 3, name: 'Sailors' }] as Segment[];
    return renderToStaticMarkup(createElement(StrategySentence, { strategy, segments }))
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&gt;', '>');
}

const constraint = (operator: string, members: Partial<Strategy['constraints'][number]>) =>
    ({
        contextName: 'country',
        operator,
        values: [],
        inverted: false,
        caseInsensitive: false,
        ...members,
    }) as Strategy['constraints'][number];

test('the audience of a strategy', () => {
    expect(sentenceOf({ parameters: { rollout: '100' } })).toBe('Everyone.');
    expect(sentenceOf({ parameters: { rollout: '0' } })).toBe('Nobody.');
    expect(sentenceOf({ parameters: { rollout: '25', stickiness: 'default' } })).toBe('25% of users.');
    expect(sentenceOf({ parameters: { rollout: '25', stickiness: 'random' } })).toBe('25% of users at random.');
    expect(sentenceOf({ parameters: { rollout: '25', stickiness: 'companyId' } })).toBe('25% of users by companyId.');
    expect(sentenceOf({ name: 'default' })).toBe('Everyone.');
    expect(sentenceOf({ name: 'userWithId', parameters: { userIds: 'ada, bob' } })).toBe('Users ada, bob.');
    expect(sentenceOf({ name: 'remoteAddress', parameters: { IPs: '10.0.0.1' } })).toBe('Address 10.0.0.1.');
    expect(sentenceOf({ name: 'applicationHostname', parameters: {} })).toBe('Hosts (none listed).');
    expect(sentenceOf({ name: 'moonPhase', parameters: { phase: 'full' } })).toBe(
        'Users matched by moonPhase with phase full.',
    );
});

test('the conditions of a strategy', () => {
    expect(
        sentenceOf({
            segments: [3, 9],
            constraints: [
                constraint('IN', { values: ['NO', 'SE', 'DK'] }),
                constraint('NUM_GT', { contextName: 'age', value: '18', inverted: true }),
            ],
        }),
    ).toBe('Users in segment Sailors and segment #9 where country is NO, SE or DK and age ≤ 18.');
    expect(sentenceOf({ constraints: [constraint('STR_CONTAINS', { values: ['no'], caseInsensitive: true })] })).toBe(
        'Users where country contains no (in any case).',
    );
});

test('long lists are truncated visibly', () => {
    const values = Array.from({ length: 9 }, (_, index) => `v${index}`);

    expect(sentenceOf({ constraints: [constraint('IN', { values })] })).toContain('v4, v5 and 3 more.');
});

test('the variants of a strategy', () => {
    const variants = [
        { name: 'blue', weight: 333 },
        { name: 'red', weight: 667 },
    ] as Strategy['variants'];

    expect(sentenceOf({ variants })).toBe('Everyone; split into blue 33.3% and red 66.7%.');
});
