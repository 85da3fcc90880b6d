import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { readConfig } from '../config.ts';
import { readServingConfig } from '../edge/edge-config.ts';
import { CommandError, type Context } from './command.ts';
import type { Result } from './result.ts';

/** A container that does not answer within this is not alive for its users either. */
const PATIENCE_MS = 5_000;

interface Asked {
    url: string | undefined;
    edgeUrl: string | undefined;
    caCertificateFile: string | undefined;
}

export const health = (asked: Asked, context: Context) => ask('health', asked, context);
export const ready = (asked: Asked, context: Context) => ask('ready', asked, context);

async function ask(path: 'health' | 'ready', asked: Asked, context: Context): Promise<Result> {
    const { url, caCertificateFile } = asked;
    const edgeUrl = asked.edgeUrl ?? (url === undefined ? ownEdgeAddress(context) : undefined);
    const base = (edgeUrl ?? url ?? ownAddress(context)).replace(/\/+$/, '');
    const address = edgeUrl === undefined ? `${base}/${path}` : `${base}/internal-backstage/${path}`;
    const began = performance.now();
    if (!/^https?:/.test(address) || !URL.canParse(address)) {
        throw new CommandError('--url must be an http or https URL, such as http://localhost:4242.');
    }
    const found = await get(address, caCertificateFile).catch((error: Error) => ({
        ok: false,
        status: undefined,
        says: reason(error),
    }));
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

/** The same for an edge, where the configuration is that of one. */
function ownEdgeAddress({ environment }: Pick<Context, 'environment'>): string | undefined {
    const isEdge = ['UPSTREAM_URL', 'BOOTSTRAP_FILE'].some(
        (name) => environment[name] ?? environment[`HALYARD_${name}`],
    );
    if (!isEdge) return undefined;
    const { httpPort, basePath } = readServingConfig(environment);
    return `http://127.0.0.1:${httpPort}${basePath}`;
}

/** Not `fetch`: a check that is made every few seconds should not load a whole client for it. */
async function get(address: string, caFile: string | undefined) {
    const { get: ask } = address.startsWith('https:') ? https : http;
    const request = ask(address, {
        signal: AbortSignal.timeout(PATIENCE_MS),
        agent: false,
        ...(caFile !== undefined && { ca: readFileSync(caFile) }),
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body: unknown = await json(response).catch(() => undefined);
    const said = (body ?? {}) as { health?: string; message?: string; status?: string };
    const status = response.statusCode!;
    return { ok: status === 200, status, says: said.health ?? said.message ?? said.status ?? `status ${status}` };
}

function reason(error: Error): string {
    if (error.name === 'AbortError') return `no answer within ${PATIENCE_MS / 1000} s`;
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? 'nothing listens there' : message || code || 'no answer';
}
