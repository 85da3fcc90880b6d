import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchChromium } from '../../../packages/server/test/support/chromium.ts';
import { newDatabase } from '../../support/databases.ts';
import { BUILT, type ServerProcess, startServer } from '../../support/server-process.ts';
import { buildUi } from './built-ui.ts';

/** A browser, a server and a database at once are slow on a busy machine. */
export const SLOW = { timeout: 120_000 };

export const ADMIN = { username: 'admin', password: 'Correct-horse-7' };

/** Someone with a browser in front of the service. */
export interface Visitor {
    page: Page;
    /** What went wrong that a user might not even see: errors in the console, failed requests. */
    problems: string[];
    /** Goes to a screen without loading the page anew, and waits until it has its data. */
    goTo(address: string): Promise<void>;
    /** Waits until nothing is loading any more. */
    settled(): Promise<void>;
    signIn(who?: { username: string; password: string }): Promise<void>;
    /** Makes the window wider or narrower, and dark or light. */
    look(look: Look): Promise<void>;
    /** Says what axe finds on the screen as it is, by all its rules or by some. */
    inspect(rules?: string[]): Promise<string[]>;
}

let browser: Promise<Browser> | undefined;

/** The service with its interface, on a database of its own. */
export async function startService(environment: Record<string, string> = {}): Promise<ServerProcess> {
    await buildUi();
    const settings = { ...(await newDatabase('embedded')), SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000', ...environment };
    return startServer(settings, BUILT);
}

export interface Look {
    scheme: 'light' | 'dark';
    width: number;
}

/** Whether the router has arrived at the address, and the screen there has its data. */
const SETTLED = `(() => {
    const { history, state } = self.__TSR_ROUTER__ ?? {};
    return state?.status === 'idle'
        && state.resolvedLocation?.state.__TSR_key === history.location.state.__TSR_key
        && document.querySelector('h1') !== null
        && document.querySelector('[aria-busy=true]') === null;
})()`;

function sharedBrowser(): Promise<Browser> {
    browser ??= launchChromium();
    return browser;
}

export async function visit(url: string, through = sharedBrowser()): Promise<Visitor> {
    const context = await (await through).newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack}`));
    page.on('console', (message) => {
        // The browser's own line about a request that failed; which one, the next listener tells.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
            problems.push(`${page.url()}: ${message.text()}`);
        }
    });
    page.on('response', (response) => {
        const isAskingWhoIAm = response.status() === 401 && response.url().endsWith('/api/admin/user');
        if (response.status() >= 400 && !isAskingWhoIAm) {
            problems.push(`${response.request().method()} ${response.url()} answered ${response.status()}`);
        }
    });
    await page.goto(url);
    const basePath = new URL(url).pathname.replace(/\/$/, '');

    async function settled() {
        await expect.poll(() => page.evaluate(SETTLED), { timeout: 20_000, interval: 15 }).toBe(true);
    }

    return {
        page,
        problems,
        settled,
        async goTo(address) {
            const to = JSON.stringify(basePath + address);
            await page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate'))`);
            await settled();
        },
        async signIn({ username, password } = ADMIN) {
            await page.getByLabel('Username or e-mail').fill(username);
            await page.getByLabel('Password', { exact: true }).fill(password);
            await page.getByRole('button', { name: 'Sign in' }).click();
            await page.locator('main#main').waitFor();
        },
        async look({ scheme, width }) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.setViewportSize({ width, height: 900 });
        },
        async inspect(rules) {
            const runOnly = rules && { runOnly: { type: 'rule' as const, values: rules } };
            // There are no frames, for which it would open another page each time.
            const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...runOnly });
            const { violations } = await axe.analyze();
            return violations.map(({ id, nodes }) => `${page.url()}: ${id}: ${nodes[0]?.html}`);
        },
    };
}

export async function closeBrowser(): Promise<void> {
    await (await browser)?.close();
    browser = undefined;
}
