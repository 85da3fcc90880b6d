import { PERMISSIONS, ROLE_ID } from '../../src/core/access/permissions.ts';
import type { RequestOptions, TestApp } from '../support/test-app.ts';

/** A project with one object of every kind. Every name begins with the name of the stage. */
export interface Stage {
    projectId: string;
    featureName: string;
    archivedName: string;
    contextField: string;
    strategyId: string;
    segmentId: number;
    sharedSegmentId: number;
    integrationId: number;
    tokenId: number;
    personaId: number;
    experimentId: string;
    changeRequestId: number;
    appName: string;
    instanceId: string;
    unknownFlag: string;
    tag: string;
}

export type StageName = 'open' | 'covert';

/** The names of a stage, before it is created. */
export const namesOn = (name: StageName) => ({
    projectId: `${name}-project`,
    featureName: `${name}-flag`,
    archivedName: `${name}-archived`,
    contextField: `${name}Field`,
    appName: `${name}-app`,
    instanceId: `${name}-instance`,
    unknownFlag: `${name}-unknown`,
    tag: `${name}-tag`,
});

/** Members of a project; they exist before the project, because users belong to no project. */
export interface Insiders {
    person: RequestOptions & { id: number };
    groupId: number;
    customRoleId: number;
}

/** Creates a user, a group with this user, and a project role. */
export async function makeInsiders(app: TestApp): Promise<Insiders> {
    const person = await app.has.user();
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [{ user: { id: person.id } }] });
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'custom role',
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE' }],
    });
    return { person, groupId: group.id, customRoleId: role.roles.id };
}

/** Creates a user with every root permission except `ADMIN`, who uses a token: a new role ends sessions. */
export async function makePermissionHolder(app: TestApp): Promise<RequestOptions & { id: number }> {
    const permissions = Object.entries(PERMISSIONS).filter(([name, { scope }]) => scope === 'root' && name !== 'ADMIN');
    const { body } = await app.post('/api/admin/roles', {
        name: 'everything but administration',
        type: 'root-custom',
        permissions: permissions.map(([name]) => ({ name })),
    });
    const user = await app.has.user();
    const holder = await withToken(app, user);
    await app.put(`/api/admin/user-admin/${user.id}`, { rootRole: body.roles.id });
    return { ...holder, id: user.id };
}

/** Returns a personal token of the user, which is cheaper than a session and survives a new role. */
export async function withToken(app: TestApp, user: RequestOptions): Promise<RequestOptions> {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await app.post('/api/admin/user/tokens', { description: 'privacy', expiresAt }, user);
    return { token: body.secret };
}

const CONTEXT_OF_ALL = 'sharedField';
const SEGMENT_OF_ALL = 'shared segment';

/** Shared objects that objects of projects refer to. */
export async function setShared(app: TestApp): Promise<number> {
    await app.post('/api/admin/context', { name: CONTEXT_OF_ALL });
    const constraints = [{ contextName: CONTEXT_OF_ALL, operator: 'IN', values: ['x'] }];
    const { id } = await app.has.segment({ name: SEGMENT_OF_ALL, constraints });
    return id;
}

export async function setStage(
    app: TestApp,
    name: StageName,
    { person, groupId, customRoleId }: Insiders,
    sharedSegment: number,
): Promise<Stage> {
    const names = namesOn(name);
    const project = names.projectId;
    const address = `/api/admin/projects/${project}`;
    const flagAddress = `${address}/features/${names.featureName}`;

    await app.has.project({ id: project, mode: name === 'covert' ? 'private' : 'open' });
    await app.post(`${address}/access`, { roles: [ROLE_ID.owner, customRoleId], users: [person.id], groups: [] });
    await app.post(`${address}/access`, { roles: [ROLE_ID.member], users: [], groups: [groupId] });
    await app.post(`${address}/context`, { name: names.contextField, legalValues: [{ value: 'x' }] });
    const segment = await app.has.segment({ name: `${name}-segment`, project });

    await app.has.flag({ name: `${name}-parent`, project, enabled: ['development', 'production'] });
    await app.has.flag({ name: names.featureName, project, description: name, enabled: ['development', 'production'] });
    await app.post(`${flagAddress}/dependencies`, { feature: `${name}-parent` }, person);
    await app.post(`${flagAddress}/link`, { url: `https://example.com/${name}`, title: name });
    const strategy = await app.has.strategy({
        flag: names.featureName,
        project,
        segments: [segment.id, sharedSegment],
        constraints: [CONTEXT_OF_ALL, names.contextField].map((contextName) => ({
            contextName,
            operator: 'IN',
            values: ['x'],
        })),
    });
    await app.put(`${flagAddress}/environments/development/variants`, [
        { name: `${name}-variant`, weight: 1000, weightType: 'variable', stickiness: 'default' },
    ]);
    await app.post(`/api/admin/features/${names.featureName}/tags`, { type: 'simple', value: names.tag }, person);
    await app.post(`${flagAddress}/favorites`, undefined, person);
    await app.post(`${address}/favorites`, undefined, person);
    await app.has.flag({ name: names.archivedName, project });
    await app.delete(`${address}/features/${names.archivedName}`);
    await app.put(
        `${address}/code-references`,
        {
            repository: `${name}-repository`,
            branch: 'main',
            revision: '1a2b3c4',
            // An upload may contain any name; references to flags of other projects are dropped.
            references: ['open-flag', 'covert-flag', names.archivedName, `${name}-nowhere`].map((flag) => ({
                flag,
                path: `${name}/file.ts`,
                line: 1,
            })),
        },
        person,
    );

    await app.put(`${address}/flag-policy`, { tags: [`${name}-rule:*`, 'simple:*'] }, person);
    const { body: persona } = await app.post(`${address}/personas`, { name, context: { userId: name } }, person);

    await app.put(`${address}/experiments/data-sources/${name}-source`, {
        ...{ kind: 'postgres', host: `${name}.example.com`, database: name, user: name, password: `${name}-password` },
        exposures: `select * from ${name}_exposures`,
        outcomes: `select * from ${name}_outcomes`,
    });
    const metric = { outcome: `${name}-outcome`, kind: 'conversion', direction: 'up' };
    await app.put(`${address}/experiments/metrics/${name}-metric`, metric, person);
    const { body: experiment } = await app.post(
        `${address}/experiments`,
        {
            ...{ name: `${name}-experiment`, feature: names.featureName, environment: 'development', unit: 'userId' },
            ...{ population: 'recomputed', metrics: [{ key: `${name}-metric`, role: 'primary' }] },
        },
        person,
    );

    await app.post(`${address}/release-templates`, {
        name: `${name}-template`,
        milestones: [{ name, sortOrder: 0, strategies: [{ name: 'default' }] }],
    });

    await app.post(`${address}/signal-endpoints`, { name: `${name}-alerts` }, person);

    const chart = {
        ...{ metricName: `${name}_metric`, timeRange: 'day', aggregationMode: 'count' },
        ...{ labelSelectors: {}, yAxisMin: 'auto', title: `${name}-chart` },
    };
    await app.post(`${address}/impact-metrics/config`, chart);
    await app.post(`${flagAddress}/impact-metrics/config`, chart, person);

    const { body: request } = await app.post(
        `${address}/environments/development/change-requests`,
        [
            { feature: names.featureName, action: 'updateEnabled', payload: { enabled: false } },
            {
                action: 'updateSegment',
                payload: { id: segment.id, name: `${name}-segment-now`, constraints: [], project },
            },
        ],
        person,
    );
    const requestAddress = `${address}/change-requests/${request.id}`;
    await app.put(`${requestAddress}/title`, { title: `${name}-title` }, person);
    await app.post(`${requestAddress}/comments`, { text: `${name}-comment` }, person);
    await app.put(`${requestAddress}/state`, { state: 'In review' }, person);
    await app.put(`${requestAddress}/approvers`, { reviewers: [person.id] }, person);

    const token = await app.has.token({ tokenName: `${name}-token`, projects: [project] });
    const { body: tokens } = await app.get('/api/admin/api-tokens');
    const tokenId = tokens.tokens.find((listed: { tokenName: string }) => listed.tokenName === `${name}-token`).id;
    const webhook = {
        provider: 'webhook',
        enabled: false,
        parameters: { url: `https://${name}.example.com` },
        events: ['feature-created'],
    };
    const { body: integration } = await app.post('/api/admin/addons', { ...webhook, projects: [project] });
    // Objects of several projects are hidden if one of them could be hidden, so only this stage has such objects.
    if (name === 'covert') {
        await app.has.token({ tokenName: 'covert-shared-token', projects: [project, 'default'] });
        await app.put(`/api/admin/addons/${integration.id}`, { ...webhook, projects: [project, 'default'] });
        await app.post('/api/admin/addons', { ...webhook, description: name, projects: ['default', project] });
    }

    const rules = { changeRequestsEnabled: true, requiredApprovals: 1 };
    await app.put(`${address}/environments/production/change-requests/config`, rules);
    await app.put(`${address}/experiments/settings`, { keepOutcomesDays: 30 });
    const outcomes = [{ name: `${name}-outcome`, unit: name }];
    await app.post('/api/client/outcomes', { outcomes }, { token: token.secret });
    await report(app, token.secret, { ...names, toggles: [names.featureName, names.unknownFlag, names.archivedName] });
    return {
        ...names,
        strategyId: strategy.id,
        segmentId: segment.id,
        sharedSegmentId: sharedSegment,
        integrationId: integration.id,
        tokenId,
        personaId: persona.id,
        experimentId: experiment.id,
        changeRequestId: request.id,
    };
}

interface Report {
    appName: string;
    instanceId: string;
    toggles: string[];
    /** Whether it sends metrics of its own. Those of a token for several projects are visible to everybody. */
    hasMetrics?: boolean;
}

/** An SDK registers and sends metrics of some flags. */
export async function report(
    app: TestApp,
    token: string,
    { appName, instanceId, toggles, hasMetrics = true }: Report,
): Promise<void> {
    const sdkVersion = 'unleash-client-node:3.0.0';
    const now = new Date().toISOString();
    const strategies = ['default', `${appName}-strategy`];
    await app.post(
        '/api/client/register',
        { appName, instanceId, sdkVersion, strategies, started: now, interval: 1 },
        { token },
    );
    const counts = { yes: 1, no: 1, variants: { [`${appName}-variant`]: 1 } };
    const bucket = { start: now, stop: now, toggles: Object.fromEntries(toggles.map((flag) => [flag, counts])) };
    const samples = [{ labels: { appName, place: `${appName}-place` }, value: 1 }];
    const impactMetrics = [{ name: `${appName}_metric`, help: `${appName} help`, type: 'counter', samples }];
    const metrics = hasMetrics && { impactMetrics };
    await app.post('/api/client/metrics', { appName, instanceId, sdkVersion, bucket, ...metrics }, { token });
    await app.services.reports.store();
}
