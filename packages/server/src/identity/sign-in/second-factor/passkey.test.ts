import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../../../test/support/authenticator.ts';
import { USER_PASSWORD } from '../../../../test/support/factories.ts';
import { enrolTotp, sendPassword, sessionIn } from '../../../../test/support/second-factor.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const OWN = '/api/admin/user/second-factors';
const ORIGIN = 'https://flags.example.com';
const environment = { UNLEASH_URL: `${ORIGIN}/halyard`, BASE_URI_PATH: '/halyard' };

async function begin(app: TestApp, user: RequestOptions) {
    const { status, body } = await app.post(`${OWN}/passkeys/begin`, undefined, user);
    expect(status).toBe(200);
    return body;
}

async function enrol(app: TestApp, user: RequestOptions, name = 'Laptop') {
    const authenticator = new Authenticator(ORIGIN);
    const { ticket, options } = await begin(app, user);
    const credential = authenticator.create({ challenge: options.challenge });
    const response = await app.post(`${OWN}/passkeys`, { ticket, name, credential }, user);
    expect(response.status).toBe(201);
    return { authenticator, recoveryCodes: response.body.recoveryCodes as string[] };
}

async function userWithPasskey() {
    const app = await testApp({ environment });
    const user = await app.has.user();
    const account = { username: user.username, password: USER_PASSWORD };
    return { app, user, account, ...(await enrol(app, user)) };
}

/** Sends the password, and returns the challenge with what the second step needs. */
async function challenged(app: TestApp, account: { username: string; password: string }) {
    const { body, headers } = await app.post('/auth/simple/login', account, { token: null });
    expect(body).toMatchObject({ name: 'SecondFactorRequired', methods: ['passkey', 'recovery-code'] });
    const [cookie] = headers.get('set-cookie')!.split(';');
    return {
        challenge: body.passkey.challenge as string,
        request: body.passkey,
        prove: (passkey: object) =>
            app.post(
                '/auth/simple/second-factor',
                { pendingSignIn: body.pendingSignIn, passkey },
                { token: null, headers: { cookie: cookie! } },
            ),
    };
}

describe('signing in with a passkey', () => {
    test('the passkey completes the sign-in behind a proxy with a base path, and shows its last use', async () => {
        const { app, user, account, authenticator } = await userWithPasskey();
        const { challenge, request, prove } = await challenged(app, account);
        expect(request).toMatchObject({ rpId: 'flags.example.com', userVerification: 'required' });

        const response = await prove(authenticator.get({ challenge }));

        expect(response).toMatchObject({ status: 200, body: { id: user.id } });
        const { body } = await app.get(OWN, sessionIn(response));
        expect(body.passkeys).toMatchObject([{ name: 'Laptop', seenAt: expect.any(String) }]);
        expect(body.freshUntil).toEqual(expect.any(String));
    });

    const violations: [string, (authenticator: Authenticator, challenge: string) => object][] = [
        ['for another origin', (key, challenge) => key.get({ challenge, origin: 'https://flags.example.org' })],
        ['for another relying party', (key, challenge) => key.get({ challenge, rpId: 'example.com' })],
        ['for another challenge', (key) => key.get({ challenge: 'AAAA' })],
        ['without verification of the user', (key, challenge) => key.get({ challenge, isUserVerified: false })],
        [
            'with another signature',
            (key, challenge) => {
                const { response, ...rest } = key.get({ challenge });
                const { signature } = key.get({ challenge: 'AAAA' }).response;
                return { ...rest, response: { ...response, signature } };
            },
        ],
    ];
    test.each(violations)('a response %s is refused, and the next one works', async (_, violate) => {
        const { app, account, authenticator } = await userWithPasskey();
        const { challenge, prove } = await challenged(app, account);

        expect(await prove(violate(authenticator, challenge))).toMatchObject({
            status: 401,
            body: { name: 'WrongSecondFactorError' },
        });
        expect(await prove(authenticator.get({ challenge }))).toMatchObject({ status: 200 });
    });

    test('a response works once, also in another sign-in', async () => {
        const { app, account, authenticator } = await userWithPasskey();
        const first = await challenged(app, account);
        const other = await challenged(app, account);
        const response = authenticator.get({ challenge: first.challenge });

        expect(await first.prove(response)).toMatchObject({ status: 200 });
        expect(await first.prove(response)).toMatchObject({ status: 403 });
        expect(await other.prove(response)).toMatchObject({ status: 401 });
    });

    test('a counter that does not increase is refused: the passkey may have been copied', async () => {
        const { app, account, authenticator } = await userWithPasskey();
        authenticator.counter = 5;
        const first = await challenged(app, account);
        expect(await first.prove(authenticator.get({ challenge: first.challenge }))).toMatchObject({ status: 200 });
        authenticator.counter = 3;
        const second = await challenged(app, account);

        expect(await second.prove(authenticator.get({ challenge: second.challenge }))).toMatchObject({ status: 401 });
    });

    test('the passkey of another user is refused', async () => {
        const { app, account } = await userWithPasskey();
        const { authenticator } = await enrol(app, await app.has.user());
        const { challenge, prove } = await challenged(app, account);

        expect(await prove(authenticator.get({ challenge }))).toMatchObject({ status: 401 });
    });

    test('a removed passkey is refused, while the others work', async () => {
        const { app, user, account, authenticator } = await userWithPasskey();
        const other = await enrol(app, user, 'Security key');
        const [{ id }] = (await app.get(OWN, user)).body.passkeys;
        expect(await app.delete(`${OWN}/passkeys/${id}`, user)).toMatchObject({ status: 200 });
        const { challenge, prove } = await challenged(app, account);

        expect(await prove(authenticator.get({ challenge }))).toMatchObject({ status: 401 });
        expect(await prove(other.authenticator.get({ challenge }))).toMatchObject({ status: 200 });
    });
});

describe('adding a passkey', () => {
    test('further passkeys need a fresh second factor, and bring no new recovery codes', async () => {
        const { app, user, authenticator } = await userWithPasskey();
        app.passTime(6 * 60_000);
        const key = new Authenticator(ORIGIN);
        const add = async () => {
            const { ticket, options } = await begin(app, user);
            const credential = key.create({ challenge: options.challenge });
            return app.post(`${OWN}/passkeys`, { ticket, name: 'Phone', credential }, user);
        };

        expect(await add()).toMatchObject({ status: 403, body: { name: 'SecondFactorExpired' } });
        const { ticket, passkey } = (await app.post(`${OWN}/check`, undefined, user)).body;
        const proof = { ticket, passkey: authenticator.get({ challenge: passkey.challenge }) };
        expect(await app.post(`${OWN}/prove`, proof, user)).toMatchObject({ status: 200 });
        expect(await app.post(`${OWN}/prove`, proof, user)).toMatchObject({ status: 403 });
        expect(await add()).toMatchObject({ status: 201, body: {} });
        expect((await app.get(OWN, user)).body.passkeys).toMatchObject([{ name: 'Laptop' }, { name: 'Phone' }]);
    });

    test('the challenge of another session is refused', async () => {
        const app = await testApp({ environment });
        const [user, other] = [await app.has.user(), await app.has.user()];
        const { ticket, options } = await begin(app, other);
        const credential = new Authenticator(ORIGIN).create({ challenge: options.challenge });

        expect(await app.post(`${OWN}/passkeys`, { ticket, name: 'x', credential }, user)).toMatchObject({
            status: 403,
        });
    });

    test.each([
        ['another origin', { origin: 'https://evil.example.com' }],
        ['another relying party', { rpId: 'evil.example.com' }],
        ['another challenge', { challenge: 'AAAA' }],
        ['no verification of the user', { isUserVerified: false }],
    ])('a passkey with %s is refused', async (_, violation) => {
        const app = await testApp({ environment });
        const user = await app.has.user();
        const { ticket, options } = await begin(app, user);
        const credential = new Authenticator(ORIGIN).create({ challenge: options.challenge, ...violation });

        expect(await app.post(`${OWN}/passkeys`, { ticket, name: 'x', credential }, user)).toMatchObject({
            status: 401,
        });
        expect((await app.get(OWN, user)).body.passkeys).toEqual([]);
    });

    test('a passkey cannot be registered by two users', async () => {
        const app = await testApp({ environment });
        const key = new Authenticator(ORIGIN);
        const statuses = [];
        for (const user of [await app.has.user(), await app.has.user()]) {
            const { ticket, options } = await begin(app, user);
            const credential = key.create({ challenge: options.challenge });
            statuses.push((await app.post(`${OWN}/passkeys`, { ticket, name: 'x', credential }, user)).status);
        }
        expect(statuses).toEqual([201, 409]);
    });

    test('a public URL with an IP address offers no passkeys, and says so', async () => {
        const app = await testApp({ environment: { UNLEASH_URL: 'http://192.0.2.1:4242' } });
        const user = await app.has.user();

        expect((await app.get(OWN, user)).body).toMatchObject({ passkeysAvailable: false });
        expect(await app.post(`${OWN}/passkeys/begin`, undefined, user)).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('UNLEASH_URL') },
        });
    });
});

test('an account with an app and a passkey can use either', async () => {
    const { app, user, account } = await userWithPasskey();
    await enrolTotp(app, user);

    expect((await sendPassword(app, account)).methods).toEqual(['passkey', 'totp', 'recovery-code']);
});
