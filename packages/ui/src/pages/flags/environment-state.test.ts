import { expect, test } from 'vitest';
import type { FlagEnvironment } from '../../api/types.ts';
import { environmentState, flagState } from './environment-state.ts';

const rollout = (percentage: string) => ({ name: 'flexibleRollout', parameters: { rollout: percentage } });
const environment = (name: string, enabled: boolean, strategies: object[] = [], releasePlans: object[] = []) =>
    ({
        name,
        type: name === 'production' ? 'production' : 'development',
        enabled,
        strategies,
        releasePlans,
    }) as unknown as FlagEnvironment;
const segmentName = () => undefined;

test('the state of a flag describes production completely and the other environments by their switches', () => {
    const environments = [
        environment('development', true, [rollout('25')]),
        environment('production', true, [rollout('5')]),
        environment('staging', true),
        environment('qa', false),
    ];
    expect(flagState(environments, segmentName)).toBe(
        'On in production for 5% of users. On in development and staging, off in qa.',
    );
    expect(flagState([environment('production', false)], segmentName)).toBe('Off in production for everyone.');
});

test('the strategies of the active milestone count, and a plan that has not started serves nobody', () => {
    const milestones = [{ id: 'one', strategies: [rollout('10')] }];
    const started = environment('production', true, [], [{ activeMilestoneId: 'one', milestones }]);
    const waiting = environment('production', true, [], [{ activeMilestoneId: null, milestones }]);

    expect(environmentState(started, segmentName)).toBe('On for 10% of users');
    expect(environmentState(waiting, segmentName)).toBe('On, but no strategy applies');
});
