import { Type } from 'typebox';
import { afterAll, expect, test } from 'vitest';
import { protectedStrategy, turnOn } from '../../../../test/support/change-requests.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { ACTIONS } from '../../../app/actions.ts';
import { actionNamed, registerActions } from '../../../changes/action-registry.ts';
import { updates } from '../../../changes/action-rules.ts';
import type { Change } from '../../../changes/change.ts';
import { proposable } from '../../../changes/proposable.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { asRecord } from '../../../core/json/is-record.ts';
import { updateStrategy } from '../../flags/strategies/strategy.commands.ts';
import { strategyActions } from '../../flags/strategies/strategy.proposables.ts';
import { getStrategy } from '../../flags/strategies/strategy.queries.ts';
import { sentencesOf } from '../change-requests/notifications/request-summaries.ts';

const FICTITIOUS = 'setRollout';

async function setRollout(
    change: Change,
    {
        rollout,
        ...address
    }: { project: string; featureName: string; environment: string; strategyId: string; rollout: string },
): Promise<void> {
    const strategy = await getStrategy(change.tx, address);
    await updateStrategy(change, { ...strategy, ...address, parameters: { ...strategy.parameters, rollout } });
}

/** An action that is declared in this file only. */
const fictitious = proposable({
    name: FICTITIOUS,
    about: 'flagEnvironment',
    payload: Type.Object({
        id: Type.String(),
        rollout: Type.String(),
        note: Type.Optional(Type.String()),
        snapshot: Type.Optional(Type.Unknown()),
    }),
    access: 'UPDATE_FEATURE_STRATEGY',
    says: 'roll {feature} out to {payload.rollout} % in {environment}',
    target: updates({
        noun: 'The rollout',
        hasId: true,
        current: (objects, { feature, payload }) =>
            objects.strategies(feature ?? '').find(({ id }) => id === asRecord(payload)['id']) ?? null,
        read: (strategy) => ({ rollout: asRecord(asRecord(strategy)['parameters'])['rollout'] }),
        proposed: (payload) => ({ rollout: asRecord(payload)['rollout'] }),
        write: ({ rollout }, payload) => ({ ...asRecord(payload), rollout }),
    }),
    route: strategyActions.updateStrategy.route,
    completed: (payload) => ({ note: 'none', ...payload }),
    strategies: () => undefined,
    suggested: (payload, events) => ({ ...payload, note: `${events.length} event` }),
    command: setRollout,
    input: ({ project, feature, environment }, { id, rollout }) => ({
        project,
        featureName: feature,
        environment,
        strategyId: id,
        rollout,
    }),
});

// Test files share their modules.
afterAll(registerActions([fictitious]));

const app = await testApp({ until: 'file' });

async function proposedRollout() {
    const made = await protectedStrategy(app);
    const setRollout = (rollout: string) => ({
        feature: made.flag,
        action: FICTITIOUS,
        payload: { id: made.strategy.id, rollout },
    });
    return { ...made, setRollout };
}

test('a new action is stored with its defaults and with the state before', async () => {
    const { setRollout, propose, author, strategy } = await proposedRollout();

    const { status, body } = await propose(setRollout('30'), author);

    expect(status, JSON.stringify(body)).toBe(200);
    const { payload } = body.features[0].changes[0];
    expect(payload).toMatchObject({ id: strategy.id, rollout: '30', note: 'none' });
    expect(payload.snapshot.parameters.rollout).toBe('10');
});

test('a new action is merged with concurrent changes of other members', async () => {
    const { setRollout, approved, directly, move, owner, now } = await proposedRollout();
    const id = await approved(setRollout('30'));
    await directly({ title: 'Pilot' });

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    expect(await now()).toMatchObject({ title: 'Pilot', parameters: { rollout: '30' } });
});

test('a new action conflicts with concurrent changes of its members', async () => {
    const { setRollout, approved, directly, move, owner, now, strategy, read } = await proposedRollout();
    const id = await approved(setRollout('30'));
    await directly({ parameters: { ...strategy.parameters, rollout: '50' } });

    expect((await read(id, owner)).body.features[0].changes[0]).toMatchObject({
        conflict: 'The rollout was changed in the meantime: rollout.',
        conflicts: [{ member: 'rollout', base: '10', current: '50', proposed: '30' }],
    });
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 409 });
    expect(await now()).toMatchObject({ parameters: { rollout: '50' } });
});

test('two changes of a request by a new action do not conflict with each other', async () => {
    const { setRollout, approved, move, owner, now } = await proposedRollout();
    const id = await approved([setRollout('30'), setRollout('40')]);

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    expect(await now()).toMatchObject({ parameters: { rollout: '40' } });
});

test('a new action that changes strategies is applied before the flag is turned on', async () => {
    const { setRollout, propose, author, flag } = await proposedRollout();

    const { body } = await propose([turnOn(flag), setRollout('30')], author);

    expect(body.features[0].changes.map(({ action }: { action: string }) => action)).toEqual([
        FICTITIOUS,
        'updateEnabled',
    ]);
});

test('the guard suggests a new action for a refused direct change', async () => {
    const { project, flag, strategy, setRollout } = await proposedRollout();
    const actor: AdminActor = {
        kind: 'admin',
        name: 'someone',
        id: 77,
        grants: [{ permission: 'UPDATE_FEATURE_STRATEGY', project, environment: 'production' }],
        hiddenProjects: [],
    };
    const step = actionNamed(FICTITIOUS)!.step(
        { project, feature: flag, environment: 'production' },
        { id: strategy.id, rollout: '30' },
    );

    await expect(app.services.write(actor, step)).rejects.toMatchObject({
        name: 'PermissionError',
        extra: {
            changeRequest: {
                path: `/api/admin/projects/${project}/environments/production/change-requests`,
                body: [{ ...setRollout('30'), payload: { id: strategy.id, rollout: '30', note: '1 event' } }],
            },
        },
    });
});

test('a new action is described by its sentence and its edits', async () => {
    const { project, flag, strategy } = await proposedRollout();
    const change = {
        feature: flag,
        action: FICTITIOUS,
        payload: { id: strategy.id, rollout: '30' },
        snapshot: strategy,
    };

    expect(
        // Descriptions only need the content of a change.
        sentencesOf({ project, environment: 'production', changes: [change] as never }),
    ).toEqual([`Roll ${flag} out to 30 % in production: rollout from 10 to 30.`]);
});

test('two actions cannot have the same name', () => {
    expect(() => registerActions([{ ...ACTIONS.updateEnabled }])).toThrow('Two actions have the name updateEnabled.');
});

test.each(Object.keys(ACTIONS))('the direct route of %s exists', (name) => {
    const endpoint = actionNamed(name)!.route;

    expect(app.routes.filter(({ method, path }) => `${method} ${path}` === endpoint)).toHaveLength(1);
});
