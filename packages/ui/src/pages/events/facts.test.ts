import { expect, test } from 'vitest';
import { factsOf } from './facts.ts';
import { type NameLookup, revertedBy } from './reading.ts';

const NAMES: NameLookup = {
    person: (id) => ({ 7: 'Ada Lovelace' })[id],
    group: (id) => ({ 3: 'Crew' })[id],
    role: (id) => ({ 1: 'Admin', 2: 'Editor', 4: 'Owner' })[id],
    segment: (id) => ({ 5: 'Nordics' })[id],
};

const facts = (type: string, preData: unknown, data: unknown, featureName: string | null = null) =>
    factsOf({ type, preData, data, featureName }, NAMES);

const strategy = (members: object) => ({
    id: 'a',
    name: 'flexibleRollout',
    parameters: { rollout: '25', stickiness: 'default', groupId: 'new-checkout' },
    constraints: [],
    segments: [],
    variants: [],
    sortOrder: 0,
    ...members,
});

const rollout = (share: string) =>
    strategy({ parameters: { rollout: share, stickiness: 'default', groupId: 'new-checkout' } });

test('a rollout change contains both percentages', () => {
    expect(facts('feature-strategy-update', rollout('25'), rollout('90'), 'new-checkout')).toEqual([
        { before: '25%', after: '90%' },
    ]);
});

test('an added or removed strategy is described by its sentence', () => {
    const country = { contextName: 'country', operator: 'IN', values: ['NO', 'SE'], inverted: false };
    const added = strategy({ constraints: [country], segments: [5] });

    expect(facts('feature-strategy-add', null, added, 'new-checkout')).toEqual([
        { after: '25% of users in segment Nordics where country is NO or SE' },
    ]);
    expect(facts('feature-strategy-remove', rollout('100'), null, 'new-checkout')).toEqual([{ before: 'Everyone' }]);
});

test('only the changed members of a strategy are described', () => {
    const is = (value: string) => ({ contextName: 'country', operator: 'IN', values: [value] });
    const variant = (name: string, weight: number, value?: string) => ({
        name,
        weight,
        ...(value && { payload: { type: 'string', value } }),
    });
    const before = strategy({
        constraints: [is('NO'), { contextName: 'plan', operator: 'IN', values: ['free'] }],
        segments: [5],
        variants: [variant('red', 500, 'a'), variant('blue', 500)],
        title: 'Early',
    });
    const after = strategy({
        constraints: [is('DK')],
        segments: [9],
        variants: [variant('red', 700, 'b'), variant('green', 300)],
        title: 'Late',
        disabled: true,
        sortOrder: 2,
    });

    expect(facts('feature-strategy-update', before, after, 'new-checkout')).toEqual([
        { before: 'enabled', after: 'disabled' },
        { before: 'segment Nordics' },
        { after: 'segment #9' },
        { before: 'country is NO', after: 'country is DK' },
        { before: 'plan is free' },
        { what: 'red', before: '50%', after: '70%' },
        { what: 'payload of red', before: 'a', after: 'b' },
        { what: 'blue', before: '50%' },
        { what: 'green', after: '30%' },
        { what: 'title', before: 'Early', after: 'Late' },
        { what: 'place', before: '0', after: '2' },
    ]);
});

test('changes of user lists name added and removed users', () => {
    const users = (userIds: string) => strategy({ name: 'userWithId', parameters: { userIds } });

    expect(facts('feature-strategy-update', users('ada,bob'), users('bob, eve'))).toEqual([
        { what: 'users', before: 'ada' },
        { what: 'users', after: 'eve' },
    ]);
});

test('a changed order shows the previous positions', () => {
    const order = (...strategyIds: string[]) => ({ strategyIds });

    expect(facts('strategy-order-changed', order('a', 'b', 'c'), order('c', 'a', 'b'), 'lantern')).toEqual([
        { what: 'order', before: '1, 2, 3', after: '3, 1, 2' },
    ]);
});

test('settings of a flag are described by their members, without empty ones', () => {
    const flag = { name: 'lantern', type: 'release', description: null, impressionData: false, createdAt: 'x' };

    expect(
        facts('feature-metadata-updated', flag, { ...flag, description: 'Lights', impressionData: true }, 'lantern'),
    ).toEqual([
        { what: 'description', after: 'Lights' },
        { what: 'impression data', before: 'no', after: 'yes' },
    ]);
});

test('role changes contain the names of users and roles', () => {
    const roles = (...userIds: number[]) => ({ roles: [{ roleId: 4, groupIds: [3], userIds }] });

    expect(facts('project-access-updated', roles(), roles(7, 8))).toEqual([
        { after: 'Ada Lovelace: Owner' },
        { after: 'user 8: Owner' },
    ]);
    expect(facts('project-access-user-roles-updated', { userId: 7, roles: [1] }, { userId: 7, roles: [2] })).toEqual([
        { before: 'Ada Lovelace: Admin' },
        { after: 'Ada Lovelace: Editor' },
    ]);
    const user = { id: 7, name: 'Ada Lovelace', username: 'ada', rootRole: 2 };
    expect(facts('user-created', null, user)).toEqual([{ after: 'Ada Lovelace, Editor' }]);
    expect(facts('user-updated', user, { ...user, rootRole: 1 })).toEqual([
        { what: 'Ada Lovelace' },
        { what: 'role', before: 'Editor', after: 'Admin' },
    ]);
});

test('a token is described by its name, type and scope', () => {
    const token = { id: 3, tokenName: 'shop', type: 'client', environment: 'production', secret: 'x', expiresAt: null };

    expect(facts('api-token-created', null, token)).toEqual([{ after: 'shop, client, production' }]);
    expect(facts('api-token-deleted', token, null)).toEqual([{ before: 'shop' }]);
});

test('a segment event names the segment and its changes', () => {
    const segment = (values: string[]) => ({
        id: 5,
        name: 'Nordics',
        constraints: [{ contextName: 'country', operator: 'IN', values }],
    });

    expect(facts('segment-updated', segment(['NO']), segment(['NO', 'SE']))).toEqual([
        { what: 'Nordics' },
        { before: 'country is NO', after: 'country is NO or SE' },
    ]);
});

test('dependency events name the parent', () => {
    expect(facts('feature-dependency-added', null, { feature: 'buoy', enabled: true, variants: ['red'] }, 'a')).toEqual(
        [{ what: 'only where', after: 'buoy is on with red' }],
    );
    const gone = { feature: 'buoy', enabled: false, variants: [] };
    expect(facts('feature-dependency-removed', gone, { feature: 'buoy' }, 'a')).toEqual([
        { what: 'only where', before: 'buoy is off' },
    ]);
});

test('a revert lists the restored objects', () => {
    expect(revertedBy({ type: 'project-changes-reverted', data: { event: 270, steps: [], stepCount: 1 } })).toBe(270);
    const to = { revision: 9, at: '2026-03-01T12:00:00.000Z' };
    expect(
        facts('project-changes-reverted', null, { to, feature: 'lantern', environment: 'production' }),
    ).toMatchObject([
        { what: 'back to', after: expect.stringContaining('2026') },
        { after: 'lantern' },
        { after: 'production' },
    ]);
});

test('a copied environment names its source and the number of changed flags', () => {
    const data = { from: 'staging', environment: 'production', featureCount: 2, steps: [], stepCount: 5 };
    expect(facts('project-environment-copied', null, data)).toEqual([
        { before: 'staging', after: 'production' },
        { after: '2 flags' },
    ]);
});

test('account events show the current name of the user', () => {
    const bob = { id: 7, username: 'ada', email: 'ada@example.com' };
    expect(facts('user-password-changed', null, bob)).toEqual([{ after: 'Ada Lovelace' }]);
    expect(facts('user-deleted', { ...bob, rootRole: 2 }, null)).toEqual([{ before: 'Ada Lovelace' }]);
    expect(facts('user-updated', { ...bob, name: 'Ada', rootRole: 2 }, { ...bob, name: 'Ada', rootRole: 1 })).toEqual([
        { what: 'Ada Lovelace' },
        { what: 'role', before: 'Editor', after: 'Admin' },
    ]);
    expect(facts('user-updated', { ...bob, name: 'Ada' }, { ...bob, name: 'Ada Lovelace' })).toEqual([
        { what: 'name', before: 'Ada', after: 'Ada Lovelace' },
    ]);
    expect(facts('public-signup-token-user-added', null, { name: 'Summer', userId: 7 })).toEqual([
        { after: 'Ada Lovelace' },
        { what: 'by Summer' },
    ]);
});

test('events of a change request contain the proposal, the requested reviewers and the comments', () => {
    const change = (enabled: boolean) => ({
        changeRequestId: 3,
        change: { action: 'updateEnabled', feature: 'buoy', payload: { enabled } },
    });
    expect(facts('change-edited', change(false), change(true))).toEqual([
        { before: 'turn buoy off', after: 'turn buoy on' },
    ]);
    expect(
        facts('change-added', null, { changeRequestId: 3, change: { action: 'addStrategy', feature: 'buoy' } }),
    ).toEqual([{ after: 'add strategy of buoy' }]);
    const requested = facts('change-request-requested-approvers-updated', { reviewers: [] }, { reviewers: [7, 8] });
    expect(requested).toEqual([
        { what: 'reviewer', after: 'Ada Lovelace' },
        { what: 'reviewer', after: 'user 8' },
    ]);
    expect(facts('change-request-comment-added', null, { changeRequestId: 3, text: 'Wait' })).toEqual([
        { after: '“Wait”' },
    ]);
    // A draft is visible only to its author.
    expect(facts('change-added', null, { changeRequestId: 3, draft: true })).toEqual([]);
});

test('a completed flag shows whether it was kept, an archive shows the events in it', () => {
    expect(facts('feature-completed', null, { status: 'kept', statusValue: 'red', kept: true }, 'buoy')).toEqual([
        { after: 'kept: red' },
    ]);
    expect(facts('event-log-archived', null, { from: 1, through: 900, file: 'a.jsonl' })).toEqual([
        { after: 'events 1 to 900' },
        { what: 'in a.jsonl' },
    ]);
});

test('unknown event data of another version is not an error', () => {
    for (const odd of [{}, [], 'text', 7, { constraints: 'x', variants: 3, roles: {}, strategyIds: null }]) {
        for (const type of [
            'feature-strategy-update',
            'segment-updated',
            'project-access-updated',
            'painted',
            'feature-tagged',
            'user-updated',
            'change-edited',
            'event-log-archived',
        ]) {
            expect(() => [facts(type, odd, odd), facts(type, null, odd), facts(type, odd, null)]).not.toThrow();
        }
    }
});
