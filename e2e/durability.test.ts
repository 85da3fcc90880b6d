import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';

const WRITES = 500;
const WRITERS = 4;

test.each(['embedded', 'durable PostgreSQL'] as const)(
    'on the %s database, a service that is killed during writes keeps every acknowledged write',
    async (kind) => {
        const database = await newDatabase(kind);
        const first = await startServer(database);
        const acknowledged: string[] = [];
        const names = Array.from({ length: WRITES }, (_, index) => `flag-${index}`);
        const killed = Promise.withResolvers<unknown>();

        async function writer(): Promise<void> {
            for (let name = names.pop(); name !== undefined; name = names.pop()) {
                const response = await first
                    .request('POST', '/api/admin/projects/default/features', { name })
                    .catch(() => null);
                if (response === null) return;
                expect(response.status).toBe(201);
                acknowledged.push(name);
                if (acknowledged.length === WRITES / 2) killed.resolve(first.stop('SIGKILL'));
            }
        }
        await Promise.all(Array.from({ length: WRITERS }, writer));
        await killed.promise;
        const second = await startServer(database);

        const stored = new Set((await second.clientFlags()).map((flag) => flag.name));
        expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES / 2);
        expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
        expect(await second.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
    },
);
