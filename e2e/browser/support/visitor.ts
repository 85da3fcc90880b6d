import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchChromium } from '../../../packages/server/test/support/chromium.ts';
import { freePort, isFreePort } from '../../../packages/server/test/support/free-port.ts';
import { testApp } from '../../../packages/server/test/support/test-app.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { isSettled, REDRAWN } from './settled.ts';

/** A browser, a server and a database at once are slow on a busy machine. */
export const SLOW = { timeout: 300_000 };

/** The factor by which to slow down the browser, to find assertions that run too early. */
const SLOWDOWN = Number(process.env['BROWSER_SLOWDOWN'] ?? 1);

export const ADMIN = { username: 'admin', password: 'Correct-horse-7' };

interface Person {
    username: string;
    password: string;
}

/** A user with a browser. */
export interface Visitor {
    page: Page;
    /** Problems that a user might not notice: console errors, failed requests. */
    problems: string[];
    /** Opens a screen, without reloading the page if there is one, and waits for its data. */
    goTo(address: string): Promise<void>;
    /** Waits until nothing is loading. */
    settled(): Promise<void>;
    /** Signs in with the form on the screen. */
    signIn(person?: Person): Promise<void>;
    /** Sets the width and the colour scheme. */
    setAppearance(appearance: Appearance): Promise<void>;
    /** Returns the axe findings for the current screen or a part of it, for all rules or some. */
    inspect(options?: InspectOptions): Promise<string[]>;
}

interface InspectOptions {
    rules?: string[] | undefined;
    /** A selector of elements, without which the whole document is inspected. */
    within?: string | undefined;
}

let browser: Promise<Browser> | undefined;

/** The service with its UI, in this process. */
export interface BrowserService extends ServerProcess {
    /** Moves its clock, and runs everything that is due. */
    passTime(milliseconds: number): Promise<void>;
    /** Stores the reports of SDKs, which happens automatically every ten seconds. */
    storeReports(): Promise<void>;
}

/** The port of the services of this worker, one after the other: the browser caches files and compiled scripts by their URL. */
let usualPort: number | undefined;

/** Starts the service in this process, which is fast: on a copy of a new installation or, for restarts, on the specified database. */
export async function startService(environment: Record<string, string> = {}): Promise<BrowserService> {
    usualPort ??= await freePort();
    const port = (await isFreePort(usualPort)) ? usualPort : 0;
    const isNamed = 'DATA_DIR' in environment || 'DATABASE_URL' in environment;
    const app = await testApp({
        environment: { ENABLE_OAS: 'true', HTTP_PORT: String(port), ...environment },
        // A named folder is removed by its creator.
        ...(isNamed && { database: { environment: {}, remove: async () => undefined } }),
    });
    return {
        url: app.services.publicUrl(),
        async request(method, path, content) {
            const { status, body } = await app.send(method, path, {
                ...(content !== undefined && {
                    rawBody: JSON.stringify(content),
                    headers: { 'content-type': 'application/json' },
                }),
            });
            return { status, body: body === '' ? undefined : body };
        },
        clientFlags: async () => (await app.clientFeatures()).features,
        async passTime(milliseconds) {
            app.passTime(milliseconds);
            await app.services.dueWork.runDue();
        },
        storeReports: () => app.services.reports.store(),
        stop: async () => {
            await app.close();
            return 0;
        },
    };
}

export interface Appearance {
    scheme: 'light' | 'dark';
    width: number;
}

/** One browser for all files of a worker: starting it takes as long as many tests. */
function sharedBrowser(): Promise<Browser> {
    browser ??= launchChromium().then((launched) => {
        // A crashed browser is replaced.
        launched.on('disconnected', () => {
            browser = undefined;
            unusedTabs.length = 0;
        });
        return launched;
    });
    return browser;
}

/** A page of the service, in a context with its cookies. */
interface Tab {
    context: BrowserContext;
    page: Page;
}

/** Unused tabs of the shared browser, without cookies, storage and other traces of earlier tests. */
const unusedTabs: Tab[] = [];

const VIEWPORT = { width: 1280, height: 900 };

/** Events that tests listen to. */
const EVENTS = [
    'console',
    'dialog',
    'load',
    'pageerror',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
] as const;

const HAS_OTHER_CLOCK = "[Date.now, setInterval].some((each) => !String(each).includes('[native code]'))";

/**
 * A tab for one test, then for others. The HTTP cache of its context, its process, which keeps compiled scripts, and the memory cache of
 * its page save two thirds of the CPU time of a page load.
 */
async function tabFor(url: string): Promise<Tab> {
    const tab = unusedTabs.pop() ?? (await newTab(sharedBrowser(), url));
    onTestFinished(async () => {
        // The page may be about to open another.
        const isReset = await resetTab(tab, new URL(url).origin).catch(() => false);
        if (isReset) unusedTabs.push(tab);
        else await tab.context.close();
    });
    return tab;
}

/** Removes all traces of a test, and returns whether this was possible. */
async function resetTab({ context, page }: Tab, origin: string): Promise<boolean> {
    for (const other of context.pages().slice(2)) await other.close();
    // The session storage of a page can only be removed while the page is open.
    if (page.isClosed() || !page.url().startsWith(`${origin}/`)) return false;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of EVENTS) page.removeAllListeners(event);
    await context.setOffline(false);
    await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    // Scripts that a test added, such as another clock, cannot be removed, and apply to all later pages.
    if (await page.evaluate(HAS_OTHER_CLOCK)) return false;
    await context.clearCookies();
    await page.mouse.move(0, 0);
    await page.setViewportSize(VIEWPORT);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const session = await context.newCDPSession(page);
    await session.send('Page.resetNavigationHistory');
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
    return true;
}

/** A tab without cached files, for one test only. */
async function emptyTab(browser: Promise<Browser>, url: string, region?: Region): Promise<Tab> {
    const tab = await newTab(browser, url, region);
    onTestFinished(() => tab.context.close());
    return tab;
}

/** A tab beside a first page that never changes: the process of a site ends with its last page. */
async function newTab(browser: Promise<Browser>, url: string, region: Region = {}): Promise<Tab> {
    const context = await (await browser).newContext({ ...region, viewport: VIEWPORT, reducedMotion: 'reduce' });
    const first = await context.newPage();
    await first.goto(new URL('/health', url).href);
    return { context, page: await context.newPage() };
}

/** A user who opens the service for the first time. */
export async function visit(url: string, through?: Promise<Browser>): Promise<Visitor> {
    const visitor = await visitorIn(await (through === undefined ? tabFor(url) : emptyTab(through, url)), url);
    await visitor.page.goto(url);
    return visitor;
}

interface EnterOptions {
    /** Whether the browser may have cached files of the UI. */
    hasCache?: boolean;
    /** The language and region of the browser, such as de-DE, and its time zone. */
    region?: Region;
}

type Region = Pick<BrowserContextOptions, 'locale' | 'timezoneId'>;

/** A signed-in user without an open page: `goTo` opens the first. */
export async function enter(
    url: string,
    person: Person = ADMIN,
    { hasCache = true, region }: EnterOptions = {},
): Promise<Visitor> {
    const tab = await (hasCache && !region ? tabFor(url) : emptyTab(sharedBrowser(), url, region));
    const response = await tab.context.request.post(`${url}/auth/simple/login`, { data: person });
    expect(response.status()).toBe(200);
    return visitorIn(tab, url);
}

async function visitorIn({ context, page }: Tab, url: string): Promise<Visitor> {
    if (SLOWDOWN > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    // A click waits until its target is visible and stable, which takes long on a busy machine.
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack}`));
    page.on('console', (message) => {
        // The browser's own message about a failed request; the next listener reports the URL.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
            problems.push(`${page.url()}: ${message.text()}`);
        }
    });
    page.on('response', (response) => {
        if (response.status() >= 400) {
            problems.push(`${response.request().method()} ${response.url()} answered ${response.status()}`);
        }
    });
    const basePath = new URL(url).pathname.replace(/\/$/, '');

    async function settled() {
        // The default is to check before every frame, for which the browser then draws more frames.
        await page.waitForFunction(isSettled, undefined, { polling: 50 });
    }

    return {
        page,
        problems,
        settled,
        async goTo(address) {
            const to = JSON.stringify(basePath + address);
            if (page.url() === 'about:blank') await page.goto(new URL(basePath + address, url).href);
            else await page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate'))`);
            await settled();
        },
        async signIn({ username, password } = ADMIN) {
            await page.getByLabel('Username or e-mail').fill(username);
            await page.getByLabel('Password', { exact: true }).fill(password);
            await page.getByRole('button', { name: 'Sign in' }).click();
            await page.locator('main#main').waitFor();
        },
        async setAppearance({ scheme, width }) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate(REDRAWN);
        },
        async inspect({ rules, within } = {}) {
            const runOnly = rules && { runOnly: { type: 'rule' as const, values: rules } };
            // Selectors of elements take a fifth of the time; the result contains their HTML.
            const options = { resultTypes: ['violations'], selectors: false, ...runOnly };
            // It stays loaded with the page, and takes long to compile (half a megabyte).
            if (await page.evaluate('self.axe === undefined')) await page.evaluate(axe.source);
            // Elements that are fading in have neither their final colours nor positions.
            await page.evaluate(REDRAWN);
            const part = within === undefined ? 'document' : JSON.stringify(within);
            const result = await page.evaluate(`self.axe.run(${part}, ${JSON.stringify(options)})`);
            const { violations } = result as AxeResults;
            return violations.map(({ id, nodes }) => `${page.url()}: ${id}: ${nodes[0]?.html}`);
        },
    };
}
