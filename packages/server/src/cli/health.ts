import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { readConfig } from '../config/config.ts';
import { readServingConfig } from '../edge/config/edge-config.ts';

/** A container that does not respond within this time is considered down. */
const TIMEOUT_MS = 5_000;

type Path = 'health' | 'ready';

interface HealthOptions {
    url: string | undefined;
    edgeUrl: string | undefined;
    caCertificateFile: string | undefined;
    whichever: boolean;
}

export const health = (options: HealthOptions, context: CliContext) => checkHealth('health', options, context);
export const ready = (options: HealthOptions, context: CliContext) => checkHealth('ready', options, context);

async function checkHealth(path: Path, options: HealthOptions, context: CliContext): Promise<Result> {
    const addresses = addressesOf(path, options, context);
    const caFile = options.caCertificateFile ?? readVariable('CA_CERTIFICATE_FILE', context);
    let result = await request(addresses[0], caFile);
    if (!result.ok && addresses[1] !== undefined) {
        const other = await request(addresses[1], caFile);
        if (other.ok) result = other;
    }
    const { output } = context;
    const { url, ok, says, milliseconds } = result;
    return {
        json: result,
        text: ok
            ? `${output.paint('green', '✓')} ${url} responds ${says} in ${milliseconds} ms`
            : `${output.paint('red', '✗')} ${url}: ${says}`,
        exitCode: ok ? 0 : 1,
    };
}

/** Returns the URL to check, and a second one to try if the first is not healthy. */
function addressesOf(path: Path, { url, edgeUrl, whichever }: HealthOptions, context: CliContext): [string, string?] {
    const atEdge = (base: string) => addressOf(base, `internal-backstage/${path}`);
    if (edgeUrl !== undefined) return [atEdge(edgeUrl)];
    if (url !== undefined) return [addressOf(url, path)];
    const edge = readVariable('EDGE_URL', context) ?? (isEdge(context) ? ownEdgeAddress(context) : undefined);
    if (edge !== undefined) return [atEdge(edge)];
    const own = addressOf(ownAddress(context), path);
    return whichever ? [own, atEdge(ownEdgeAddress(context))] : [own];
}

function addressOf(base: string, path: string): string {
    const address = `${base.replace(/\/+$/, '')}/${path}`;
    if (/^https?:/.test(address) && URL.canParse(address)) return address;
    throw new CommandError('--url must be an http or https URL, such as http://localhost:4242.');
}

async function request(url: string, caFile: string | undefined) {
    const began = performance.now();
    const result = await get(url, caFile).catch((error: Error) => ({
        ok: false,
        status: undefined,
        says: reason(error),
    }));
    return { ...result, url, milliseconds: Math.round(performance.now() - began) };
}

/** The local address of the configured service. */
export function ownAddress({ environment }: Pick<CliContext, 'environment'>): string {
    const { httpHost, httpPort, basePath } = readConfig(environment);
    const host = ['0.0.0.0', '::', ''].includes(httpHost) ? '127.0.0.1' : httpHost;
    return `http://${host.includes(':') ? `[${host}]` : host}:${httpPort}${basePath}`;
}

/** The local address of the configured edge. */
function ownEdgeAddress({ environment }: Pick<CliContext, 'environment'>): string {
    const { httpPort, basePath } = readServingConfig(environment);
    return `http://127.0.0.1:${httpPort}${basePath}`;
}

/** Whether environment variables configure an edge; an edge that is configured by options only cannot be detected. */
const isEdge = (context: Pick<CliContext, 'environment'>) =>
    ['UPSTREAM_URL', 'BOOTSTRAP_FILE'].some((name) => readVariable(name, context) !== undefined);

const readVariable = (name: string, { environment }: Pick<CliContext, 'environment'>): string | undefined =>
    environment[`HALYARD_${name}`] ?? environment[name];

/** `fetch` would load a whole HTTP client for a check that runs every few seconds. */
async function get(address: string, caFile: string | undefined) {
    const { get: send } = address.startsWith('https:') ? https : http;
    const request = send(address, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        ...(caFile !== undefined && { ca: readFileSync(caFile) }),
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body: unknown = await json(response).catch(() => undefined);
    const content = (body ?? {}) as { health?: string; message?: string; status?: string };
    const status = response.statusCode!;
    return {
        ok: status === 200,
        status,
        says: content.health ?? content.message ?? content.status ?? `status ${status}`,
    };
}

function reason(error: Error): string {
    if (error.name === 'AbortError') return `no response within ${TIMEOUT_MS / 1000} s`;
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? 'connection refused' : message || code || 'no response';
}
