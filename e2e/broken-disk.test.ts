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

test('a disk that takes no more of a file gives 503, never 500, and loses nothing', { timeout: 120_000 }, async () => {
    const database = await newDatabase('embedded');
    const installed = await startServer(database);
    await installed.stop();
    const { size } = await stat(path.join(database['DATA_DIR']!, 'halyard.db'));

    // The system refuses whatever would make a file longer than this: to SQLite an input/output error (SQLITE_IOERR_WRITE).
    const server = await startServer({ ...database, CHECK_DB_ON_READY: 'true' }, undefined, [], {
        longestFile: size + 500_000,
    });
    const kept: string[] = [];
    let refused: Response | undefined;
    for (let number = 0; number < 2_000 && !refused; number++) {
        const answer = await create(server, `flag-${number}`);
        if (answer.status === 201) kept.push(`flag-${number}`);
        else refused = answer;
    }
    expect(refused?.status).toBe(503);
    for (let number = 0; number < 10; number++) {
        const answer = await create(server, `late-${number}`);
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await answer.json()).toMatchObject({ name: 'DatabaseUnavailableError' });
    }
    const ready = await fetch(`${server.url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { health: 'BAD', database: { state: 'away' } }]);
    expect((await server.clientFlags()).map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
    await server.stop();

    // With room again, everything that was acknowledged is there, and the log is whole.
    const mended = await startServer(database);
    expect((await mended.clientFlags()).map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
    expect(await mended.request('GET', '/api/admin/events/verify')).toMatchObject({
        status: 200,
        body: { valid: true },
    });
    expect((await create(mended, 'after')).status).toBe(201);
});
