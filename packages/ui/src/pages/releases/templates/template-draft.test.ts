import { expect, test } from 'vitest';
import {
    movedMilestone,
    newTemplate,
    problemsOfMilestones,
    rolloutDraft,
    templateBody,
    templateDraft,
    withMilestone,
} from './template-draft.ts';

const milestone = (key: string, name = key) => ({ key, name, strategies: [rolloutDraft(10)] });

test('a new milestone gets the strategies of the one before it, and changes of one do not change the other', () => {
    const [first, second] = withMilestone([milestone('a')]);

    expect(second?.strategies).toEqual(first?.strategies);
    expect(second?.strategies[0]?.parameters).not.toBe(first?.strategies[0]?.parameters);
    expect(second?.name).toBe('');
});

test('a moved milestone leaves the conditions between the places', () => {
    const milestones = [{ ...milestone('a'), condition: { intervalMinutes: 60 } }, milestone('b')];

    expect(movedMilestone(milestones, 'b', -1).map(({ key, condition }) => [key, condition])).toEqual([
        ['b', { intervalMinutes: 60 }],
        ['a', undefined],
    ]);
    expect(movedMilestone(milestones, 'b', 1).map(({ key }) => key)).toEqual(['a', 'b']);
});

test('problems of milestones say what to do', () => {
    const problems = problemsOfMilestones([
        { key: 'a', name: ' ', strategies: [], condition: { type: 'time', intervalMinutes: 0 } },
        { ...milestone('b', 'all'), condition: { type: 'exposure', minimumExposures: 0.5 } },
        { ...milestone('c', 'all '), condition: { intervalMinutes: 0 } },
    ]);

    expect(problems.get('a')).toEqual({
        name: 'Enter a name',
        strategies: 'Add a strategy: without one, nobody gets the feature',
        condition: 'Enter a whole number from 1',
    });
    expect(problems.get('b')).toMatchObject({
        name: 'Another milestone has this name',
        condition: 'Enter a whole number from 1',
    });
    // The last milestone has no condition.
    expect(problems.get('c')?.condition).toBeUndefined();
    expect(problemsOfMilestones(newTemplate().milestones).size).toBe(0);
});

test('the request contains positions, and no condition after the last milestone', () => {
    const { milestones, ...template } = templateBody({
        name: ' Slow ',
        description: '',
        milestones: [
            { ...milestone('a', '10%'), condition: { intervalMinutes: 60 } },
            { ...milestone('b', 'all'), condition: { intervalMinutes: 60 } },
        ],
    });

    expect(template).toEqual({ name: 'Slow', description: '' });
    expect(milestones[0]).toMatchObject({ name: '10%', sortOrder: 0, transitionCondition: { intervalMinutes: 60 } });
    expect(milestones[0]?.strategies[0]).toMatchObject({
        name: 'flexibleRollout',
        sortOrder: 0,
        parameters: { rollout: '10', groupId: '{{featureName}}' },
    });
    expect(milestones[1]).not.toHaveProperty('transitionCondition');
});

test('a saved template is edited as it is', () => {
    const body = templateBody({
        name: 'Slow',
        description: 'Carefully',
        milestones: [{ ...milestone('a', '10%'), condition: { intervalMinutes: 60 } }, milestone('b', 'all')],
    });
    const saved = {
        ...body,
        milestones: body.milestones.map((each, place) => ({
            ...each,
            id: `id ${place}`,
            releasePlanDefinitionId: 't',
        })),
    };

    expect(templateBody(templateDraft(saved as never))).toEqual(body);
});
