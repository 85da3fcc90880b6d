import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { readConfig } from '../config.ts';
import { readServingConfig } from '../edge/config/edge-config.ts';

/** A container that does not answer within this is not alive for its users either. */
const PATIENCE_MS = 5_000;

type Path = 'health' | 'ready';

interface HealthOptions {
    url: string | undefined;
    edgeUrl: string | undefined;
    caCertificateFile: string | undefined;
    whichever: boolean;
}

export const health = (asked: HealthOptions, context: CliContext) => ask('health', asked, context);
export const ready = (asked: HealthOptions, context: CliContext) => ask('ready', asked, context);

async function ask(path: Path, asked: HealthOptions, context: CliContext): Promise<Result> {
    const addresses = addressesOf(path, asked, context);
    const caFile = asked.caCertificateFile ?? said('CA_CERTIFICATE_FILE', context);
    let found = await look(addresses[0], caFile);
    if (!found.ok && addresses[1] !== undefined) {
        const other = await look(addresses[1], caFile);
        if (other.ok) found = other;
    }
    const { output } = context;
    const { url, ok, says, milliseconds } = found;
    return {
        json: found,
        text: ok
            ? `${output.paint('green', '✓')} ${url} answers ${says} in ${milliseconds} ms`
            : `${output.paint('red', '✗')} ${url}: ${says}`,
        exitCode: ok ? 0 : 1,
    };
}

/** Where to ask, and where next if nobody is well there. */
function addressesOf(path: Path, { url, edgeUrl, whichever }: HealthOptions, context: CliContext): [string, string?] {
    const atEdge = (base: string) => addressOf(base, `internal-backstage/${path}`);
    if (edgeUrl !== undefined) return [atEdge(edgeUrl)];
    if (url !== undefined) return [addressOf(url, path)];
    const edge = said('EDGE_URL', context) ?? (isEdge(context) ? ownEdgeAddress(context) : undefined);
    if (edge !== undefined) return [atEdge(edge)];
    const own = addressOf(ownAddress(context), path);
    return whichever ? [own, atEdge(ownEdgeAddress(context))] : [own];
}

function addressOf(base: string, path: string): string {
    const address = `${base.replace(/\/+$/, '')}/${path}`;
    if (/^https?:/.test(address) && URL.canParse(address)) return address;
    throw new CommandError('--url must be an http or https URL, such as http://localhost:4242.');
}

async function look(url: string, caFile: string | undefined) {
    const began = performance.now();
    const found = await get(url, caFile).catch((error: Error) => ({
        ok: false,
        status: undefined,
        says: reason(error),
    }));
    return { ...found, url, milliseconds: Math.round(performance.now() - began) };
}

/** The local address of the configured service. */
export function ownAddress({ environment }: Pick<CliContext, 'environment'>): string {
    const { httpHost, httpPort, basePath } = readConfig(environment);
    const host = ['0.0.0.0', '::', ''].includes(httpHost) ? '127.0.0.1' : httpHost;
    return `http://${host.includes(':') ? `[${host}]` : host}:${httpPort}${basePath}`;
}

/** The same for an edge. */
function ownEdgeAddress({ environment }: Pick<CliContext, 'environment'>): string {
    const { httpPort, basePath } = readServingConfig(environment);
    return `http://127.0.0.1:${httpPort}${basePath}`;
}

/** Whether the configuration is that of an edge; one that was started by words alone cannot be told by it. */
const isEdge = (context: Pick<CliContext, 'environment'>) =>
    ['UPSTREAM_URL', 'BOOTSTRAP_FILE'].some((name) => said(name, context) !== undefined);

const said = (name: string, { environment }: Pick<CliContext, 'environment'>): string | undefined =>
    environment[`HALYARD_${name}`] ?? environment[name];

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
