import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from './embedded-database.ts';

const MEGABYTE = 1024 * 1024;

function newFile(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-log-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return path.join(folder, 'halyard.db');
}

test('the log stays small however much is written, and all data is present after the next start', async () => {
    const file = newFile();
    const database = openSqlite(file);
    await database.transaction((tx) => sql`create table texts (content text)`.execute(tx));
    let largest = 0;
    for (let written = 0; written < 200; written++) {
        await database.transaction((tx) => sql`insert into texts values (${'x'.repeat(MEGABYTE / 2)})`.execute(tx));
        largest = Math.max(largest, statSync(`${file}-wal`).size);
    }
    await database.close();

    expect(largest).toBeLessThan(70 * MEGABYTE);
    const again = openSqlite(file);
    const { rows } = await again.transaction((tx) =>
        sql<{ length: number }>`select sum(length(content)) as length from texts`.execute(tx),
    );
    await again.close();
    expect(rows).toEqual([{ length: 100 * MEGABYTE }]);
});

test('the log is checkpointed while the service runs', async () => {
    const file = newFile();
    const database = openSqlite(file);
    await database.transaction((tx) => sql`create table texts (content text)`.execute(tx));
    const write = () =>
        database.transaction((tx) => sql`insert into texts values (${'x'.repeat(MEGABYTE / 2)})`.execute(tx));

    // The duration of the checkpoint thread varies; each change gives it another chance.
    while (statSync(file).size < 4 * MEGABYTE) await write();

    expect(statSync(`${file}-wal`).size).toBeLessThan(70 * MEGABYTE);
    await database.close();
});
