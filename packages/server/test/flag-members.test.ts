import { describe, expect, test } from 'vitest';
import { FLAG_MEMBERS, type FlagMember, MEMBER_NAMES, type MemberName } from '../src/core/flags/flag-members.ts';
import { testApp } from './support/test-app.ts';

const app = await testApp({ until: 'file' });
const { id: project } = await app.has.project();
const [ada, grace] = [await app.has.user(), await app.has.user()];
const FEATURES = `/api/admin/projects/${project}/features`;

/** Two different values of a member, and the other members that they require. */
interface Sample {
    first: unknown;
    second: unknown;
    requires?: object;
}

const SAMPLES: Record<MemberName, Sample> = {
    description: { first: 'For the old checkout', second: 'For the new checkout' },
    type: { first: 'experiment', second: 'operational' },
    impressionData: { first: true, second: false },
    owner: { first: { type: 'user', id: ada.id }, second: { type: 'user', id: grace.id } },
    valueType: { first: 'string', second: 'integer' },
    codeDefault: { first: { color: 'red' }, second: { color: 'blue' }, requires: { valueType: 'object' } },
};

const flagWith = async (settings: object) => (await app.has.flag({ project, ...settings })).name as string;
const read = async (flag: string, query = '') => (await app.get(`${FEATURES}/${flag}${query}`)).body;
const listed = async (flag: string, query: string) =>
    (await app.get(`${FEATURES}?${query}`)).body.features.find(({ name }: { name: string }) => name === flag);
const lastEvents = async () => (await app.get('/api/admin/events')).body.events;
const revert = (body: object) => app.post(`/api/admin/projects/${project}/revert`, body);

const reasonIn = (value: FlagMember['inDefinitions'] | FlagMember['inFiles']) =>
    typeof value === 'object' ? value.never : undefined;

describe.each(MEMBER_NAMES)('the member %s of a flag', (member) => {
    const { first, second, requires = {} } = SAMPLES[member];
    const { halyardOnly, inDefinitions, inFiles, isSearched }: FlagMember = FLAG_MEMBERS[member];
    const before = { ...requires, [member]: first };
    const after = { ...requires, [member]: second };

    test('is accepted and returned by the API, and is in the event', async () => {
        const { name } = await app.has.flag({ project });

        const { body: created } = await app.post(FEATURES, { name: `${name}-new`, ...before });
        expect(created).toMatchObject(before);
        expect((await app.put(`${FEATURES}/${name}`, before)).body).toMatchObject(before);
        expect(await read(name)).toMatchObject(before);
        expect(await listed(name, '')).toMatchObject(before);

        const patch = [{ op: 'replace', path: `/${member}`, value: second }];
        expect((await app.patch(`${FEATURES}/${name}`, patch)).body).toMatchObject(after);
        expect(await read(name)).toMatchObject(after);
        expect(await lastEvents()).toContainEqual(
            expect.objectContaining({
                type: 'feature-metadata-updated',
                featureName: name,
                preData: expect.objectContaining({ [member]: first }),
                data: expect.objectContaining({ [member]: second }),
            }),
        );
    });

    test('is reset to its default by an update without it, unless only Halyard has it', async () => {
        const name = await flagWith(before);
        const initial = (await read(await flagWith(requires)))[member];

        await app.send('PUT', `${FEATURES}/${name}`, {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify(requires),
        });

        expect(await read(name)).toMatchObject({ [member]: halyardOnly ? first : initial });
    });

    test('has its former value in the history', async () => {
        const name = await flagWith(before);
        const revision = await app.revision();
        await app.put(`${FEATURES}/${name}`, after);

        expect(await read(name, `?asOf=${revision}`)).toMatchObject(before);
        expect(await listed(name, `asOf=${revision}`)).toMatchObject(before);
        expect(await read(name, `?asOf=${await app.revision()}`)).toMatchObject(after);
    });

    test('gets its former value back when the change is reverted', async () => {
        const name = await flagWith(before);
        await app.put(`${FEATURES}/${name}`, after);
        const [{ id: event }] = await lastEvents();

        expect(await revert({ event })).toMatchObject({ status: 200 });

        expect(await read(name)).toMatchObject(before);
    });

    const withoutDefinition = reasonIn(inDefinitions);
    test(`${withoutDefinition ? 'is not' : 'is'} in SDK definitions and in reverts to a moment (${withoutDefinition ?? inDefinitions})`, async () => {
        const { secret } = await app.has.token({ projects: [project], environment: 'development' });
        const name = await flagWith(before);
        const revision = await app.revision();
        await app.put(`${FEATURES}/${name}`, after);
        const { features } = await app.clientFeatures(secret);
        const definition = features.find((flag: { name: string }) => flag.name === name);

        const { status } = await revert({ to: String(revision), feature: name });

        if (withoutDefinition) {
            expect(definition).not.toHaveProperty(member);
            expect(status).toBe(400);
        } else {
            expect(definition).toMatchObject(after);
            expect(status).toBe(200);
            expect(await read(name)).toMatchObject(before);
        }
    });

    const withoutFile = reasonIn(inFiles);
    if (withoutFile) {
        test(`is rejected in files, because ${withoutFile}`, async () => {
            const flag = await flagWith(before);

            const { status } = await app.post('/api/admin/gitops/plan', {
                flags: [{ flag, project, [member]: second }],
            });

            expect(status).toBe(400);
        });
    } else {
        test('is compared, applied and written by GitOps', async () => {
            const flag = await flagWith(before);
            const documents = { flags: [{ flag, project, [member]: second }] };

            const { body: plan } = await app.post('/api/admin/gitops/plan', documents);
            expect(plan.problems).toEqual([]);
            expect(plan.planned).toMatchObject([
                { action: 'change', differences: [{ path: [member], onService: first, inFile: second }] },
            ]);
            expect(await app.post('/api/admin/gitops/apply', documents)).toMatchObject({ status: 200 });

            expect(await read(flag)).toMatchObject(after);
            expect((await app.post('/api/admin/gitops/plan', documents)).body.planned).toEqual([]);
            const written = await flagWith(before);
            const { body } = await app.get(`/api/admin/projects/${project}/gitops/files`);
            expect(body.flags).toContainEqual(expect.objectContaining({ flag: written, ...before }));
        });

        test('is set when GitOps creates, moves or revives a flag', async () => {
            const flag = `${await flagWith({})}-created`;
            await app.post('/api/admin/gitops/apply', { flags: [{ flag, project, ...before }] });
            expect(await read(flag)).toMatchObject(before);

            const moved = `${flag}-moved`;
            await app.post('/api/admin/gitops/apply', { flags: [{ flag: moved, moved: flag, project }] });
            expect(await read(moved)).toMatchObject(before);

            await app.delete(`${FEATURES}/${moved}`);
            const revived = { flag: moved, project, archived: false, [member]: second };
            await app.post('/api/admin/gitops/apply', { flags: [revived] });
            expect(await read(moved)).toMatchObject(after);
        });
    }

    test('is part of a copy of the flag', async () => {
        const name = await flagWith(before);

        await app.post(`${FEATURES}/${name}/clone`, { name: `${name}-copy` });

        expect(await read(`${name}-copy`)).toMatchObject(before);
    });

    test(`${halyardOnly ? 'is not' : 'is'} part of an export${halyardOnly ? ', because Unleash does not know it' : ''}`, async () => {
        const name = await flagWith(before);
        const query = { environment: 'development', features: [name] };
        const { body: data } = await app.post('/api/admin/features-batch/export', query);
        await app.put(`${FEATURES}/${name}`, after);

        await app.post('/api/admin/features-batch/import', { project, environment: 'development', data });

        if (halyardOnly) expect(data.features[0]).not.toHaveProperty(member);
        else expect(data.features[0]).toMatchObject(before);
        expect(await read(name)).toMatchObject(halyardOnly ? after : before);
    });

    if (isSearched) {
        test('is searched', async () => {
            const name = await flagWith({ [member]: `Only in this flag: ${member}` });

            const { body } = await app.get(`/api/admin/search/features?query=only in this flag: ${member}`);

            expect(body.features).toMatchObject([{ name }]);
        });
    }
});
