import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';

test('a created project has an id made from its name and all enabled environments', async () => {
    const app = await testApp();

    const response = await app.post('/api/admin/projects', { name: 'Crème brûlée!' });

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('projects/creme-brulee');
    expect(response.body).toEqual({
        id: 'creme-brulee',
        name: 'Crème brûlée!',
        description: null,
        mode: 'open',
        defaultStickiness: 'default',
        featureLimit: null,
        featureNaming: { pattern: null, example: null, description: null },
        linkTemplates: [],
        environments: ['development', 'production'],
        createdAt: expect.any(String),
        archivedAt: null,
    });
});

test('a fresh install lists its default project', async () => {
    const app = await testApp();

    const response = await app.get('/api/admin/projects');

    expect(response).toMatchObject({ status: 200, body: { version: 1 } });
    expect(response.body.projects).toEqual([
        {
            id: 'default',
            name: 'Default',
            description: 'Default project',
            mode: 'open',
            defaultStickiness: 'default',
            health: 100,
            technicalDebt: 0,
            favorite: false,
            featureCount: 0,
            memberCount: 0,
            createdAt: expect.any(String),
            updatedAt: expect.any(String),
            archivedAt: null,
            lastUpdatedAt: null,
            lastReportedFlagUsage: null,
            owners: [{ ownerType: 'system' }],
        },
    ]);
});
