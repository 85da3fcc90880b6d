import { beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_TOKEN, type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';
import { isRead, NOW, type Read, readOf, readsAtMoments, sdkReadsAbout, searchesFor } from './reads.ts';
import {
    makeInsiders,
    makePermissionHolder,
    namesOn,
    report,
    type Stage,
    setShared,
    setStage,
    withToken,
} from './stage.ts';

/*
 * No response to an outsider depends on a private project: every read of the admin API runs before one exists and again afterwards, with
 * one object of every kind in it. The responses must be identical, byte for byte, counts included.
 */

let app: TestApp;
let outsiders: Record<string, RequestOptions>;
let sdks: Record<string, RequestOptions>;
let reads: Read[];
let sdkReads: Read[];
let before: Map<string, string>;
let beforeForAdmin: Map<string, string>;
let beforeForSdks: Map<string, string>;
let covert: Stage;
let ownerId: number;

/** Thousands of requests take long on a busy machine. */
const PATIENCE = 300_000;

/** Placeholders for objects of the project with generated ids. */
const NO_STRATEGY = 'fa5e0000-0000-4000-8000-000000000000';

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    outsiders = await makeOutsiders();
    const insiders = await makeInsiders(app);
    const outsider = await app.has.user();
    const shared = await setShared(app);
    const open = await setStage(app, 'open', insiders, shared);
    // The project owner is an outsider of every other project.
    await app.post('/api/admin/projects/open-project/access', { roles: [4], users: [ownerId], groups: [] });
    const secretOf = async (type: string) => (await app.has.token({ type, projects: ['open-project'] })).secret;
    sdks = { backend: { token: await secretOf('client') }, frontend: { token: await secretOf('frontend') } };
    // Ids are assigned sequentially, so these are known in advance.
    const expected = {
        ...namesOn('covert'),
        strategyId: NO_STRATEGY,
        segmentId: open.segmentId + 1,
        sharedSegmentId: shared,
        integrationId: open.integrationId + 1,
        tokenId: open.tokenId + 3,
        personaId: open.personaId + 1,
        experimentId: NO_STRATEGY,
        changeRequestId: open.changeRequestId + 1,
    };
    reads = readsAbout([open, expected]);
    before = await answersTo(reads, outsiders);
    sdkReads = [open, expected].flatMap(sdkReadsAbout);
    beforeForSdks = await answersTo(sdkReads, sdks);
    beforeForAdmin = await answersTo(reads, { admin: {} });

    covert = await setStage(app, 'covert', { ...insiders, person: outsider }, shared);
    expect(covert).toEqual({ ...expected, strategyId: covert.strategyId, experimentId: covert.experimentId });
    // An application of the open project uses a flag of the other project.
    const { secret } = await app.has.token({
        tokenName: 'covert-production',
        environment: 'production',
        projects: ['covert-project'],
    });
    await report(app, secret, {
        appName: 'open-app',
        instanceId: 'covert-2',
        toggles: [covert.featureName, 'covert-3'],
    });
    const toggles = [covert.featureName];
    await report(app, CLIENT_TOKEN, { appName: 'covert-2', instanceId: 'covert-4', toggles, hasMetrics: false });
}, PATIENCE);

async function makeOutsiders(): Promise<Record<string, RequestOptions>> {
    const holder = await makePermissionHolder(app);
    const owner = await app.has.user();
    ownerId = owner.id;
    return {
        Viewer: await withToken(app, await app.has.user()),
        Editor: await withToken(app, await app.has.user({ rootRole: 'editor' })),
        'holder of every root permission': holder,
        'owner of another project': await withToken(app, owner),
    };
}

const readsAbout = (stages: Stage[]): Read[] =>
    stages.flatMap((stage) => {
        const now = app.routes.filter(isRead).map((route) => readOf(route, stage));
        return [...now, ...readsAtMoments(now), ...searchesFor(stage)];
    });

const AT_ONCE = 8;

async function answersTo(list: readonly Read[], people: Record<string, RequestOptions>): Promise<Map<string, string>> {
    const responses = new Map<string, string>();
    // Reads change nothing, so the revision stays the same.
    const revision = String(await app.revision());
    for (const [person, as] of Object.entries(people)) {
        for (let next = 0; next < list.length; next += AT_ONCE) {
            const batch = list.slice(next, next + AT_ONCE);
            const results = await Promise.all(batch.map((read) => answerTo(read, as, revision)));
            for (const [index, read] of batch.entries()) responses.set(keyOf(person, read), results[index]!);
        }
    }
    return responses;
}

const keyOf = (person: string, { method, address, body }: Read) =>
    `${person}: ${method} ${address} ${body === undefined ? '' : JSON.stringify(body)}`;

async function answerTo({ method, address, body }: Read, as: RequestOptions, revision: string): Promise<string> {
    const now = address.replace(NOW, revision);
    const response = await app.send(method, covert ? now.replace(NO_STRATEGY, covert.strategyId) : now, {
        ...as,
        ...(body !== undefined && {
            headers: { ...as.headers, 'content-type': 'application/json' },
            rawBody: JSON.stringify(body).replace(NOW, revision),
        }),
    });
    // Times differ, and the last use of a token is stored occasionally. Errors have unique ids, and revisions count every change.
    const text = JSON.stringify(response.body, (name, value) =>
        name === 'id' && response.status >= 400 ? undefined : value,
    );
    return `${response.status} ${text}`
        .replaceAll(covert?.strategyId ?? NO_STRATEGY, NO_STRATEGY)
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
        .replaceAll('"seenAt":"then"', '"seenAt":null')
        .replaceAll(`"asOf":"${revision}"`, '"asOf":"now"')
        .replaceAll(/"(revision|revisionId|eventId)":\d+|:\d+:(?=[0-9a-f]{8})/g, '$1');
}

describe('a non-member of a private project', () => {
    test('gets the same responses, whether or not it exists', { timeout: PATIENCE }, async () => {
        const after = await answersTo(reads, outsiders);

        const differences = [...after].filter(([read, response]) => response !== before.get(read));
        expect(differences.map(([read, response]) => ({ read, before: before.get(read), after: response }))).toEqual(
            [],
        );
        expect(reads.length).toBeGreaterThan(150);
    });

    test('gets the same SDK responses, whether or not it exists', async () => {
        const after = await answersTo(sdkReads, sdks);

        const differences = [...after].filter(([read, response]) => response !== beforeForSdks.get(read));
        expect(
            differences.map(([read, response]) => ({ read, before: beforeForSdks.get(read), after: response })),
        ).toEqual([]);
        expect([...after.values()].filter((response) => response.startsWith('200')).length).toBeGreaterThan(5);
    });

    test('would see it in many responses as an administrator', { timeout: PATIENCE }, async () => {
        const after = await answersTo(reads, { admin: {} });

        const differences = [...after].filter(([read, response]) => response !== beforeForAdmin.get(read));
        expect(differences.length).toBeGreaterThan(50);
    });
});
