// Takes the screenshots of the README from the built UI: node scripts/docs/screenshots.ts [folder]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { benchApp } from '../../bench/support/app.ts';
import { isSettled, REDRAWN } from '../../e2e/browser/support/settled.ts';
import { launchChromium } from '../../packages/server/test/support/chromium.ts';
import { createStorefront, type Send } from './screenshot-data.ts';

const ADMIN = { username: 'admin', password: 'Correct-horse-7' };
const PROJECT = '/projects/storefront';

const QUESTION = {
    environments: ['production'],
    projects: ['storefront'],
    context: { userId: 'iris', country: 'NO', plan: 'team', appVersion: '6.4.0' },
};

interface Screen {
    name: string;
    address: string;
    /** Opens what the screenshot shows besides the screen. */
    open?: (page: Page) => Promise<void>;
}

const SCREENS: Screen[] = [
    { name: 'flags', address: PROJECT },
    { name: 'flag', address: `${PROJECT}/features/one-page-checkout` },
    {
        name: 'playground',
        address: `/playground?${new URLSearchParams(Object.entries(QUESTION).map(([name, value]) => [name, JSON.stringify(value)]))}`,
        async open(page) {
            await page.getByRole('button', { name: /^one-page-checkout in production: .* Why/ }).click();
            await page.getByRole('dialog').getByText('Nordic rollout').first().waitFor();
        },
    },
];

const [folder = 'docs/screenshots'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const service = await benchApp('embedded', { environment: { UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN.password } });
const browser = await launchChromium();
try {
    const context = await browser.newContext({
        viewport: { width: 1440, height: 880 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
    });
    const send: Send = (...request) => sendIn(context, ...request);
    await send('POST', '/auth/simple/login', ADMIN);
    await createStorefront(send);
    await service.app.services.reports.store();
    const page = await context.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => void errors.push(error));
    for (const screen of SCREENS) await take(page, screen);
    if (errors.length > 0) throw new AggregateError(errors, 'The pages report errors.');
} finally {
    await browser.close();
    await service.close();
}

/** Sends a request as the signed-in user, or with a token, and returns the body. */
async function sendIn({ request }: BrowserContext, ...[method, address, data, token]: Parameters<Send>) {
    const response = await request.fetch(service.url + address, {
        method,
        ...(data && { data }),
        ...(token && { headers: { authorization: token } }),
    });
    if (!response.ok()) throw new Error(`${method} ${address}: ${response.status()} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** Takes a screenshot in both colour schemes. */
async function take(page: Page, { name, address, open }: Screen): Promise<void> {
    await page.goto(service.url + address);
    await page.waitForFunction(isSettled, undefined, { polling: 50 });
    await open?.(page);
    for (const [colorScheme, suffix] of [
        ['light', ''],
        ['dark', '-dark'],
    ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(REDRAWN);
        await page.screenshot({ path: path.join(folder, `${name}${suffix}.png`) });
    }
}
