import { setTimeout as sleep } from 'node:timers/promises';

interface FillOptions {
    flags: number;
    adminToken: string;
    admin: { username: string; password: string };
}

type Request = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Few enough for a busy machine: it handles about this number in one or two seconds. */
const MAX_CONCURRENT = 40;
const ENVIRONMENTS = ['development', 'production'];
const OPERATORS = ['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_CONTAINS', 'NUM_GT', 'SEMVER_LT', 'DATE_AFTER', 'REGEX'];

const LEGACY_STRATEGIES = ['gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom'];
const UNLISTED_TYPES = ['gradualRolloutRandom', 'userWithId'];

/** Creates flags of all kinds with their settings through the API of Unleash. Returns the personal token of the administrator. */
export async function fillUnleash(url: string, { flags, adminToken, admin }: FillOptions): Promise<string> {
    const asAdmin = clientFor(url, { authorization: adminToken });
    const secret = await personalToken(url, admin);
    const person = clientFor(url, { authorization: secret });
    for (const [name, constraints] of [
        ['grown-ups', [{ contextName: 'age', operator: 'NUM_GTE', value: '18', values: [] }]],
        ['nordics', [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE', 'DK', 'FI', 'IS'] }]],
    ] as const) {
        await asAdmin('POST', '/api/admin/segments', { name, description: `All ${name}`, constraints });
    }
    await asAdmin('POST', '/api/admin/context', {
        name: 'country',
        description: 'Where they are',
        stickiness: true,
        legalValues: ['NO', 'SE', 'DK', 'FI', 'IS', 'DE'].map((value) => ({ value })),
    });
    await asAdmin('POST', '/api/admin/tag-types', { name: 'team', description: 'Who looks after it' });
    await asAdmin('POST', '/api/admin/strategies', {
        name: 'ourOwn',
        description: 'Decided by the application',
        parameters: [{ name: 'level', type: 'string', description: '', required: false }],
    });
    // An import accepts only listed types; flags of old versions use others, too.
    for (const name of [...LEGACY_STRATEGIES, 'userWithId']) {
        await asAdmin('POST', '/api/admin/strategies', {
            name,
            description: 'Of an old version',
            parameters: [{ name: name === 'userWithId' ? 'userIds' : 'percentage', type: 'string' }],
        });
    }
    for (const environment of ENVIRONMENTS) {
        for (let first = 0; first < flags; first += MAX_CONCURRENT) {
            const count = Math.min(MAX_CONCURRENT, flags - first);
            await person('POST', '/api/admin/features-batch/import', {
                project: 'default',
                environment,
                data: dataOf(first, count, environment),
            });
        }
        for (const type of ['client', 'frontend']) {
            await asAdmin('POST', '/api/admin/api-tokens', {
                tokenName: `${type} of ${environment}`,
                type,
                environment,
                projects: ['default'],
            });
        }
    }
    // Its import does not support dependencies.
    for (let index = 9; index < flags; index += 10) {
        await asAdmin('POST', `/api/admin/projects/default/features/${nameOf(index)}/dependencies`, {
            feature: nameOf(index - 8),
            enabled: index % 20 !== 19,
        });
    }
    // The parent is off in development: the frontend API evaluates it differently from SDKs.
    await asAdmin('POST', `/api/admin/projects/default/features/${nameOf(14)}/dependencies`, {
        feature: nameOf(12),
        enabled: false,
    });
    for (const name of ['gone-1', 'gone-2']) {
        const path = '/api/admin/projects/default/features';
        await asAdmin('POST', path, { name, type: 'release' });
        await asAdmin('POST', `${path}/${name}/environments/development/strategies`, {
            name: 'flexibleRollout',
            parameters: { rollout: '30', stickiness: 'default', groupId: name },
        });
        await asAdmin('DELETE', `${path}/${name}`);
    }
    for (const name of UNLISTED_TYPES) await asAdmin('DELETE', `/api/admin/strategies/${name}`);
    await asAdmin('POST', `/api/admin/strategies/${LEGACY_STRATEGIES[0]}/deprecate`);
    await person('POST', `/api/admin/projects/default/features/${nameOf(3)}/favorites`);
    await person('POST', '/api/admin/projects/default/favorites');
    await asAdmin('POST', '/api/admin/environments/production/off');
    await asAdmin('POST', '/api/admin/user-admin', {
        name: 'Eve Editor',
        email: 'eve@example.com',
        rootRole: 2,
        sendEmail: false,
    });
    await asAdmin('POST', '/api/admin/user-admin', {
        name: 'Vic Viewer',
        username: 'vic',
        email: 'vic@example.com',
        rootRole: 3,
        sendEmail: false,
    });
    return secret;
}

const nameOf = (index: number) => `flag-${String(index).padStart(4, '0')}`;

function dataOf(first: number, count: number, environment: string) {
    const indices = Array.from({ length: count }, (_, index) => first + index);
    const shift = ENVIRONMENTS.indexOf(environment);
    return {
        features: indices.map((index) => ({
            name: nameOf(index),
            type: ['release', 'experiment', 'operational', 'kill-switch', 'permission'][index % 5],
            description: index % 3 === 0 ? null : `Number ${index}`,
            impressionData: index % 7 === 0,
            stale: index % 11 === 0,
        })),
        featureStrategies: indices.flatMap((index) =>
            strategiesOf(index + shift).map((each) => ({ ...each, featureName: nameOf(index) })),
        ),
        featureEnvironments: indices.map((index) => ({
            name: nameOf(index),
            featureName: nameOf(index),
            environment,
            enabled: (index + shift) % 4 !== 0,
            variants: index % 6 === 0 ? variantsOf(['left', 'right']) : [],
        })),
        featureTags: indices
            .filter((index) => index % 4 === 0)
            .map((index) => ({ featureName: nameOf(index), tagType: 'team', tagValue: `team-${index % 3}` })),
        segments: [
            { id: 1, name: 'grown-ups' },
            { id: 2, name: 'nordics' },
        ],
        tagTypes: [{ name: 'team', description: 'Who looks after it' }],
        links: indices
            .filter((index) => index % 13 === 0)
            .map((index) => ({
                feature: nameOf(index),
                links: [{ url: `https://example.com/${index}`, title: 'Issue' }],
            })),
    };
}

const variantsOf = (names: string[]) =>
    names.map((name) => ({
        name,
        weight: 1000 / names.length,
        weightType: 'variable',
        stickiness: 'default',
        payload: { type: 'json', value: JSON.stringify({ name }) },
    }));

function strategiesOf(index: number) {
    const rollout = {
        name: 'flexibleRollout',
        title: index % 2 === 0 ? `Share ${index}` : '',
        disabled: index % 9 === 8,
        sortOrder: 0,
        parameters: {
            rollout: String((index * 7) % 101),
            stickiness: index % 15 === 3 ? 'random' : ['default', 'userId', 'country', 'sessionId'][index % 4],
            groupId: nameOf(index),
        },
        constraints: index % 2 === 0 ? [constraintOf(index)] : [],
        variants:
            index % 5 === 0
                ? variantsOf(['red', 'blue']).map((each) => ({
                      ...each,
                      payload: { type: 'string', value: each.name },
                  }))
                : [],
        segments: index % 3 === 0 ? [(index % 2) + 1] : [],
    };
    const others = [
        { name: 'default', parameters: {} },
        { name: 'userWithId', parameters: { userIds: `user-${index},someone` } },
        { name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8, 192.168.1.7' } },
        { name: 'ourOwn', parameters: { level: 'high' } },
    ].map((each, index) => ({
        ...each,
        title: '',
        disabled: false,
        sortOrder: index + 1,
        constraints: [],
        variants: [],
        segments: [],
    }));
    const legacy = {
        ...others[0]!,
        name: LEGACY_STRATEGIES[Math.floor(index / 4) % LEGACY_STRATEGIES.length]!,
        parameters: { percentage: String((index * 7) % 101), groupId: nameOf(index) },
    };
    return index % 4 === 1
        ? [legacy]
        : index % 4 === 3
          ? [rollout, others[Math.floor(index / 4) % others.length]!]
          : index % 4 === 2
            ? [others[index % 2]!]
            : [rollout];
}

function constraintOf(index: number) {
    const operator = OPERATORS[(index / 2) % OPERATORS.length]!;
    const constraint = (contextName: string, value: string) => ({ contextName, operator, value, values: [] });
    switch (operator) {
        case 'NUM_GT':
            return constraint('age', '21');
        case 'SEMVER_LT':
            return constraint('version', '2.1.0');
        case 'DATE_AFTER':
            return constraint('currentTime', '2026-11-01T00:00:00.000Z');
        case 'REGEX':
            return constraint('email', '^[a-z]+@example\\.com$');
        case 'IN':
        case 'NOT_IN':
            return { contextName: 'country', operator, values: ['NO', 'SE'], inverted: index % 8 === 0 };
        default:
            return {
                contextName: 'email',
                operator,
                values: ['eve', 'Vic'],
                caseInsensitive: index % 3 === 0,
                inverted: index % 8 === 2,
            };
    }
}

async function personalToken(url: string, admin: FillOptions['admin']): Promise<string> {
    const session = await fetch(`${url}/auth/simple/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
    });
    const cookie = session.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
    const body = { description: 'import', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    const createToken = () =>
        clientFor(url, { cookie })('POST', '/api/admin/user/tokens', body) as Promise<{ secret: string }>;
    // Unleash responds to a sign-in before it has stored the session.
    const { secret } = await createToken().catch(() => sleep(1_000).then(createToken));
    return secret;
}

function clientFor(url: string, headers: Record<string, string>): Request {
    return async (method, path, body) => {
        const response = await fetch(url + path, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok)
            throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 1_000)}`);
        return text === '' ? undefined : JSON.parse(text);
    };
}
