import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';

const create = (server: Awaited<ReturnType<typeof startServer>>, name: string) =>
    fetch(`${server.url}/api/admin/projects/default/features`, {
        method: 'POST',
        headers: { authorization: '*:*.admin-token-of-the-tests', 'content-type': 'application/json' },
        body: JSON.stringify({ name, description: 'x'.repeat(200) }),
    });

test('a disk that rejects writes results in 503, never 500, and nothing is lost', { timeout: 120_000 }, async () => {
    const database = await newDatabase('embedded');
    const installed = await startServer(database);
    await installed.stop();
    const { size } = await stat(path.join(database['DATA_DIR']!, 'halyard.db'));

    // The system rejects writes that would make a file longer than this: an input/output error for SQLite (SQLITE_IOERR_WRITE).
    const server = await startServer({ ...database, CHECK_DB_ON_READY: 'true' }, undefined, [], {
        longestFile: size + 500_000,
    });
    const acknowledged: string[] = [];
    let refused: Response | undefined;
    for (let number = 0; number < 2_000 && !refused; number++) {
        const response = await create(server, `flag-${number}`);
        if (response.status === 201) acknowledged.push(`flag-${number}`);
        else refused = response;
    }
    expect(refused?.status).toBe(503);
    for (let number = 0; number < 10; number++) {
        const response = await create(server, `late-${number}`);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ name: 'DatabaseUnavailableError' });
    }
    const ready = await fetch(`${server.url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { health: 'BAD', database: { state: 'away' } }]);
    expect((await server.clientFlags()).map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
    await server.stop();

    // With free space again, everything that was acknowledged exists, and the log is complete.
    const mended = await startServer(database);
    expect((await mended.clientFlags()).map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
    expect(await mended.request('GET', '/api/admin/events/verify')).toMatchObject({
        status: 200,
        body: { valid: true },
    });
    expect((await create(mended, 'after')).status).toBe(201);
});
