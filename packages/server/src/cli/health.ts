import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { readConfig } from '../config.ts';
import { CommandError, type Context } from './command.ts';
import type { Result } from './result.ts';

/** A container that does not answer within this is not alive for its users either. */
const PATIENCE_MS = 5_000;

interface Asked {
    url: string | undefined;
}

export const health = ({ url }: Asked, context: Context) => ask('health', url, context);
export const ready = ({ url }: Asked, context: Context) => ask('ready', url, context);

async function ask(path: 'health' | 'ready', given: string | undefined, context: Context): Promise<Result> {
    const address = `${given?.replace(/\/+$/, '') ?? ownAddress(context)}/${path}`;
    const began = performance.now();
    if (!/^https?:/.test(address) || !URL.canParse(address)) {
        throw new CommandError('--url must be an http or https URL, such as http://localhost:4242.');
    }
    const found = await get(address).catch((error: Error) => ({ ok: false, status: undefined, says: reason(error) }));
    const milliseconds = Math.round(performance.now() - began);
    const { output } = context;
    return {
        json: { ...found, url: address, milliseconds },
        text: found.ok
            ? `${output.paint('green', '✓')} ${address} answers ${found.says} in ${milliseconds} ms`
            : `${output.paint('red', '✗')} ${address}: ${found.says}`,
        exitCode: found.ok ? 0 : 1,
    };
}

/** Where the service of this configuration is, seen from its own machine. */
export function ownAddress({ environment }: Pick<Context, 'environment'>): string {
    const { httpHost, httpPort, basePath } = readConfig(environment);
    const host = ['0.0.0.0', '::', ''].includes(httpHost) ? '127.0.0.1' : httpHost;
    return `http://${host.includes(':') ? `[${host}]` : host}:${httpPort}${basePath}`;
}

/** Not `fetch`: a check that is made every few seconds should not load a whole client for it. */
async function get(address: string) {
    const { get: ask } = address.startsWith('https:') ? https : http;
    const request = ask(address, { signal: AbortSignal.timeout(PATIENCE_MS), agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body: unknown = await json(response).catch(() => undefined);
    const { health, message } = (body ?? {}) as { health?: string; message?: string };
    const status = response.statusCode!;
    return { ok: status === 200, status, says: health ?? message ?? `status ${status}` };
}

function reason(error: Error): string {
    if (error.name === 'AbortError') return `no answer within ${PATIENCE_MS / 1000} s`;
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? 'nothing listens there' : message || code || 'no answer';
}
