import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type App, startApp } from '../../packages/server/src/app/app.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { startPostgres } from '../../packages/server/test/support/postgres.ts';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-bench';
export const CLIENT_TOKEN = '*:development.client-token-of-the-bench';

export type DatabaseKind = 'embedded' | 'PostgreSQL';

export interface BenchApp {
    app: App;
    url: string;
    /** Sends an admin request, which must succeed. */
    request(method: string, path: string, body?: unknown): Promise<string>;
    close(): Promise<void>;
}

/** The real service in this process, on a separate database that is as durable as in production. */
export async function benchApp(
    kind: DatabaseKind,
    { environment = {} }: { environment?: Record<string, string> } = {},
): Promise<BenchApp> {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-bench-'));
    const postgres = kind === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined;
    await postgres?.createDatabase('bench');
    const app = await startApp(
        readConfig({
            ...(postgres ? { DATABASE_URL: postgres.url('bench') } : { DATA_DIR: folder }),
            HTTP_PORT: '0',
            HTTP_HOST: '127.0.0.1',
            INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
            INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
            UNLEASH_FEATURE_FLAGS_LIMIT: '100000',
            // One token may use most of them, not all.
            MAX_STREAMS: '20000',
            ...environment,
        }),
        { version: '0.0.0-bench', log: pino({ level: 'silent' }) },
    );
    const url = `http://127.0.0.1:${new URL(app.url).port}`;
    return {
        app,
        url,
        async request(method, path, body) {
            const response = await fetch(url + path, {
                method,
                headers: {
                    authorization: ADMIN_TOKEN,
                    ...(body !== undefined && { 'content-type': 'application/json' }),
                },
                ...(body !== undefined && { body: JSON.stringify(body) }),
            });
            const text = await response.text();
            if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
            return text;
        },
        async close() {
            await app.close();
            await postgres?.stop();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}
