import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { totpAt } from '../../packages/server/test/support/second-factor.ts';
import { ADMIN, enter, SLOW, startService, type Visitor, visit } from './support/visitor.ts';

const EDITOR = { username: 'bosun', password: 'Correct-horse-8' };
const WIDTHS = [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
] as const;

/** Passkeys need a host name. */
async function startWithName() {
    const port = await freePort();
    return startService({ HTTP_PORT: String(port), UNLEASH_URL: `http://localhost:${port}` });
}

/** An authenticator of the browser, which verifies its user without asking. */
async function addAuthenticator(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    });
}

async function looksGood({ inspect, page, setAppearance }: Visitor): Promise<void> {
    for (const appearance of WIDTHS) {
        await setAppearance(appearance);
        expect(await inspect()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await setAppearance(WIDTHS[0]);
}

async function sendPassword(page: Page, { username, password } = ADMIN): Promise<void> {
    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Completes the form with the QR code, and returns the key and the recovery codes. */
async function addApp(visitor: Visitor, aheadMs = 0): Promise<{ key: string; codes: string[] }> {
    const { page } = visitor;
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await looksGood(visitor);
    const key = (await page.locator('code').first().textContent())!;
    await page.getByLabel('Code of the app').fill(totpAt(key, new Date(Date.now() + aheadMs)));
    await page.getByRole('button', { name: 'Add the app' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).waitFor();
    await looksGood(visitor);
    const codes = (await page.locator('code').last().textContent())!.split('\n');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('halyard-recovery-codes.txt');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    return { key, codes };
}

const signedIn = (page: Page) => page.locator('main#main').waitFor();

test('a user sets up an app for codes, and signs in with a code and with a recovery code', SLOW, async () => {
    const server = await startWithName();
    const owner = await enter(server.url);
    await owner.goTo('/profile');
    await owner.page.getByRole('button', { name: 'Add an app for codes' }).click();
    const { key, codes } = await addApp(owner);
    await owner.page.getByText('10 unused recovery codes').waitFor();
    expect(codes).toHaveLength(10);

    const visitor = await visit(server.url);
    const { page } = visitor;
    await sendPassword(page);
    await page.getByLabel('Code of your app').waitFor();
    await looksGood(visitor);
    await page.getByLabel('Code of your app').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This code is wrong').waitFor();
    // The code of the next 30 seconds: the present one has confirmed the app.
    await page.getByLabel('Code of your app').fill(totpAt(key, new Date(Date.now() + 30_000)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signedIn(page);

    const other = await visit(server.url);
    await sendPassword(other.page);
    await other.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.page.getByLabel('Recovery code').fill(codes[0]!);
    await other.page.keyboard.press('Enter');
    await signedIn(other.page);
});

test('a user adds a passkey, signs in with it, and needs it again to remove it', SLOW, async () => {
    const server = await startWithName();
    const visitor = await visit(server.url);
    const { page, signIn, goTo } = visitor;
    await addAuthenticator(page);
    await signIn();
    await goTo('/profile');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('row', { name: /Laptop/ }).waitFor();
    await looksGood(visitor);

    await page.evaluate("fetch('logout', { method: 'POST' })");
    await page.goto(`${server.url}/profile`);
    await sendPassword(page);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await looksGood(visitor);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').waitFor();
    await page.getByRole('button', { name: 'Use your second factor' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('row', { name: /Laptop/ }).waitFor();

    await server.passTime(6 * 60_000);
    await page.getByRole('button', { name: 'New recovery codes…' }).click();
    await page.getByRole('button', { name: 'Create codes' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm with your second factor' });
    await proof.waitFor();
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    expect(visitor.problems.filter((problem) => !problem.includes(' answered 403'))).toEqual([]);
});

test(
    'an administrator requires a second factor, users add one before anything else, and it can be removed',
    SLOW,
    async () => {
        const server = await startWithName();
        await server.request('POST', '/api/admin/user-admin', { ...EDITOR, rootRole: 'Editor', sendEmail: false });
        const admin = await enter(server.url);
        await admin.goTo('/profile');
        await admin.page.getByRole('button', { name: 'Add an app for codes' }).click();
        await addApp(admin);
        await admin.goTo('/admin?tab=sign-in');
        await admin.page.getByRole('combobox', { name: 'Required for' }).click();
        await admin.page.getByRole('option', { name: 'Everybody who signs in with a password' }).click();
        await admin.page.getByRole('button', { name: 'Save' }).first().click();
        await admin.page.getByText('A second factor is required').waitFor();
        await looksGood(admin);

        const editor = await visit(server.url);
        await sendPassword(editor.page, EDITOR);
        await editor.page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
        await server.passTime(11 * 60_000);
        await editor.page.getByRole('button', { name: 'App for codes' }).click();
        await editor.page.getByText('Sign out and in again').waitFor();
        await editor.page.getByRole('button', { name: 'Sign out' }).click();
        await sendPassword(editor.page, EDITOR);
        await editor.page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
        await looksGood(editor);
        await editor.page.getByRole('button', { name: 'App for codes' }).click();
        await addApp(editor, 11 * 60_000);
        await signedIn(editor.page);

        await admin.goTo('/admin?tab=users');
        const row = admin.page.getByRole('row', { name: /bosun/ });
        await row.getByText('app', { exact: true }).waitFor();
        await row.getByRole('button').last().click();
        await admin.page.getByRole('menuitem', { name: 'Remove second factors' }).click();
        await admin.page.getByRole('button', { name: 'Remove', exact: true }).click();
        await admin.page.getByText('Second factors of bosun removed').waitFor();
    },
);
