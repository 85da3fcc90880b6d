import { expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from '../../test/support/statements.ts';
import { type TestApp, testApp } from '../../test/support/test-app.ts';
import { flagActions } from '../admin/flags/flags/flag.proposables.ts';
import { setFlagsEnabled } from '../admin/flags/flags/flag-switch.commands.ts';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import type { Change, Step } from './change.ts';

const { updateEnabled } = flagActions;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

async function appWithFlags() {
    withoutBackgroundWork();
    const app = await testApp();
    for (const name of NAMES) {
        await app.has.flag({ name });
        await app.has.strategy({ flag: name });
    }
    return app;
}

/** Sends requests while the writer is busy. */
async function togetherWhileBusy<T>(app: TestApp, requests: () => Promise<T>[]): Promise<T[]> {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const busy = app.services.write(SYSTEM_ACTOR, () => end, undefined);
    const waiting = requests();
    // A later request got its response, so these requests are waiting for the writer.
    await app.send('GET', '/api/admin/projects');
    finish();
    await busy;
    return Promise.all(waiting);
}

/** Calls without HTTP, so that the changes wait in this order. */
const turnOnInOrder = (app: TestApp, name: string) =>
    app.services.write(
        SYSTEM_ACTOR,
        updateEnabled.step({ project: 'default', feature: name, environment: 'development' }, { enabled: true }),
    );

const turnOn = (app: TestApp, name: string) =>
    app.send('POST', `/api/admin/projects/default/features/${name}/environments/development/on`);

const enabledEvents = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events');
    return (body.events as { id: number; type: string; featureName: string; groupId: string }[])
        .filter(({ type }) => type === 'feature-environment-enabled')
        .toReversed();
};

test('changes that wait for the writer share a commit, and each has its own event and revision', async () => {
    const app = await appWithFlags();
    const before = await app.revision();
    const watched = watchStatements();

    await togetherWhileBusy(app, () => NAMES.map((name) => turnOnInOrder(app, name)));

    const commits = watched.executed().filter((statement) => statement === 'commit');
    // One commit for the change that kept the writer busy, one for all changes that waited.
    expect(commits).toHaveLength(2);
    const events = await enabledEvents(app);
    expect(events.map(({ id, featureName }) => [id, featureName])).toEqual(
        NAMES.map((name, index) => [before + 1 + index, name]),
    );
    expect(new Set(events.map(({ groupId }) => groupId)).size).toBe(NAMES.length);
    const { features } = await app.clientFeatures();
    expect(features.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual(NAMES.map(() => true));
    expect((await app.get('/api/admin/events/verify')).body).toMatchObject({ valid: true });
});

test('a failing change leaves nothing behind, and the others succeed', async () => {
    const app = await appWithFlags();
    const before = await app.revision();

    const responses = await togetherWhileBusy(app, () => ['a', 'b', 'nowhere', 'c'].map((name) => turnOn(app, name)));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 200]);
    expect(await app.revision()).toBe(before + 3);
    expect((await enabledEvents(app)).map(({ featureName }) => featureName).sort()).toEqual(['a', 'b', 'c']);
    expect((await app.get('/api/admin/events/verify')).body).toMatchObject({ valid: true });
});

/** Adds a tag; only the database detects that it already exists. */
const adding = (value: string): Step => ({
    isShort: true,
    authorise: async () => undefined,
    async run({ tx, record }: Change) {
        const tag = { type: 'simple', value };
        await tx.insertInto('tags').values(tag).execute();
        record({ type: 'tag-created', data: tag });
    },
});

test('a change that the database rejects fails only for its own author', async () => {
    const app = await appWithFlags();
    const before = await app.revision();
    const write = (value: string) => app.services.write(SYSTEM_ACTOR, adding(value));
    await write('known');

    const outcomes = await togetherWhileBusy(app, () =>
        ['one', 'known', 'two'].map((value) =>
            write(value).then(
                () => 'kept',
                () => 'refused',
            ),
        ),
    );
    const last = await togetherWhileBusy(app, () =>
        ['three', 'known'].map((value) =>
            write(value).then(
                () => 'kept',
                () => 'refused',
            ),
        ),
    );

    expect([...outcomes, ...last]).toEqual(['kept', 'refused', 'kept', 'kept', 'refused']);
    expect(await app.revision()).toBe(before + 4);
    const { body } = await app.get('/api/admin/tags/simple');
    expect(body.tags.map(({ value }: { value: string }) => value)).toEqual(['known', 'one', 'three', 'two']);
});

test('a change of many flags does not share a transaction, so that no other change waits for it', async () => {
    const app = await appWithFlags();
    const watched = watchStatements();
    const order: string[] = [];

    await togetherWhileBusy(app, () => [
        turnOnInOrder(app, 'a').then(() => order.push('one')),
        app.services
            .write(SYSTEM_ACTOR, setFlagsEnabled, {
                project: 'default',
                names: ['b', 'c'],
                environment: 'development',
                enabled: true,
            })
            .then(() => order.push('many')),
    ]);

    expect(order).toEqual(['one', 'many']);
    expect(watched.executed().filter((statement) => statement === 'commit')).toHaveLength(3);
});
