import { expect, test } from 'vitest';
import { placedMilestones, planState, timePassed } from './plan.ts';

const START = '2026-03-01T08:00:00.000Z';

const plan = (active: string | null, changes: object = {}) => ({
    activeMilestoneId: active,
    milestones: [
        { id: 'c', name: 'all', sortOrder: 2 },
        { id: 'a', name: '10%', sortOrder: 0, startedAt: START, transitionCondition: { intervalMinutes: 60 } },
        { id: 'b', name: '50%', sortOrder: 1, transitionCondition: { intervalMinutes: 120 }, ...changes },
    ],
});

test('milestones before the active one are done, and later ones start after the intervals', () => {
    expect(placedMilestones(plan('a')).map(({ milestone, ...each }) => [milestone.name, each])).toEqual([
        ['10%', { state: 'active' }],
        ['50%', { state: 'next', startsAt: '2026-03-01T09:00:00.000Z' }],
        ['all', { state: 'later', startsAt: '2026-03-01T11:00:00.000Z' }],
    ]);
    expect(placedMilestones(plan('c')).map(({ state }) => state)).toEqual(['done', 'done', 'active']);
});

test('nobody knows when a milestone starts after exposures, after a person, or while it is held', () => {
    const exposures = plan('a', { transitionCondition: { intervalMinutes: 5, minimumExposures: 10 } });
    expect(placedMilestones(exposures)[2]?.startsAt).toBeUndefined();
    expect(placedMilestones(plan('a', { transitionCondition: null }))[2]?.startsAt).toBeUndefined();
    expect(placedMilestones(plan(null)).map(({ state, startsAt }) => [state, startsAt])).toEqual([
        ['next', undefined],
        ['later', undefined],
        ['later', undefined],
    ]);
});

test('the service knows best when the next milestone starts', () => {
    const due = { dueAt: '2026-03-01T10:30:00.000Z' };
    expect(placedMilestones(plan('a'), { due })[1]?.startsAt).toBe(due.dueAt);
});

test.each([
    ['not started', plan(null), {}],
    ['running', plan('a'), {}],
    ['waiting', plan('b', { transitionCondition: null }), {}],
    ['complete', plan('c'), {}],
    ['off', plan('a'), { isOn: false }],
    ['paused', plan('a', { pausedAt: START }), {}],
    ['held', plan('a'), { due: { dueAt: START, reason: 'Changes are frozen.' } }],
] as const)('a plan is %s', (state, each, surroundings) => {
    expect(planState(each, { isOn: true, ...surroundings })).toBe(state);
});

test('the time of a milestone passes from its start', () => {
    const [first] = placedMilestones(plan('a'));
    const at = (minutes: number) => timePassed(first!.milestone, Date.parse(START) + minutes * 60_000);
    expect([at(-5), at(15), at(90)]).toEqual([0, 0.25, 1]);
    expect(timePassed({ id: 'x', name: 'x', sortOrder: 0 }, 0)).toBeUndefined();
});
