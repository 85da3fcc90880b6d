import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { watchStatements } from '../../test/support/statements.ts';
import { notFound } from '../core/errors/errors.ts';
import type { Tx } from './database.ts';
import { openSqlite } from './embedded-database.ts';
import { openPostgres } from './postgres-database.ts';
import { inSavepoint, rolledBack } from './savepoint.ts';

type Things = { things: { id: number; name: string | null } };

const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** Two connections to a database with its own table. */
async function twoNodes() {
    const { environment, remove } = await emptyDatabase();
    const open = () => {
        const options = { poolSize: 1, schema: 'public', applicationName: 'test', onError: () => undefined };
        const { migrator, transaction, close } = isPostgres
            ? openPostgres({ ...options, url: environment['DATABASE_URL']! })
            : openSqlite(path.join(environment['DATA_DIR']!, 'halyard.db'));
        const db = migrator as unknown as Kysely<Things>;
        return {
            db,
            close,
            transaction: <T>(work: (tx: Kysely<Things>) => Promise<T>) =>
                transaction((tx) => work(tx as unknown as Kysely<Things>)),
            ids: async () => (await db.selectFrom('things').select('id').orderBy('id').execute()).map(({ id }) => id),
        };
    };
    const [node, other] = [open(), open()];
    onTestFinished(async () => {
        await Promise.all([node.close(), other.close()]);
        await remove();
    });
    await sql`create table things (id integer primary key, name text)`.execute(node.db);
    return { node, other };
}

const insert = (tx: Kysely<Things>, id: number) => tx.insertInto('things').values({ id, name: null }).execute();

test('a failure rolls back its own savepoint, not the one around it, and every savepoint is released', async () => {
    const { node } = await twoNodes();
    const failing = async (tx: Kysely<Things>) => {
        await insert(tx, 3);
        throw notFound('thing');
    };

    await node.transaction(async (tx) => {
        await inSavepoint(tx as unknown as Tx, async () => {
            await insert(tx, 1);
            await rolledBack(tx as unknown as Tx, () => insert(tx, 2));
            await expect(inSavepoint(tx as unknown as Tx, () => failing(tx))).rejects.toThrow('thing');
            await insert(tx, 4);
        });
    });
    expect(await node.ids()).toEqual([1, 4]);

    const afterwards = node.transaction(async (tx) => {
        await inSavepoint(tx as unknown as Tx, () => insert(tx, 5));
        await rolledBack(tx as unknown as Tx, () => insert(tx, 6));
        await sql`rollback to savepoint nested`.execute(tx);
    });
    await expect(afterwards).rejects.toThrow(/savepoint/);
});

if (isPostgres) {
    /** Large enough to be sent before a result is requested. */
    const insertLarge = (tx: Kysely<Things>, id: number) =>
        tx
            .insertInto('things')
            .values({ id, name: Buffer.alloc(600_000, 'x') as unknown as string })
            .execute();

    test('large inserts are sent early, in order with the statements around them', async () => {
        const { node } = await twoNodes();
        const watched = watchStatements();

        const names = await node.transaction(async (tx) => {
            await insert(tx, 1);
            for (const id of [2, 3, 4]) await insertLarge(tx, id);
            await tx.deleteFrom('things').where('id', '=', 3).execute();
            return tx
                .selectFrom('things')
                .select(['id', sql<number>`length(name)`.as('size')])
                .orderBy('id')
                .execute();
        });

        expect(names).toEqual([
            { id: 1, size: null },
            { id: 2, size: 600_000 },
            { id: 4, size: 600_000 },
        ]);
        expect(watched.roundTrips()).toBe(5);
        expect(await node.ids()).toEqual([1, 2, 4]);
    });

    test.each(['a result is requested', 'the transaction is committed'])(
        'a large insert that fails is reported with its own error when %s, and nothing is stored',
        async (next) => {
            const { node } = await twoNodes();

            const failing = node.transaction(async (tx) => {
                await insertLarge(tx, 1);
                await insertLarge(tx, 1);
                if (next === 'a result is requested') await tx.selectFrom('things').select('id').execute();
            });

            await expect(failing).rejects.toThrow(/duplicate key/);
            await node.transaction((tx) => insertLarge(tx, 2));
            expect(await node.ids()).toEqual([2]);
        },
    );

    test('concurrent statements, and the writes before them, take one round trip', async () => {
        const { node } = await twoNodes();
        const watched = watchStatements();

        const [all, some] = await node.transaction(async (tx) => {
            await insert(tx, 1);
            await insert(tx, 2);
            return Promise.all([
                tx.selectFrom('things').select('id').orderBy('id').execute(),
                tx.selectFrom('things').select('id').where('id', 'in', [2, 3]).execute(),
            ]);
        });

        expect([all, some]).toEqual([[{ id: 1 }, { id: 2 }], [{ id: 2 }]]);
        expect(watched.roundTrips()).toBe(2);
        expect(watched.executed().map((text) => text.split(' ')[0])).toEqual([
            'begin',
            'insert',
            'insert',
            'select',
            'select',
            'commit',
        ]);
    });

    test('a savepoint that is kept takes no round trip of its own', async () => {
        const { node } = await twoNodes();
        const watched = watchStatements();

        const left = await node.transaction(async (tx) => {
            await insert(tx, 1);
            await inSavepoint(tx as unknown as Tx, () => insert(tx, 2));
            await rolledBack(tx as unknown as Tx, () => insert(tx, 3));
            return tx.selectFrom('things').select('id').orderBy('id').execute();
        });

        expect(left).toEqual([{ id: 1 }, { id: 2 }]);
        expect(watched.roundTrips()).toBe(3);
    });

    test.each([
        ['before something is read', (tx: Kysely<Things>) => tx.selectFrom('things').selectAll().execute()],
        ['before the end', async () => undefined],
    ])('a failing statement that is not awaited fails the transaction: %s', async (_when, proceed) => {
        const { node } = await twoNodes();
        await node.transaction((tx) => insert(tx, 1));

        const failing = node.transaction(async (tx) => {
            await insert(tx, 2);
            await insert(tx, 1);
            await insert(tx, 3);
            await proceed(tx);
        });

        await expect(failing).rejects.toThrow('duplicate key');
        expect(await node.ids()).toEqual([1]);
        await node.transaction((tx) => insert(tx, 2));
        expect(await node.ids()).toEqual([1, 2]);
    });

    test('nothing of a failed transaction is stored, even if the error is caught', async () => {
        const { node } = await twoNodes();
        await node.transaction((tx) => insert(tx, 1));

        const failing = node.transaction(async (tx) => {
            await insert(tx, 1);
            await tx
                .selectFrom('things')
                .selectAll()
                .execute()
                .catch(() => undefined);
            await insert(tx, 2);
        });

        await expect(failing).rejects.toThrow('duplicate key');
        expect(await node.ids()).toEqual([1]);
    });

    test('pending statements of a transaction that was rolled back are never sent', async () => {
        const { node } = await twoNodes();

        await expect(
            node.transaction(async (tx) => {
                await insert(tx, 1);
                throw new Error('on second thoughts');
            }),
        ).rejects.toThrow('on second thoughts');

        expect(await node.ids()).toEqual([]);
    });

    test('a connection that breaks during a transaction loses it, and the next one works', async () => {
        const { node, other } = await twoNodes();

        const cut = node.transaction(async (tx) => {
            const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
            await insert(tx, 1);
            await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other.db);
            await insert(tx, 2);
        });

        await expect(cut).rejects.toThrow();
        await node.transaction((tx) => insert(tx, 3));
        expect(await node.ids()).toEqual([3]);
    });

    test('statements are planned again after another node changed a table', async () => {
        const { node, other } = await twoNodes();
        const all = (db: Kysely<Things>) => db.selectFrom('things').selectAll().orderBy('id').execute();
        const insertAndRead = (id: number) =>
            node.transaction(async (tx) => {
                await insert(tx, id);
                return all(tx);
            });
        await insertAndRead(1);
        await all(node.db);

        await sql`alter table things add column colour text`.execute(other.db);
        const read = await all(node.db);
        await sql`alter table things add column size integer`.execute(other.db);
        const written = await insertAndRead(2);

        expect(read).toEqual([{ id: 1, name: null, colour: null }]);
        expect(written).toEqual([
            { id: 1, name: null, colour: null, size: null },
            { id: 2, name: null, colour: null, size: null },
        ]);
    });

    test('statements that a pooler has forgotten are repeated without names, also in a transaction', async () => {
        const { node } = await twoNodes();
        for (const id of [1, 2]) await insert(node.db, id);
        expect(await node.ids()).toEqual([1, 2]);
        const forget = () => sql`deallocate all`.execute(node.db);

        await forget();
        expect(await node.ids()).toEqual([1, 2]);
        await forget();
        await node.transaction(async (tx) => {
            await insert(tx, 3);
            expect(await tx.selectFrom('things').select('id').orderBy('id').execute()).toHaveLength(3);
        });

        expect(await node.ids()).toEqual([1, 2, 3]);
    });

    test('a row that cannot be read fails its statement, and the process and the connection continue', async () => {
        const { node } = await twoNodes();
        const MONEY = 790;
        const parse = pg.types.getTypeParser(MONEY);
        onTestFinished(() => pg.types.setTypeParser(MONEY, parse));
        pg.types.setTypeParser(MONEY, () => {
            throw new SyntaxError('Unexpected token');
        });
        const unreadable = sql`select amount::money from generate_series(1, 3) as amount`;

        await expect(unreadable.execute(node.db)).rejects.toThrow('unreadable row: Unexpected token');
        const changed = node.transaction(async (tx) => {
            await insert(tx, 1);
            await unreadable.execute(tx);
        });
        await expect(changed).rejects.toThrow('unreadable row');
        await insert(node.db, 2);

        expect(await node.ids()).toEqual([2]);
    });

    test('a connection keeps a limited number of plans, and reads correctly without them', async () => {
        const { node } = await twoNodes();

        for (let round = 0; round < 2; round++) {
            for (let number = 0; number < 200; number++) {
                const { rows } = await sql.raw<{ n: number }>(`select ${number} as n`).execute(node.db);
                expect(rows).toEqual([{ n: number }]);
            }
        }

        const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(
            node.db,
        );
        expect(rows[0]!.count).toBeGreaterThan(100);
        expect(rows[0]!.count).toBeLessThanOrEqual(150);
    });
}

test('strings, numbers, booleans, nulls and lists are returned unchanged', async () => {
    const { node } = await twoNodes();
    const texts = ['', 'a "quoted" \\ one', '{a,b}', 'NULL', "o'clock", 'ünï'];

    for (const [id, name] of texts.entries()) {
        await node.db.insertInto('things').values({ id, name }).execute();
    }
    const matching = await node.db
        .selectFrom('things')
        .select('name')
        .where('name', 'in', texts)
        .orderBy('id')
        .execute();
    const others = await node.db.selectFrom('things').select('id').where('name', 'not in', texts.slice(1)).execute();
    const none = await node.db.selectFrom('things').select('id').where('id', 'in', []).execute();

    expect(matching.map(({ name }) => name)).toEqual(texts);
    expect(others).toEqual([{ id: 0 }]);
    expect(none).toEqual([]);
});
