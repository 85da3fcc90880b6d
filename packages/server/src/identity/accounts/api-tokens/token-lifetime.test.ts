import { beforeAll, expect, test } from 'vitest';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

let counter = 0;
const inDays = (days: number) => new Date(app.services.clock().getTime() + days * DAY).toISOString();
const description = () => `token ${++counter}`;

interface Holder {
    accountId: number;
    as: RequestOptions;
}

/** Administrators with a token that expires in a day, by the kind of token. */
const HOLDERS: Record<string, () => Promise<Holder>> = {
    'a personal token': async () => {
        const { accountId, session } = await administrator();
        const token = { description: description(), expiresAt: inDays(1) };
        return { accountId, as: { token: (await app.post('/api/admin/user/tokens', token, session)).body.secret } };
    },
    'a token of a service account': async () => {
        const { accountId, session } = await administrator();
        const token = { description: description(), expiresAt: inDays(1) };
        const { body } = await app.post(`/api/admin/service-account/${accountId}/token`, token, session);
        return { accountId, as: { token: body.secret } };
    },
    'an admin token': async () => {
        const { accountId, session } = await administrator();
        const token = { tokenName: description(), type: 'admin', expiresAt: inDays(1) };
        return { accountId, as: { token: (await app.post('/api/admin/api-tokens', token, session)).body.secret } };
    },
};

async function administrator() {
    const session = await app.has.user({ rootRole: 'admin' });
    const name = `robot-${++counter}`;
    const { body } = await app.post('/api/admin/service-account', { name, username: name, rootRole: 1 }, session);
    return { session, accountId: body.id as number };
}

const REFUSED = {
    status: 403,
    body: { message: expect.stringContaining('cannot create a token that is valid longer') },
};

test.each(Object.entries(HOLDERS))('%s cannot create a credential that is valid longer', async (what, hold) => {
    const { accountId, as } = await hold();
    const forAccount = `/api/admin/service-account/${accountId}/token`;
    const admin = (expiresAt?: string) => ({
        tokenName: description(),
        type: 'admin',
        ...(expiresAt !== undefined && { expiresAt }),
    });

    expect(await app.post(forAccount, { description: description(), expiresAt: inDays(100) }, as)).toMatchObject(
        REFUSED,
    );
    expect(await app.post('/api/admin/api-tokens', admin(inDays(100)), as)).toMatchObject(REFUSED);
    expect(await app.post('/api/admin/api-tokens', admin(), as)).toMatchObject(REFUSED);
    expect(await app.post('/api/admin/scim-settings/generate-new-token', undefined, as)).toMatchObject(REFUSED);
    if (what !== 'an admin token') {
        const own = { description: description(), expiresAt: inDays(100) };
        expect(await app.post('/api/admin/user/tokens', own, as)).toMatchObject(REFUSED);
        expect(await app.post('/api/admin/user/tokens', { ...own, expiresAt: inDays(0.9) }, as)).toMatchObject({
            status: 201,
        });
    }

    expect(await app.post(forAccount, { description: description(), expiresAt: inDays(0.9) }, as)).toMatchObject({
        status: 201,
    });
    expect(await app.post('/api/admin/api-tokens', admin(inDays(0.9)), as)).toMatchObject({ status: 201 });
});

test.each(Object.entries(HOLDERS))('%s cannot extend the life of an admin token, such as its own', async (_, hold) => {
    const { as } = await hold();
    const expiresAt = inDays(0.5);
    const token = { tokenName: description(), type: 'admin', expiresAt };
    const { secret } = (await app.post('/api/admin/api-tokens', token, as)).body;
    const update = `/api/admin/api-tokens/${encodeURIComponent(secret)}`;

    expect(await app.put(update, { expiresAt: inDays(100) }, as)).toMatchObject(REFUSED);
    expect(await app.put(update, { expiresAt: inDays(0.8) }, as)).toMatchObject({ status: 200 });
});

test('tokens of applications may be valid longer, and so may tokens that a session creates', async () => {
    const { as } = await HOLDERS['a personal token']!();
    const client = { tokenName: description(), type: 'client', environment: 'development', projects: ['*'] };
    const session = await app.has.user({ rootRole: 'admin' });
    const personal = { description: description(), expiresAt: inDays(100) };

    expect(await app.post('/api/admin/api-tokens', client, as)).toMatchObject({ status: 201 });
    expect(await app.post('/api/admin/user/tokens', personal, session)).toMatchObject({ status: 201 });
});
