import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchChromium } from '../../../packages/server/test/support/chromium.ts';
import { testApp } from '../../../packages/server/test/support/test-app.ts';
import type { ServerProcess } from '../../support/server-process.ts';

/** A browser, a server and a database at once are slow on a busy machine. */
export const SLOW = { timeout: 300_000 };

/** How many times slower than this machine the browser's is to be, to find what is only looked for too soon. */
const SLOWDOWN = Number(process.env['BROWSER_SLOWDOWN'] ?? 1);

export const ADMIN = { username: 'admin', password: 'Correct-horse-7' };

interface Person {
    username: string;
    password: string;
}

/** Someone with a browser in front of the service. */
export interface Visitor {
    page: Page;
    /** What went wrong that a user might not even see: errors in the console, failed requests. */
    problems: string[];
    /** Goes to a screen, without loading the page anew if there is one, and waits until it has its data. */
    goTo(address: string): Promise<void>;
    /** Waits until nothing is loading any more. */
    settled(): Promise<void>;
    /** Fills in the form on the screen. */
    signIn(who?: Person): Promise<void>;
    /** Makes the window wider or narrower, and dark or light. */
    look(look: Look): Promise<void>;
    /** Says what axe finds on the screen as it is, by all its rules or by some. */
    inspect(rules?: string[]): Promise<string[]>;
}

let browser: Promise<Browser> | undefined;

/** The service with its interface, within this process. */
export interface BrowserService extends ServerProcess {
    /** Moves its clock, and does what is due by then. */
    passTime(milliseconds: number): Promise<void>;
    /** Stores what SDKs told, which it does by itself every ten seconds. */
    storeMeasurements(): Promise<void>;
}

/**
 * Within this process, where it starts in a moment: on a copy of a fresh install or, to be stopped and started again, on the database
 * that is named.
 */
export async function startService(environment: Record<string, string> = {}): Promise<BrowserService> {
    const isNamed = 'DATA_DIR' in environment || 'DATABASE_URL' in environment;
    const app = await testApp({
        environment: { ENABLE_OAS: 'true', ...environment },
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
            await app.services.schedules.runDue();
        },
        storeMeasurements: () => app.services.measurements.store(),
        stop: async () => {
            await app.close();
            return 0;
        },
    };
}

export interface Look {
    scheme: 'light' | 'dark';
    width: number;
}

interface Location {
    state: { __TSR_key?: string };
}

interface PageGlobals {
    __TSR_ROUTER__?: { history: { location: Location }; state: { status: string; resolvedLocation?: Location } };
    document: { querySelector(selector: string): unknown };
}

/** Whether the router has arrived at the address, and the screen there has its data. Asked in the page, each frame. */
function isSettled(): boolean {
    const { __TSR_ROUTER__: router, document } = globalThis as unknown as PageGlobals;
    return (
        router?.state.status === 'idle' &&
        router.state.resolvedLocation?.state.__TSR_key === router.history.location.state.__TSR_key &&
        document.querySelector('h1') !== null &&
        document.querySelector('[aria-busy=true]') === null
    );
}

/** Until colours and places have changed where that takes time. */
const REDRAWN = `(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
})()`;

/** One for all files of a worker, which ends with it: to start it takes as long as many a test. */
function sharedBrowser(): Promise<Browser> {
    browser ??= launchChromium().then((launched) => {
        // A crashed browser is replaced.
        launched.on('disconnected', () => {
            browser = undefined;
        });
        return launched;
    });
    return browser;
}

async function newContext(browser: Promise<Browser>): Promise<BrowserContext> {
    const context = await (await browser).newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
    });
    onTestFinished(() => context.close());
    return context;
}

/** Someone who comes to the service for the first time. */
export async function visit(url: string, through = sharedBrowser()): Promise<Visitor> {
    const visitor = await visitorIn(await newContext(through), url);
    await visitor.page.goto(url);
    return visitor;
}

/** Someone who signed in before, and has no page open yet: `goTo` opens the first. */
export async function enter(url: string, who: Person = ADMIN): Promise<Visitor> {
    const context = await newContext(sharedBrowser());
    const answer = await context.request.post(`${url}/auth/simple/login`, { data: who });
    expect(answer.status()).toBe(200);
    return visitorIn(context, url);
}

async function visitorIn(context: BrowserContext, url: string): Promise<Visitor> {
    const page = await context.newPage();
    if (SLOWDOWN > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    // A click waits until what it is about is there and holds still: on a machine that does much else, that takes its time.
    page.setDefaultTimeout(60_000);
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
    const basePath = new URL(url).pathname.replace(/\/$/, '');

    async function settled() {
        await page.waitForFunction(isSettled);
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
        async look({ scheme, width }) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate(REDRAWN);
        },
        async inspect(rules) {
            const runOnly = rules && { runOnly: { type: 'rule' as const, values: rules } };
            const options = { resultTypes: ['violations'], ...runOnly };
            // It stays as long as the page does, and is half a megabyte to compile.
            if (await page.evaluate('self.axe === undefined')) await page.evaluate(axe.source);
            // Elements that are fading in have neither their final colours nor positions.
            await page.evaluate(REDRAWN);
            const found = await page.evaluate(`self.axe.run(document, ${JSON.stringify(options)})`);
            const { violations } = found as AxeResults;
            return violations.map(({ id, nodes }) => `${page.url()}: ${id}: ${nodes[0]?.html}`);
        },
    };
}
