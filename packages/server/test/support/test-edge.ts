import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { readEdgeConfig } from '../../src/edge/config/edge-config.ts';
import { startEdge } from '../../src/edge/edge-app.ts';
import type { EdgeOptions } from '../../src/edge/edge-runtime.ts';
import { atFileEnd } from './file-end.ts';
import { HttpClient } from './http-client.ts';
import { collectingLog, noteSecret, noteSecretsIn } from './log-collector.ts';
import { CLIENT_TOKEN } from './test-app.ts';

interface TestEdgeOptions {
    /** The options that differ from a fast edge with the test token. */
    environment?: Record<string, string>;
    /** Default: a logger whose output is searched for secrets when the file ends. */
    log?: Logger;
    /** Default: the end of the test. */
    until?: 'test' | 'file';
    reportTypes?: EdgeOptions['reportTypes'];
    /** Default: that of an edge in production. */
    sharedBackupPauseMs?: number;
}

/** Tests read the state of an edge from the backstage endpoints that are disabled by default. */
export const BACKSTAGE_ENABLED = {
    DISABLE_FEATURES_ENDPOINT: 'false',
    DISABLE_TOKENS_ENDPOINT: 'false',
    DISABLE_METRICS_BATCH_ENDPOINT: 'false',
    DISABLE_INSTANCE_DATA_ENDPOINT: 'false',
};

/** One second is the shortest configurable interval. Tests wait for a fifth of it. */
const shorten = (seconds: number) => (seconds === 1 ? 0.2 : seconds);

/** A real edge in front of a server, used through real HTTP. */
export async function testEdge(
    upstream: string,
    { environment = {}, log, until = 'test', reportTypes, sharedBackupPauseMs }: TestEdgeOptions = {},
) {
    const variables = {
        UPSTREAM_URL: upstream,
        PORT: '0',
        INTERFACE: '127.0.0.1',
        TOKENS: CLIENT_TOKEN,
        LOG_LEVEL: 'silent',
        REQUEST_LOGGER_ENABLE: 'true',
        FEATURES_REFRESH_INTERVAL_SECONDS: '1',
        ...BACKSTAGE_ENABLED,
        ...environment,
    };
    noteSecretsIn(variables, 'the environment');
    const read = readEdgeConfig(variables);
    const config = {
        ...read,
        refreshSeconds: shorten(read.refreshSeconds),
        metricsSeconds: shorten(read.metricsSeconds),
    };
    let offset = 0;
    const edge = await startEdge(config, {
        version: '0.0.0-test',
        log: log ?? collectingLog(),
        clock: () => new Date(Date.now() + offset),
        lingerMs: 0,
        unclearSeconds: 0.2,
        ...(reportTypes && { reportTypes }),
        ...(sharedBackupPauseMs !== undefined && { sharedBackupPauseMs }),
    });
    const client = new HttpClient();
    let closed = false;
    const close = async () => {
        if (closed) return;
        closed = true;
        await edge.close();
        client.close();
    };
    (until === 'file' ? atFileEnd : onTestFinished)(close);
    const url = edge.url.replace('localhost', '127.0.0.1');

    async function send(
        method: string,
        path: string,
        options: { token?: string | null; body?: unknown; headers?: Record<string, string> } = {},
    ) {
        const { token = CLIENT_TOKEN, body, headers = {} } = options;
        if (token !== null) noteSecret(token, 'Authorization');
        noteSecretsIn({ body, headers }, `${method} ${path}`);
        const {
            status,
            headers: received,
            text,
        } = await client.send(url + path, {
            method,
            headers: {
                ...(token !== null && { authorization: token }),
                ...(body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
            },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
        const isJson = received.get('content-type')?.includes('json') && text !== '';
        return { status, headers: received, body: isJson ? JSON.parse(text) : text };
    }

    return {
        url,
        tlsUrl: edge.tlsUrl,
        close,
        send,
        get: (path: string, token?: string | null) => send('GET', path, token === undefined ? {} : { token }),
        passTime: (milliseconds: number) => {
            offset += milliseconds;
        },
        /** The flags of a backend SDK with their state. */
        async flags(token = CLIENT_TOKEN): Promise<Record<string, boolean>> {
            const { status, body } = await send('GET', '/api/client/features', {
                token,
                headers: { 'unleash-client-spec': '5.2.0' },
            });
            if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
            return Object.fromEntries(
                body.features.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
            );
        },
    };
}

/** Waits until the condition is true; the timeout of the test ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await delay(10);
}
