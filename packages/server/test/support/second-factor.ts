import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { RequestOptions, TestApp } from './test-app.ts';

const OWN = '/api/admin/user/second-factors';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of RFC 6238 at a time, computed without the library of the service. */
export function totpAt(secret: string, time: Date): string {
    const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / 30_000)));
    const digest = createHmac('sha1', key).update(counter).digest();
    const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
}

/** Returns a code that was not used before: of the next time step. */
export function nextCode(app: TestApp, secret: string): string {
    app.passTime(30_000);
    return totpAt(secret, app.services.clock());
}

/** Sets up an app for a signed-in user, and returns its secret and the recovery codes. */
export async function enrolTotp(
    app: TestApp,
    user: RequestOptions,
): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { ticket, secret } = (await app.post(`${OWN}/totp`, undefined, user)).body;
    const code = totpAt(secret, app.services.clock());
    const { status, body } = await app.post(`${OWN}/totp/confirm`, { ticket, code }, user);
    expect(status).toBe(201);
    return { secret, recoveryCodes: body.recoveryCodes };
}

interface Account {
    username: string;
    password: string;
}

/** Sends the password of an account with a second factor, and returns what the second step needs. */
export async function sendPassword(app: TestApp, { username, password }: Account) {
    const { status, body, headers } = await app.post('/auth/simple/login', { username, password }, { token: null });
    expect({ status, name: body.name }).toEqual({ status: 403, name: 'SecondFactorRequired' });
    const [cookie] = headers.get('set-cookie')!.split(';');
    return {
        methods: body.methods as string[],
        pendingSignIn: body.pendingSignIn as string,
        cookie: cookie!,
        /** Sends the second factor of this sign-in. */
        prove: (proof: object, from = cookie!) =>
            app.post(
                '/auth/simple/second-factor',
                { pendingSignIn: body.pendingSignIn, ...proof },
                { token: null, headers: { cookie: from } },
            ),
    };
}

/** The session of the response to a sign-in, as options for requests. */
export function sessionIn(response: { headers: Headers }): RequestOptions {
    const cookies = response.headers.get('set-cookie')!;
    return { token: null, headers: { cookie: /halyard-session=[\w-]+/.exec(cookies)![0] } };
}
