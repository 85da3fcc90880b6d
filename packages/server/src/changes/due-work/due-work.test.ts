import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { findFreeze } from '../../admin/governance/due-work/find-freeze.ts';
import type { Db, Tx } from '../../storage/database.ts';
import type { DueItem, DueKind, DueQuery } from './due-kind.ts';
import { DueWork } from './due-work.ts';

const HOUR = 3_600_000;
const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** A reminder of a flag: a second kind of due work, with a table of its own. */
class Reminders implements DueKind {
    isHeldByFreezes = true;
    readonly #app: TestApp;
    /** Called before each run, outside of its transaction. */
    beforeRun: (item: DueItem) => Promise<void> = async () => undefined;
    rounds = 0;

    constructor(app: TestApp) {
        this.#app = app;
    }

    isRescheduledBy(eventType: string): boolean {
        return eventType === 'feature-tagged';
    }

    async nextDue(db: Db, after: string) {
        const { rows } = await sql<{ at: string }>`
            select at from reminders where done = 0 and at > ${after} order by at limit 1`.execute(db as Tx);
        return rows[0]?.at;
    }

    async due(db: Db, { now, after }: { now: string; after: DueItem | undefined }) {
        if (!after) this.rounds++;
        const { rows } = await sql<DueItem>`
            select id, at, project, environment from reminders
            where done = 0 and at <= ${now} and (at > ${after?.at ?? ''} or (at = ${after?.at ?? ''} and id > ${after?.id ?? 0}))
            order by at, id limit 2`.execute(db as Tx);
        return rows;
    }

    async run(item: DueItem) {
        await this.beforeRun(item);
        await this.#app.services.recordObservation(
            async (tx) => {
                const { rows } = await sql`select id from reminders where id = ${item.id} and done = 0`.execute(tx);
                if (rows.length === 0) return;
                await sql`insert into reminders_sent (reminder) values (${item.id})`.execute(tx);
                await sql`update reminders set done = 1 where id = ${item.id}`.execute(tx);
            },
            { exclusive: true },
        );
    }

    async list(db: Db, { project, feature }: DueQuery) {
        const { rows } = await sql<DueItem & { feature: string }>`
            select * from reminders where done = 0 and project = ${project} order by at, id`.execute(db as Tx);
        return rows
            .filter((row) => feature === undefined || row.feature === feature)
            .map(({ feature: name, ...row }) => ({ ...row, kind: 'reminder', features: [name] }));
    }
}

/** The nodes of an installation: two on PostgreSQL, one on the embedded database, which allows no second. */
let nodes: TestApp[];
let app: TestApp;
let passed: number;
/** If it is set, time stands still. */
let stopped: number | undefined;
const clock = () => new Date((stopped ?? Date.now()) + passed);
const inHours = (hours: number) => new Date(clock().getTime() + hours * HOUR).toISOString();

beforeEach(async () => {
    passed = 0;
    stopped = undefined;
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    app = await testApp({ database });
    nodes = isPostgres ? [app, await testApp({ database })] : [app, app];
    await app.services.recordObservation(async (tx) => {
        await sql`create table reminders (id integer primary key, at text not null, project text not null,
            environment text not null, feature text not null, done integer not null default 0)`.execute(tx);
        await sql`create table reminders_sent (reminder integer not null)`.execute(tx);
    });
});

interface Reminder {
    id: number;
    at: string;
    project?: string;
    environment?: string;
    feature?: string;
}

const store = ({ id, at, project = 'default', environment = 'production', feature = 'checkout' }: Reminder) =>
    app.services.recordObservation((tx) =>
        sql`insert into reminders (id, at, project, environment, feature)
            values (${id}, ${at}, ${project}, ${environment}, ${feature})`.execute(tx),
    );

const cancel = (id: number) =>
    app.services.recordObservation((tx) => sql`delete from reminders where id = ${id}`.execute(tx));

async function sent(): Promise<number[]> {
    const { rows } = await sql<{ reminder: number }>`select reminder from reminders_sent`.execute(
        app.services.db as Tx,
    );
    return rows.map(({ reminder }) => reminder).sort((a, b) => a - b);
}

function dueWork(kinds: DueKind[], options: Partial<ConstructorParameters<typeof DueWork>[0]> = {}) {
    const { db } = app.services;
    const work = new DueWork({
        db,
        clock,
        kinds,
        pausedBecause: () => undefined,
        findHold: (item, at) => findFreeze(db, item, at),
        onError: () => undefined,
        ...options,
    });
    onTestFinished(() => work.stop());
    return work;
}

test('each item runs once on two nodes that find all of them due at the same time', async () => {
    for (let id = 1; id <= 7; id++) await store({ id, at: inHours(1) });
    await store({ id: 8, at: inHours(3) });
    passed = 2 * HOUR;
    // Both nodes have read the item before either of them runs it.
    let arrived = 0;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
        open = resolve;
    });
    const works = nodes.map((node) => {
        const reminders = new Reminders(node);
        reminders.beforeRun = ({ id }) => {
            if (id !== 1) return Promise.resolve();
            if (++arrived === 2) open();
            return gate;
        };
        return dueWork([reminders], { db: node.services.db });
    });

    await Promise.all(works.map((work) => work.runDue()));

    expect(await sent()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('an item that is cancelled after it was found does not run', async () => {
    await store({ id: 1, at: inHours(-1) });
    await store({ id: 2, at: inHours(-1) });
    const reminders = new Reminders(app);
    reminders.beforeRun = async () => void (await cancel(2));

    await dueWork([reminders]).runDue();

    expect(await sent()).toEqual([1]);
});

describe('when clocks jump', () => {
    test('forwards, what became due runs once; back, it does not run again and nothing runs early', async () => {
        await store({ id: 1, at: inHours(1) });
        await store({ id: 2, at: inHours(3) });
        const work = dueWork([new Reminders(app)]);
        await work.runDue();
        expect(await sent()).toEqual([]);

        passed = 2 * HOUR;
        await work.runDue();
        passed = -48 * HOUR;
        await work.runDue();

        expect(await sent()).toEqual([1]);
    });

    test('a timer that fires before the time of the database runs nothing', async () => {
        stopped = Date.now();
        await store({ id: 1, at: new Date(stopped + 50).toISOString() });
        const reminders = new Reminders(app);
        const again = new Promise<void>((resolve) => {
            reminders.isRescheduledBy = () => false;
            const { due } = reminders;
            reminders.due = async (...args) => {
                const items = await due.apply(reminders, args);
                if (reminders.rounds === 2) resolve();
                return items;
            };
        });
        const work = dueWork([reminders]);
        await work.runDue();

        passed = -HOUR;
        await again;
        await work.stop();

        expect(await sent()).toEqual([]);
    });

    test('a node whose clock is wrong runs nothing, names the reason, and leaves the items to others', async () => {
        await store({ id: 1, at: inHours(-1) });
        await store({ id: 2, at: inHours(1) });
        const [wrong, correct] = nodes.map((node, index) =>
            dueWork([new Reminders(node)], {
                db: node.services.db,
                pausedBecause: () => (index === 0 ? 'The clock of this node is wrong.' : undefined),
            }),
        );

        await wrong!.runDue();

        expect(await sent()).toEqual([]);
        expect(await wrong!.list({ project: 'default' })).toMatchObject([
            { id: 1, reason: 'The clock of this node is wrong.' },
            { id: 2 },
        ]);
        expect((await correct!.list({ project: 'default' })).every(({ reason }) => reason === undefined)).toBe(true);
        await correct!.runDue();
        expect(await sent()).toEqual([1]);
    });
});

describe('a freeze window', () => {
    const freeze = async (frozen: object[]) => {
        const { status } = await app.put('/api/admin/projects/default/environments/production/change-requests/config', {
            changeRequestsEnabled: true,
            rules: { frozen },
        });
        expect(status).toBe(200);
    };
    const local = (hours: number) => inHours(hours).slice(0, 16);

    test('holds items of its environment until it ends, beyond a page of them, and is named as the reason', async () => {
        await freeze([{ timeZone: 'UTC', from: local(-2), to: local(5) }]);
        for (const id of [1, 2, 3]) await store({ id, at: inHours(-1) });
        await store({ id: 4, at: inHours(-0.5), environment: 'development' });
        const work = dueWork([new Reminders(app)]);

        await work.runDue();

        expect(await sent()).toEqual([4]);
        const until = local(5).replace('T', ' ');
        const reason = `Environment production is frozen until ${until} (UTC).`;
        expect(await work.list({ project: 'default' })).toMatchObject([{ reason }, { reason }, { reason }]);

        passed = 6 * HOUR;
        await work.runDue();

        expect(await sent()).toEqual([1, 2, 3, 4]);
    });

    test('that covers the time of a later item is named in advance', async () => {
        await freeze([{ timeZone: 'UTC', from: local(4), to: local(6) }]);
        await store({ id: 1, at: inHours(1) });
        await store({ id: 2, at: inHours(5) });

        const [first, second] = await dueWork([new Reminders(app)]).list({ project: 'default' });

        expect(first).not.toHaveProperty('reason');
        expect(second?.reason).toContain('is frozen until');
    });

    test('does not hold a kind that checks freezes itself', async () => {
        await freeze([{ timeZone: 'UTC', from: local(-2), to: local(5) }]);
        await store({ id: 1, at: inHours(-1) });
        const reminders = new Reminders(app);
        reminders.isHeldByFreezes = false;

        await dueWork([reminders]).runDue();

        expect(await sent()).toEqual([1]);
    });
});

describe('a failure', () => {
    const broken = (part: 'due' | 'nextDue') => {
        const fail = () => Promise.reject(new Error(`${part} failed`));
        return Object.assign(new Reminders(app), { [part]: fail });
    };

    test.each(['due', 'nextDue'] as const)(
        'of %s of a kind does not block the others, and is reported',
        async (part) => {
            await store({ id: 1, at: inHours(-1) });
            const errors: unknown[] = [];
            const work = dueWork([broken(part), new Reminders(app)], { onError: (error) => void errors.push(error) });

            await expect(work.runDue()).rejects.toThrow(`${part} failed`);

            expect(await sent()).toEqual([1]);
        },
    );

    test('of an item does not block the later ones of its kind, and it is tried again', async () => {
        for (const id of [1, 2, 3]) await store({ id, at: inHours(-1) });
        const reminders = new Reminders(app);
        reminders.beforeRun = ({ id }) => (id === 1 ? Promise.reject(new Error('unlucky')) : Promise.resolve());
        const work = dueWork([reminders]);

        await expect(work.runDue()).rejects.toThrow('unlucky');
        expect(await sent()).toEqual([2, 3]);
        reminders.beforeRun = async () => undefined;
        await work.runDue();

        expect(await sent()).toEqual([1, 2, 3]);
    });

    test('that never ends does not block the other kinds', async () => {
        await store({ id: 1, at: inHours(-1) });
        const stuck = new Reminders(app);
        let release = () => {};
        stuck.beforeRun = () =>
            new Promise((resolve) => {
                release = resolve;
            });
        const other = new Reminders(app);
        const done = new Promise<void>((resolve) => {
            const { run } = other;
            other.run = async (item) => {
                await run.call(other, item);
                resolve();
            };
        });
        const work = dueWork([stuck, other]);

        work.wake();
        await done;

        expect(await sent()).toEqual([1]);
        release();
        await work.stop();
        expect(await sent()).toEqual([1]);
    });
});

test('an event of a kind wakes that kind only', async () => {
    const [woken, asleep] = [new Reminders(app), new Reminders(app)];
    asleep.isRescheduledBy = () => false;
    await store({ id: 1, at: inHours(-1) });
    const done = new Promise<void>((resolve) => {
        const { nextDue } = woken;
        woken.nextDue = async (...args) => {
            resolve();
            return nextDue.apply(woken, args);
        };
    });

    dueWork([woken, asleep]).follow({ events: [{ type: 'feature-created' }, { type: 'feature-tagged' }] });
    await done;

    expect(await sent()).toEqual([1]);
    expect(asleep.rounds).toBe(0);
});

test('the items of all kinds are listed by time, per project and per flag', async () => {
    await store({ id: 1, at: inHours(3), feature: 'search' });
    await store({ id: 2, at: inHours(1) });
    await store({ id: 3, at: inHours(2), project: 'other' });
    const { name } = await app.has.flag({ enabled: false });
    const { body: scheduled } = await app.post('/api/admin/projects/default/environments/development/schedules', {
        scheduledAt: inHours(2),
        changes: [{ feature: name, action: 'updateEnabled', payload: { enabled: true } }],
    });
    const work = dueWork([new Reminders(app), app.services.schedules]);

    expect(await work.list({ project: 'default' })).toMatchObject([
        { kind: 'reminder', id: 2 },
        { kind: 'change-request', id: scheduled.id, features: [name] },
        { kind: 'reminder', id: 1 },
    ]);
    expect(await work.list({ project: 'default', feature: 'search' })).toMatchObject([{ kind: 'reminder', id: 1 }]);
    expect(await work.list({ project: 'default', feature: name })).toMatchObject([{ id: scheduled.id }]);
});
