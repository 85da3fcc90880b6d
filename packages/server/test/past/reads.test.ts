import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { beginHistory, history } from './histories.ts';

const READS = [
    'projects/default/features',
    'projects/other/features',
    'projects/default/features/f1?variantEnvironments=true',
    'projects/default/features/f2',
    'projects/other/features/f3',
    'segments',
    'segments/1',
    'projects/default/overview',
    'client-features?environment=development',
    'client-features?environment=production&project=other',
];

/** Measurements, personal data and data without history (decision 66). */
const NOT_KEPT = ['lifecycle', 'stats', 'members', 'onboardingStatus', 'updatedAt', 'sortOrder'];

/** The response without these members, with sorted environments. */
async function readAll(app: TestApp, asOf?: string) {
    const responses = await Promise.all(
        READS.map(async (path) => {
            const { status, body } = await app.send(
                'GET',
                `/api/admin/${path}${asOf === undefined ? '' : `${path.includes('?') ? '&' : '?'}asOf=${asOf}`}`,
            );
            const comparable = JSON.parse(JSON.stringify(body), (key, value) =>
                NOT_KEPT.includes(key) ? undefined : value,
            );
            return [path, { status, body: status === 200 ? comparable : undefined }];
        }),
    );
    return Object.fromEntries(responses);
}

test('reads of a past revision return the responses of that time', { timeout: 120_000 }, async () => {
    await fc.assert(
        fc.asyncProperty(history({ minLength: 12, maxLength: 20 }), async (steps) => {
            const app = await testApp();
            const { take } = await beginHistory(app);
            const recorded = [];
            for (const step of steps) {
                await take(step);
                recorded.push({ revision: await app.revision(), answers: await readAll(app) });
            }

            for (const { revision, answers } of recorded) expect(await readAll(app, String(revision))).toEqual(answers);
            await app.close();
        }),
        { numRuns: runs(3), endOnFailure: true },
    );
});

test('descriptions of a flag, a segment and a project are those of the past revision', async () => {
    const app = await testApp();
    const owner = await app.has.user();
    const segment = await app.has.segment({ description: 'first', name: 'people' });
    await app.has.flag({ name: 'checkout', tags: [{ type: 'simple', value: 'old' }] });
    const flag = '/api/admin/projects/default/features/checkout';
    await app.patch(flag, [{ op: 'replace', path: '/owner', value: { type: 'user', id: owner.id } }]);
    await app.post(`${flag}/link`, { url: 'https://example.com/first', title: 'First' });
    const then = await app.revision();
    const before = {
        flag: (await app.get(flag)).body,
        segment: (await app.get(`/api/admin/segments/${segment.id}`)).body,
        project: (await app.get('/api/admin/projects/default/overview')).body,
    };
    await app.put('/api/admin/features/checkout/tags', {
        addedTags: [{ type: 'simple', value: 'new' }],
        removedTags: [{ type: 'simple', value: 'old' }],
    });
    await app.patch(flag, [{ op: 'replace', path: '/owner', value: null }]);
    const [link] = before.flag.links;
    await app.put(`${flag}/link/${link.id}`, { url: 'https://example.com/second' });
    await app.put(`/api/admin/segments/${segment.id}`, { name: 'others', description: 'second', constraints: [] });
    await app.put('/api/admin/projects/default', { name: 'Renamed', description: 'Another' });
    await app.put('/api/admin/environments/sort-order', { production: 1, development: 2 });

    const { lifecycle: _, ...flagThen } = before.flag;
    const { stats: __, members: ___, onboardingStatus: ____, ...projectThen } = before.project;
    expect((await app.get(`${flag}?asOf=${then}`)).body).toEqual(flagThen);
    expect((await app.get(`/api/admin/segments/${segment.id}?asOf=${then}`)).body).toEqual(before.segment);
    expect((await app.get(`/api/admin/projects/default/overview?asOf=${then}`)).body).toEqual({
        ...projectThen,
        updatedAt: null,
    });
    expect(
        (await app.get(`/api/admin/projects/default/features?asOf=${then}&tag=simple:old`)).body.features,
    ).toHaveLength(1);
    expect((await app.get(`/api/admin/projects/default/features?asOf=${then}&tag=simple:new`)).body.features).toEqual(
        [],
    );
});

test('a moment before the creation of a project or flag differs from an invalid moment', async () => {
    const app = await testApp();
    const before = await app.revision();
    await app.has.project({ id: 'young' });
    await app.has.flag({ name: 'moved', project: 'young' });
    const young = await app.revision();
    await app.post('/api/admin/projects/young/features/moved/changeProject', { newProjectId: 'default' });

    expect(await app.get(`/api/admin/projects/young/overview?asOf=${before}`)).toMatchObject({ status: 404 });
    const { status, body } = await app.get(`/api/admin/projects/default/features/moved?asOf=${young}`);
    expect({ status, message: body.message }).toEqual({
        status: 404,
        message: expect.stringContaining('it was in project young then'),
    });
    expect(await app.get(`/api/admin/projects/young/features/moved?asOf=${young}`)).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/projects/default/features?asOf=soon')).toMatchObject({
        status: 400,
        body: { details: [{ path: '/query/asOf' }] },
    });
});
