import { ADMIN_TOKEN } from '../peers/service.ts';
import { mixedFlags } from '../support/flags.ts';
import { capture, type Request } from '../support/load.ts';
import { flagName, type Organisation, scopeOf } from './build.ts';
import type { MeasuredService } from './measure.ts';

export const IMPORTED_FLAGS = 1_000;
export const SCOPES = 1_000;
const PLAYGROUND_CONTEXT = { appName: 'bench', userId: '1', country: 'NO', age: '30' };

export const headers = { authorization: ADMIN_TOKEN };
const post = (path: string, body: unknown): Request => ({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
});
export const poll = (token: string, more: Record<string, string> = {}): Request => ({
    method: 'GET',
    path: '/api/client/features',
    headers: { authorization: token, 'unleash-client-spec': '5.2.0', ...more },
});

/** Toggles flags of the second project, to which the first token has no access. */
export function toggle({ projects }: Organisation, index: number): Request {
    const flag = flagName(projects[1]!, 1 + (Math.floor(index / 2) % 100));
    const path = `/api/admin/projects/${projects[1]}/features/${flag}/environments/production`;
    return { method: 'POST', path: `${path}/${index % 2 ? 'on' : 'off'}`, headers };
}

async function etagOf(url: string, request: Request): Promise<string> {
    const response = await capture(url, request);
    return response.headers[response.headers.findIndex((header) => header.toLowerCase() === 'etag') + 1]!;
}

/** Polls of these tokens in turn, with the current ETag of each. */
export async function pollsOf(url: string, tokens: readonly string[]): Promise<(index: number) => Request> {
    const requests: Request[] = [];
    for (const token of tokens) {
        requests.push(poll(token, { 'if-none-match': await etagOf(url, poll(token)) }));
    }
    return (index) => requests[index % requests.length]!;
}

/** Further tokens, until there are `SCOPES` different sets of projects. */
export async function tokensOfScopes({
    admin,
    organisation: { tokens, projects },
}: MeasuredService): Promise<string[]> {
    const all = tokens.slice(0, -1);
    for (let index = all.length; index < SCOPES; index++) {
        const body = { tokenName: `scope-${index}`, type: 'client', environment: 'production' };
        const token = { ...body, projects: scopeOf(projects, index) };
        all.push((await admin.post<{ secret: string }>('/api/admin/api-tokens', token)).secret);
    }
    return all;
}

export const playground = (projects: string[] | '*') =>
    post('/api/admin/playground/advanced', { environments: ['production'], projects, context: PLAYGROUND_CONTEXT });

export const importFile = (project: string, prefix: string) => ({
    project,
    environment: 'production',
    data: mixedFlags(IMPORTED_FLAGS, prefix),
});
