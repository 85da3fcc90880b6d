import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

interface Link {
    event: { id: number; type: string; createdBy: string; data: { changeRequestId?: number; contentHash?: string } };
    previousHash: string;
    hash: string;
}

/** Verifies the document according to its own instructions, like an auditor would. */
const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
        Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, sorted(member)]),
    );
};
const hashOf = ({ previousHash, event }: Link) =>
    createHash('sha256')
        .update(`${previousHash}\n${JSON.stringify(sorted(event))}`)
        .digest('hex');

async function applied() {
    const world = await protectedProject(app);
    const { flag, author, owner, other, propose, move, base } = world;
    const { body: noise } = await propose([turnOn(flag)], other);
    const { id } = (await propose([addRollout(flag, '25'), turnOn(flag)], author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);
    await move(id, 'Applied', other);
    return {
        ...world,
        id,
        noise: noise.id as number,
        evidence: (by = author) => app.get(`${base}/${id}/evidence`, by),
    };
}

test('the evidence names the users who proposed, approved and applied the changes, with the recorded events', async () => {
    const { id, noise, flag, author, owner, other, evidence } = await applied();

    const { status, body } = await evidence();

    expect(status).toBe(200);
    expect(body.request).toMatchObject({ id, state: 'Applied', createdBy: { id: author.id }, breakGlass: null });
    expect(body.changes).toMatchObject([
        { feature: flag, action: 'addStrategy', payload: { parameters: { rollout: '25' } } },
        { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
    ]);
    expect(body.reviews).toMatchObject([
        {
            verdict: 'approved',
            isOfThisContent: true,
            contentHash: body.request.contentHash,
            createdBy: { id: owner.id },
        },
    ]);
    const links = body.events as Link[];
    const told = links.map(({ event }) => [event.type, event.createdBy]);
    expect(told).toContainEqual(['change-request-sent-to-review', author.username]);
    expect(told).toContainEqual(['change-request-approved', owner.username]);
    expect(told).toContainEqual(['feature-strategy-add', other.username]);
    expect(told).toContainEqual(['feature-environment-enabled', other.username]);
    expect(told).toContainEqual(['change-request-applied', other.username]);
    expect(links.some(({ event }) => event.data?.changeRequestId === noise)).toBe(false);
});

test('the evidence can be verified without the service, and reveals manipulations', async () => {
    const { evidence } = await applied();

    const { body } = await evidence();
    const links = body.events as Link[];
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(hashOf(link), link.event.type).toBe(link.hash);
    for (const [place, link] of links.slice(1).entries()) {
        const before = links[place]!;
        if (link.event.id === before.event.id + 1) expect(link.previousHash).toBe(before.hash);
    }
    expect(body.chain).toMatchObject({ intact: true, head: { revision: await app.revision() } });

    const forged = links.find(({ event }) => event.type === 'change-request-approved')!.event.id;
    await app.services.recordObservation((tx) =>
        tx.updateTable('events').set({ created_by: 'someone else' }).where('id', '=', forged).execute(),
    );
    expect((await evidence()).body.chain).toMatchObject({ intact: false });
});

test('the evidence of drafts of others and of missing requests returns 404', async () => {
    const { flag, author, owner, propose, base } = await protectedProject(app);
    const { id } = (await propose([turnOn(flag)], author)).body;

    expect((await app.get(`${base}/${id}/evidence`, author)).status).toBe(200);
    expect((await app.get(`${base}/${id}/evidence`, owner)).status).toBe(404);
    expect((await app.get(`${base}/99999/evidence`, owner)).status).toBe(404);
});
