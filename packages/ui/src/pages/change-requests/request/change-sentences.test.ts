import { expect, test } from 'vitest';
import { describeChange, describeReference, requestNumber, titleOf } from './change-sentences.ts';

const segmentName = (id: number) => ({ 7: 'Nordics' })[id];
const words = (action: string, payload: unknown, more: { feature?: string; name?: string } = { feature: 'lantern' }) =>
    describeChange({ action, payload, ...more }, segmentName);

const rollout = (percent: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percent, stickiness: 'userId', groupId: 'lantern' },
    constraints: [],
});

test('a switch, an archive and a dependency are described briefly', () => {
    expect(words('updateEnabled', { enabled: true }).title).toBe('Turn on');
    expect(words('updateEnabled', { enabled: false }).title).toBe('Turn off');
    expect(words('archiveFeature', undefined).title).toBe('Archive the flag');
    expect(words('addDependency', { feature: 'tide', enabled: false }).title).toBe('Make it depend on tide being off');
    expect(words('updateSegment', { id: 7, snapshot: {} }, { name: 'Nordics' }).title).toBe('Change segment Nordics');
});

test('a strategy is described before and after the change', () => {
    expect(words('updateStrategy', { id: '1', ...rollout('90'), snapshot: rollout('25') })).toEqual({
        title: 'Change a strategy',
        before: [expect.stringContaining('25% of users by userId')],
        after: [expect.stringContaining('90% of users by userId')],
    });
    expect(words('addStrategy', { ...rollout('50'), segments: [7] })).toMatchObject({
        before: [],
        after: [expect.stringContaining('Nordics')],
    });
    expect(words('deleteStrategy', { id: '1', snapshot: rollout('25') })).toMatchObject({
        before: [expect.stringContaining('25%')],
        after: [],
    });
});

test('the strategy that turning a flag on adds is shown', () => {
    expect(words('updateEnabled', { enabled: true, defaultStrategy: rollout('1') })).toEqual({
        title: 'Turn on',
        before: [],
        after: [expect.stringContaining('1% of users by userId')],
    });
});

test('the content of referenced segments and strategy types is shown', () => {
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }];
    const segment = { type: 'segment' as const, id: 7, name: 'Nordics' };
    expect(describeReference({ ...segment, constraints })).toMatch(/^Segment Nordics: country .*NO.*SE/);
    expect(describeReference({ ...segment, constraints: [] })).toBe('Segment Nordics: everyone');
    expect(describeReference({ type: 'strategyType', name: 'beta', parameters: [{ name: 'limit' }] })).toBe(
        'Strategy type beta: parameters limit',
    );
});

test('variants are described by their shares', () => {
    const list = (red: number) => [
        { name: 'red', weight: red },
        { name: 'blue', weight: 1000 - red },
    ];
    expect(words('patchVariant', { variants: list(250), snapshot: [] })).toEqual({
        title: 'Change the variants',
        before: ['No variants.'],
        after: ['Split into red 25% and blue 75%.'],
    });
});

test('tags are described one by one', () => {
    const payload = { addedTags: [{ value: 'risky' }], removedTags: [{ type: 'team', value: 'boats' }] };
    expect(words('updateTags', payload)).toEqual({
        title: 'Change the tags',
        before: ['Remove team:boats.'],
        after: ['Add simple:risky.'],
    });
});

test('an unknown action is described by its name', () => {
    expect(words('lowerTheAnchor', {}).title).toBe('Lower the anchor');
});

test('changes without a name are named after the first change', () => {
    const off = { feature: 'lantern', action: 'updateEnabled', payload: { enabled: false } };
    expect(titleOf([off])).toBe('lantern: turn off');
    expect(titleOf([off, { ...off, feature: 'tide' }])).toBe('lantern: turn off and 1 more');
    expect(titleOf([{ action: 'updateSegment', payload: { id: 7, name: 'Nordics' } }])).toBe('Change segment Nordics');
});

test('the number of a request appears once', () => {
    expect(requestNumber({ id: 1, title: 'Change request #1' })).toBe('');
    expect(requestNumber({ id: 1, title: 'Change request #12' })).toBe('#1');
    expect(requestNumber({ id: 7, title: 'Ship it' })).toBe('#7');
});
