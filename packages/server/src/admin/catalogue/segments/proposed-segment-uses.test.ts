import { expect, test } from 'vitest';
import { addRollout, protectedProject } from '../../../../test/support/change-requests.ts';
import { testApp } from '../../../../test/support/test-app.ts';

test('a segment lists the open requests that would use it, and cannot be deleted meanwhile', async () => {
    const app = await testApp();
    const { project, flag, author, owner, propose, move } = await protectedProject(app);
    const segment = await app.has.segment({ name: 'pilots' });
    const path = `/api/admin/segments/${segment.id}`;
    const change = addRollout(flag, '10');
    const { body } = await propose([{ ...change, payload: { ...change.payload, segments: [segment.id] } }], author);
    const uses = async (by = author) => (await app.get(`${path}/strategies`, by)).body.changeRequestStrategies;

    expect(await uses()).toMatchObject([
        {
            projectId: project,
            featureName: flag,
            environment: 'production',
            strategyName: 'flexibleRollout',
            changeRequest: { id: body.id },
        },
    ]);
    // A draft is visible to its author only.
    expect(await uses(owner)).toEqual([]);

    await move(body.id, 'In review', author);
    expect(await uses(owner)).toHaveLength(1);
    expect(await app.delete(path)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`Change request ${body.id}`) },
    });

    await move(body.id, 'Rejected', owner);
    expect(await uses()).toEqual([]);
    expect(await app.delete(path)).toMatchObject({ status: 204 });
});
