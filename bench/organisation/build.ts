import { mixedFlags } from '../support/flags.ts';
import type { AdminClient } from './admin-client.ts';

/** The number of objects of each kind at scale 1. */
const SIZES = {
    projects: 100,
    flags: 20_018,
    segments: 2_000,
    users: 5_000,
    groups: 100,
    tokens: 300,
    applications: 200,
    instances: 10_000,
    events: 300_000,
};
/** Each flag has one strategy in each of these environments; the fourth environment has none. */
const ENVIRONMENTS = ['development', 'staging', 'production'];
const CONTEXT_FIELDS = ['country', 'age', 'version', 'tenantId', 'plan', 'region', 'deviceType', 'language'];
const GROUPS_OF_PROJECT = 2;
const REPORTED_FLAGS = 100;
const CONNECTIONS = 8;

/** The data that a run needs about a stored organisation. Secrets of tokens cannot be read later. */
export interface Organisation {
    projects: string[];
    flags: number;
    /** Backend tokens of production, each with different projects. The last one has all projects. */
    tokens: string[];
    events: number;
}

export const flagsOf = (organisation: Pick<Organisation, 'projects' | 'flags'>, project: number): string[] =>
    Array.from({ length: flagCountOf(organisation, project) }, (_, index) =>
        flagName(organisation.projects[project]!, index),
    );

export const flagName = (project: string, index: number) => `${project}-${String(index).padStart(5, '0')}`;

function flagCountOf({ projects, flags }: Pick<Organisation, 'projects' | 'flags'>, project: number): number {
    return Math.floor(flags / projects.length) + (project < flags % projects.length ? 1 : 0);
}

type Sizes = typeof SIZES;

export const sizesAt = (scale: number): Sizes =>
    Object.fromEntries(
        Object.entries(SIZES).map(([name, count]) => [name, Math.max(2, Math.round(count * scale))]),
    ) as Sizes;

/** Creates all objects through the HTTP API of an empty service, so that their audit log and publications are real. */
export async function buildOrganisation(
    admin: AdminClient,
    sizes: Sizes,
    say: (message: string) => void,
): Promise<Organisation> {
    const { flags } = sizes;
    const projects = [
        'default',
        ...Array.from({ length: sizes.projects - 1 }, (_, index) => `team-${String(index + 1).padStart(3, '0')}`),
    ];
    say('environments, context fields, projects, segments');
    for (const [name, type] of [
        ['staging', 'preproduction'],
        ['test', 'test'],
    ]) {
        await admin.post('/api/admin/environments', { name, type });
        await admin.post('/api/admin/projects/default/environments', { environment: name });
    }
    for (const name of CONTEXT_FIELDS) await admin.post('/api/admin/context', { name });
    for (const id of projects.slice(1)) await admin.post('/api/admin/projects', { id, name: `Project ${id}` });
    await inParallel(sizes.segments, (index) => admin.post('/api/admin/segments', segment(index)));

    say(`${flags} flags`);
    for (const [index, project] of projects.entries()) {
        const count = flagCountOf({ projects, flags }, index);
        for (const environment of ENVIRONMENTS) {
            const data = flagsFile(project, count, index, sizes.segments);
            await admin.post('/api/admin/features-batch/import', { project, environment, data });
        }
    }

    say(`${sizes.users} users`);
    const userIds: number[] = [];
    await inParallel(sizes.users, async (index) => {
        const { id } = await admin.post<{ id: number }>('/api/admin/user-admin', user(index));
        userIds.push(id);
    });
    await buildGroups(admin, projects, userIds, sizes.groups);

    say(`${sizes.tokens} tokens, ${sizes.instances} instances`);
    const tokens: string[] = [];
    for (let index = 0; index < sizes.tokens; index++) {
        const scope = index === sizes.tokens - 1 ? ['*'] : scopeOf(projects, index);
        const body = { tokenName: `token-${index}`, type: 'client', environment: 'production', projects: scope };
        const { secret } = await admin.post<{ secret: string }>('/api/admin/api-tokens', body);
        tokens.push(secret);
    }
    await inParallel(sizes.instances, (index) => {
        const appName = `application-${index % sizes.applications}`;
        return admin.as(tokens[(index % sizes.applications) % tokens.length]!).post('/api/client/register', {
            appName,
            instanceId: `${appName}-${index}`,
            sdkVersion: `unleash-client-node:6.${index % 12}.0`,
            strategies: ['default', 'flexibleRollout'],
            started: new Date().toISOString(),
            interval: 15_000,
        });
    });
    const names = projects.map((_, index) => flagsOf({ projects, flags }, index));
    await inParallel(sizes.applications, (index) =>
        admin.as(tokens[index % tokens.length]!).post('/api/client/metrics', {
            appName: `application-${index}`,
            bucket: usage(names[index % projects.length]!.slice(0, REPORTED_FLAGS)),
        }),
    );

    say(`${sizes.events} events`);
    await recordEvents(admin, projects, names, sizes.events);
    return { projects, flags, tokens, events: await countEvents(admin) };
}

const segmentName = (index: number) => `segment-${String(index).padStart(4, '0')}`;

const segment = (index: number) => ({
    name: segmentName(index),
    description: `Customers of group ${index}`,
    constraints: [
        {
            contextName: 'tenantId',
            operator: 'IN',
            values: Array.from({ length: 10 }, (_, each) => `${index}-${each}`),
        },
        { contextName: 'age', operator: 'NUM_GTE', value: '18' },
    ],
});

/** An import file whose strategies use all segments, and in which every fourth flag has a tag. */
function flagsFile(project: string, count: number, projectIndex: number, segments: number) {
    const data = mixedFlags(count, project);
    const used = new Map<number, { id: number; name: string }>();
    const featureStrategies = data.featureStrategies.map((strategy, index) => {
        if (!('segments' in strategy)) return strategy;
        const id = (projectIndex * 20 + Math.floor(index / 10)) % segments;
        used.set(id, { id: id + 1, name: segmentName(id) });
        return { ...strategy, segments: [id + 1] };
    });
    const featureTags = data.features
        .filter((_, index) => index % 4 === 0)
        .map(({ name }, index) => ({ featureName: name, tagType: 'simple', tagValue: `area-${index % 20}` }));
    return { ...data, featureStrategies, featureTags, segments: [...used.values()] };
}

export const user = (index: number) => ({
    name: `Employee ${index}`,
    email: `employee-${index}@example.com`,
    username: `employee-${index}`,
    rootRole: index % 3 === 0 ? 'Editor' : 'Viewer',
    sendEmail: false,
});

async function buildGroups(
    admin: AdminClient,
    projects: readonly string[],
    userIds: readonly number[],
    count: number,
): Promise<void> {
    const { roles } = await admin.get<{ roles: { id: number; name: string }[] }>('/api/admin/roles');
    const member = roles.find(({ name }) => name === 'Member')!.id;
    const groupIds: number[] = [];
    for (let index = 0; index < count; index++) {
        const users = userIds.filter((_, each) => each % count === index).map((id) => ({ user: { id } }));
        const group = await admin.post<{ id: number }>('/api/admin/groups', { name: `Group ${index}`, users });
        groupIds.push(group.id);
    }
    for (const [index, project] of projects.entries()) {
        for (let each = 0; each < Math.min(GROUPS_OF_PROJECT, count); each++) {
            const group = groupIds[(index + each) % count]!;
            await admin.put(`/api/admin/projects/${project}/groups/${group}/roles`, { roles: [member] });
        }
    }
}

/** A different set of projects for each token: single projects, then sets of five, of twenty, and of other sizes. */
export function scopeOf(projects: readonly string[], index: number): string[] {
    const round = Math.floor(index / projects.length);
    const size = Math.min([1, 5, 20, 2, 3, 4, 6, 7, 8, 9][round % 10]!, projects.length);
    return Array.from({ length: size }, (_, each) => projects[(index + each) % projects.length]!);
}

function usage(names: readonly string[]) {
    const now = new Date().toISOString();
    return {
        start: now,
        stop: now,
        toggles: Object.fromEntries(names.map((name, index) => [name, { yes: index, no: 3, variants: {} }])),
    };
}

const countEvents = async (admin: AdminClient) =>
    (await admin.get<{ total: number }>('/api/admin/search/events?limit=1')).total;

/** Turns flags off and on again until the audit log has this number of events. */
async function recordEvents(
    admin: AdminClient,
    projects: readonly string[],
    names: readonly string[][],
    count: number,
): Promise<void> {
    for (let round = 0; ; round++) {
        const environment = ENVIRONMENTS[Math.floor(round / 2) % ENVIRONMENTS.length]!;
        for (const [index, project] of projects.entries()) {
            const missing = count - (await countEvents(admin));
            if (missing <= 0) return;
            const path = `/api/admin/projects/${project}/bulk_features/environments/${environment}`;
            const features = names[index]!.slice(0, missing);
            await admin.post(`${path}/${round % 2 === 0 ? 'off' : 'on'}`, { features });
        }
    }
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
            while (next < count) await work(next++);
        }),
    );
}
