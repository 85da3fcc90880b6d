import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE_ID } from '../../src/core/access/permissions.ts';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';

/*
 * Access to past data is decided by the current permissions.
 */

let app: TestApp;
let outsider: RequestOptions;
let member: RequestOptions & { id: number };

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    outsider = await app.has.user({ rootRole: 'editor' });
    member = await app.has.user();
});

const become = (project: string, mode: string) => app.put(`/api/admin/projects/${project}/settings`, { mode });

/** Returns all data about flags and segments at a moment, as text. */
async function everythingAt(asOf: number, { as, project = 'default' }: { as: RequestOptions; project?: string }) {
    const context = { appName: 'x' };
    const responses = await Promise.all([
        app.get(`/api/admin/projects/${project}/features?asOf=${asOf}`, as),
        app.get(`/api/admin/projects/${project}/overview?asOf=${asOf}`, as),
        app.get(`/api/admin/segments?asOf=${asOf}`, as),
        app.get(`/api/admin/client-features?environment=development&asOf=${asOf}`, as),
        app.get(`/api/admin/client-features?environment=development&project=${project}&asOf=${asOf}`, as),
        app.post('/api/admin/playground', { environment: 'development', context, asOf: String(asOf) }, as),
        app.post('/api/admin/playground/advanced', { environments: ['development'], context, asOf: String(asOf) }, as),
    ]);
    return JSON.stringify(responses.map(({ body }) => body));
}

async function projectWithThings(name: string, mode: string) {
    const project = `${name}-project`;
    await app.has.project({ id: project, mode });
    const segment = await app.has.segment({ name: `${name}-segment`, project });
    await app.has.flag({ name: `${name}-flag`, project, enabled: true });
    await app.has.strategy({ flag: `${name}-flag`, project, segments: [segment.id] });
    return { project, segment, revision: await app.revision() };
}

describe('the past of a project', () => {
    test('that has become private is hidden from outsiders, and open to its members', async () => {
        const { project, segment, revision: then } = await projectWithThings('closed', 'open');
        expect(await everythingAt(then, { as: outsider })).toContain('closed-flag');
        await become(project, 'private');
        await app.post(`/api/admin/projects/${project}/access`, {
            roles: [ROLE_ID.member],
            users: [member.id],
            groups: [],
        });

        expect(await everythingAt(then, { as: outsider })).not.toContain('closed-');
        expect(await everythingAt(then, { as: member, project })).toContain('closed-flag');
        for (const address of [
            `projects/${project}/overview`,
            `projects/${project}/features`,
            `projects/${project}/features/closed-flag`,
            `segments/${segment.id}`,
        ]) {
            const { status, body } = await app.get(`/api/admin/${address}?asOf=${then}`, outsider);
            const never = await app.get(`/api/admin/${address}?asOf=${then}`.replaceAll('closed-', 'never-'), outsider);
            expect({ address, status }).toEqual({ address, status: 404 });
            expect(body.message.replaceAll('closed-', 'never-')).toBe(never.body.message);
            expect((await app.get(`/api/admin/${address}?asOf=${then}`, member)).status).toBe(200);
        }
    });

    test('that was private and is not any more is open to all', async () => {
        const { project, revision: then } = await projectWithThings('opened', 'private');
        expect(await everythingAt(then, { as: outsider })).not.toContain('opened-');
        await become(project, 'open');

        expect(await everythingAt(then, { as: outsider, project })).toContain('opened-flag');
    });

    test('that was private and is deleted is visible to administrators only, even if its id is reused', async () => {
        const { project, segment, revision: then } = await projectWithThings('deleted', 'private');
        await app.delete(`/api/admin/projects/${project}/features/deleted-flag`);
        await app.delete(`/api/admin/archive/deleted-flag`);
        await app.delete(`/api/admin/segments/${segment.id}`);
        await app.delete(`/api/admin/projects/${project}`);

        expect(await everythingAt(then, { as: outsider })).not.toContain('deleted-');
        expect(await everythingAt(then, { as: {} })).toContain('deleted-flag');
        await app.has.project({ id: project, mode: 'open' });
        expect(await everythingAt(then, { as: outsider })).not.toContain('deleted-');
        expect(await app.get(`/api/admin/projects/${project}/overview?asOf=${then}`, outsider)).toMatchObject({
            status: 404,
        });
        expect(await app.get(`/api/admin/projects/${project}/overview?asOf=${then}`)).toMatchObject({ status: 200 });
    });
});

describe('a flag or a segment', () => {
    test('that moved to a private project is hidden in its former project', async () => {
        await app.has.project({ id: 'moved-private', mode: 'private' });
        const { project } = await projectWithThings('moved', 'open');
        await app.has.flag({ name: 'moved-away', project, enabled: true });
        const then = await app.revision();
        await app.post(`/api/admin/projects/${project}/features/moved-away/changeProject`, {
            newProjectId: 'moved-private',
        });

        expect(await everythingAt(then, { as: outsider, project })).toContain('moved-flag');
        expect(await everythingAt(then, { as: outsider, project })).not.toContain('moved-away');
        expect(
            await app.get(`/api/admin/projects/${project}/features/moved-away?asOf=${then}`, outsider),
        ).toMatchObject({
            status: 404,
        });
        expect(await everythingAt(then, { as: {}, project })).toContain('moved-away');
    });

    test('that belongs to a private project now is hidden from outsiders also at times when it was public', async () => {
        await app.has.project({ id: 'bound-private', mode: 'private' });
        const { id } = await app.has.segment({ name: 'bound-segment' });
        const then = await app.revision();
        await app.put(`/api/admin/segments/${id}`, {
            name: 'bound-segment',
            project: 'bound-private',
            constraints: [],
        });

        expect(await everythingAt(then, { as: outsider })).not.toContain('bound-segment');
        expect(await app.get(`/api/admin/segments/${id}?asOf=${then}`, outsider)).toMatchObject({ status: 404 });
        expect(await app.get(`/api/admin/segments/${id}?asOf=${then}`)).toMatchObject({ status: 200 });
    });
});
