import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { collect } from './log-collector.ts';

interface Attribute {
    key: string;
    value: Record<string, unknown>;
}

export interface Received {
    path: string;
    headers: Record<string, string | string[] | undefined>;
    // biome-ignore lint/suspicious/noExplicitAny: tests read untyped bodies
    body: any;
}

/** Accepts the requests of an OpenTelemetry exporter. */
export async function collector(reply: { status: number; headers?: Record<string, string> } = { status: 200 }) {
    const received: Received[] = [];
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => void chunks.push(chunk));
        request.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            collect(text);
            const body = JSON.parse(text);
            received.push({ path: request.url!, headers: request.headers, body });
            response.writeHead(reply.status, reply.headers).end('{}');
        });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const spans = () =>
        received.flatMap(({ body }) => body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans[0].spans);
    const logs = () =>
        received.flatMap(({ body }) => body.resourceLogs ?? []).flatMap(({ scopeLogs }) => scopeLogs[0].logRecords);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, spans, logs };
}

/** The attributes of a record, by name. */
export const attributesOf = (record: { attributes: Attribute[] }) =>
    Object.fromEntries(record.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
