import { setTimeout as sleep } from 'node:timers/promises';
import { mixedFlags } from '../support/flags.ts';
import { ADMIN, ADMIN_TOKEN } from './service.ts';

export const flagName = (index: number) => `flag-${String(index).padStart(5, '0')}`;

/** Unleash accepts at most 500 kB per import, and takes half a minute for it. */
const FLAGS_AT_ONCE = 500;

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<Response> {
    const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(1_800_000),
    });
    if (!response.ok) {
        throw new Error(`POST ${url} was answered with ${response.status}: ${(await response.text()).slice(0, 500)}`);
    }
    return response;
}

/** Creates the prerequisites of an import and returns a token that may import: Unleash requires a personal one. */
export async function prepareImport(url: string): Promise<string> {
    await post(
        `${url}/api/admin/segments`,
        { authorization: ADMIN_TOKEN },
        { name: SEGMENT.name, constraints: [{ contextName: 'age', operator: 'NUM_GTE', value: '18', values: [] }] },
    );
    const session = await post(`${url}/auth/simple/login`, {}, ADMIN);
    const cookie = session.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
    const body = { description: 'import', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    const createToken = () => post(`${url}/api/admin/user/tokens`, { cookie }, body);
    // Unleash responds to a sign-in before it has stored the session.
    const token = await createToken().catch(() => sleep(1_000).then(createToken));
    return ((await token.json()) as { secret: string }).secret;
}

const SEGMENT = { id: 1, name: 'grown-ups' };

/** Imports the flags from one number up to another; returns the number per second. */
export async function importFlags(url: string, token: string, from: number, to: number): Promise<number> {
    const started = performance.now();
    for (let start = from; start < to; start += FLAGS_AT_ONCE) {
        const { features, featureEnvironments, featureStrategies } = mixedFlags(
            Math.min(FLAGS_AT_ONCE, to - start),
            'flag',
            start,
        );
        const data = { features, featureEnvironments, featureStrategies, segments: [SEGMENT], tagTypes: [] };
        const response = await post(
            `${url}/api/admin/features-batch/import`,
            { authorization: token },
            { project: 'default', environment: 'development', data },
        );
        await response.text();
    }
    return ((to - from) * 1_000) / (performance.now() - started);
}
