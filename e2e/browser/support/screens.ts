import { expect } from 'vitest';
import type { ServerProcess } from '../../support/server-process.ts';
import { CLIENT_TOKEN } from '../../support/server-process.ts';
import { type Appearance, enter, startService, visit } from './visitor.ts';

/** About twenty screens, each in two layouts. */
export const LONG = { timeout: 600_000 };

export const FLAG = '/projects/default/features/lantern';

/** Data for screens whose URLs depend on existing objects. */
export interface Furnished {
    strategy: string;
    asOf: string;
    compare: string;
    request: string;
    /** One that runs. */
    experiment: string;
    draftExperiment: string;
}

/** Creates data for every screen. */
async function furnish(server: ServerProcess): Promise<Furnished> {
    const { request } = server;
    const startedAt = encodeURIComponent(new Date().toISOString());
    const targets = [
        await request('POST', '/api/admin/context', {
            name: 'country',
            legalValues: [{ value: 'NO' }, { value: 'SE' }],
        }),
        await request('POST', '/api/admin/segments', {
            name: 'Nordics',
            constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
        }),
        await request('POST', '/api/admin/projects/default/features', {
            name: 'lantern',
            tags: [{ type: 'simple', value: 'night' }],
        }),
    ];
    const strategy = await request(
        'POST',
        '/api/admin/projects/default/features/lantern/environments/production/strategies',
        {
            name: 'flexibleRollout',
            segments: [1],
            constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
            variants: ['bright', 'dim'].map((name) => ({
                name,
                weight: 500,
                weightType: 'variable',
                stickiness: 'default',
                payload: { type: 'json', value: JSON.stringify({ name, lumen: 400, colours: ['red'] }, null, 2) },
            })),
        },
    );
    const responses = [
        ...targets,
        // Names of maximum length, and more environments than fit side by side on a narrow screen.
        await request('POST', '/api/admin/projects/default/features', {
            name: `${'for-returning-customers-'.repeat(4)}only`,
            owner: { type: 'user', id: 1 },
        }),
        await request('POST', '/api/admin/environments', { name: 'production-in-the-north', type: 'production' }),
        await request('POST', '/api/admin/environments', { name: 'staging', type: 'preproduction' }),
        ...(await Promise.all(
            ['production-in-the-north', 'staging'].map((environment) =>
                request('POST', '/api/admin/projects/default/environments', { environment }),
            ),
        )),
        await request('POST', '/api/admin/projects/default/context', { name: 'harbour' }),
        await request('POST', '/api/admin/segments', {
            name: 'Harbour staff',
            project: 'default',
            constraints: [{ contextName: 'harbour', operator: 'IN', values: ['Bergen'] }],
        }),
        await request('POST', '/api/admin/projects/default/features', { name: 'old-lantern' }),
        await request('POST', '/api/admin/projects/default/archive', { features: ['old-lantern'] }),
        strategy,
        await request('POST', '/api/admin/projects/default/features/lantern/environments/staging/release-plans', {
            name: 'Gradual rollout of everything that shines at night',
            milestones: ['Staff of the northern harbours', '1%', '10%', '50%', 'Everyone'].map((name, sortOrder) => ({
                name,
                sortOrder,
                strategies: [{ name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default' } }],
                ...(sortOrder < 4 && { transitionCondition: { intervalMinutes: 60 } }),
            })),
        }),
        await request('POST', '/api/admin/projects/default/features/lantern/environments/development/on'),
        await request('POST', '/api/admin/groups', { name: 'Crew', users: [{ user: { id: 1 } }] }),
        await request('POST', '/api/admin/service-account', { username: 'deploy', name: 'Deploy', rootRole: 2 }),
        await request('POST', '/api/admin/invite-link/tokens', {
            name: 'Team',
            expiresAt: new Date(Date.now() + 86_400_000),
        }),
        await asSdk(server, '/api/client/register', {
            appName: 'shop',
            instanceId: 'one',
            sdkVersion: 'sdk:1.0.0',
            strategies: [],
            started: new Date(),
            interval: 10,
        }),
        await asSdk(server, '/api/client/metrics', {
            appName: 'shop',
            instanceId: 'one',
            bucket: {
                start: new Date(),
                stop: new Date(),
                toggles: { lantern: { yes: 7, no: 2, variants: { bright: 7 } } },
            },
        }),
    ];
    const { id } = strategy.body as { id: string };
    const { responses: ofExperiments, ...experiments } = await experimentsIn(server);
    const proposed = await proposeIn(server, id);
    expect(
        [...responses, ...ofExperiments, ...proposed].map(({ status }) => status).filter((status) => status >= 300),
    ).toEqual([]);
    const then = encodeURIComponent(new Date().toISOString());
    return {
        strategy: `${FLAG}?environment=production&strategy=${id}`,
        asOf: `${FLAG}?asOf=${then}`,
        compare: `/compare?project=default&from=${startedAt}`,
        request: '/projects/default/change-requests/1',
        ...experiments,
    };
}

const EXPERIMENTS = '/api/admin/projects/default/experiments';

/** One that runs, and a draft. */
async function experimentsIn({ request }: ServerProcess) {
    const experiment = {
        ...{ hypothesis: 'More light, fewer collisions', feature: 'lantern', environment: 'production' },
        ...{ unit: 'userId', population: 'recomputed' },
        metrics: [
            { key: 'arrivals', outcome: 'arrived', kind: 'conversion', direction: 'up', role: 'primary' },
            { key: 'collisions', outcome: 'collided', kind: 'count', direction: 'down', role: 'guard', margin: 0.1 },
        ],
    };
    const created = [
        await request('POST', EXPERIMENTS, { ...experiment, name: 'Brightness of the lantern' }),
        await request('POST', EXPERIMENTS, { ...experiment, name: 'Colour of the lantern' }),
    ];
    const [running, draft] = created.map(({ body }) => (body as { id: string }).id);
    return {
        responses: [...created, await request('POST', `${EXPERIMENTS}/${running}/start`)],
        experiment: `/projects/default/experiments/${running}`,
        draftExperiment: `/projects/default/experiments/${draft}`,
    };
}

/** A request in review, in a project that requires approval. */
async function proposeIn({ request }: ServerProcess, strategyId: string): Promise<{ status: number }[]> {
    const PRODUCTION = '/api/admin/projects/default/environments/production/change-requests';
    return [
        await request('PUT', `${PRODUCTION}/config`, { changeRequestsEnabled: true, requiredApprovals: 2 }),
        await request('POST', PRODUCTION, [
            { feature: 'lantern', action: 'updateEnabled', payload: { enabled: true } },
            { feature: 'lantern', action: 'deleteStrategy', payload: { id: strategyId } },
        ]),
        await request('PUT', '/api/admin/projects/default/change-requests/1/state', {
            state: 'In review',
            comment: 'Night falls early now.',
        }),
    ];
}

function asSdk(server: ServerProcess, path: string, body: unknown): Promise<Response> {
    return fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify(body),
    });
}

interface CheckedAppearance extends Appearance {
    /** The rules that depend on the colour scheme; the others are checked once. */
    rules?: string[];
}

const WIDE: CheckedAppearance = { scheme: 'light', width: 1440 };
const NARROW: CheckedAppearance = {
    scheme: 'dark',
    width: 390,
    rules: ['color-contrast', 'scrollable-region-focusable', 'target-size'],
};

/** The URL of a screen; for a dialog, followed by the names of the buttons and menu items that open it. */
type DialogScreen = [url: string, ...buttons: (string | RegExp)[]];
type Screen = string | DialogScreen;

/**
 * Opens each of the screens, wide and light, narrow and dark, and returns their problems: errors, overflow, axe findings. With
 * `fromOutside`, the sign-in screen is included first.
 */
export async function problemsOf(
    screensOf: (furnished: Furnished) => Screen[],
    { fromOutside = false } = {},
): Promise<string[]> {
    const server = await startService();
    const screens = screensOf(await furnish(server));
    await server.storeReports();
    const { page, problems, settled, signIn, goTo, setAppearance, inspect } = await (fromOutside ? visit : enter)(
        server.url,
    );
    const findings: string[] = [];
    let appearances = [WIDE, NARROW];
    let shown: CheckedAppearance | undefined;
    async function show(how: CheckedAppearance) {
        if (how !== shown) await setAppearance(how);
        shown = how;
    }
    async function check(how: CheckedAppearance, within?: string) {
        await show(how);
        findings.push(...(await inspect({ rules: how.rules, within })));
        const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
        if (tooWide > 0) findings.push(`${page.url()}: ${tooWide} pixels wider than the window`);
    }

    if (fromOutside) {
        await settled();
        for (const how of appearances) await check(how);
        await signIn();
    }
    for (const [screen, ...buttons] of screens.map(
        (each): DialogScreen => (typeof each === 'string' ? [each] : each),
    )) {
        // The next screen opens in the last layout of the previous one. Some buttons are only on wide screens.
        appearances = buttons.length > 0 ? [WIDE, NARROW] : appearances.toReversed();
        if (buttons.length > 0) await show(WIDE);
        await goTo(screen);
        for (const name of buttons) {
            const button = page.getByRole('button', { name, exact: true });
            await button
                .or(page.getByRole('menuitem', { name, exact: true }))
                .first()
                .click();
        }
        // Drawers open after their page.
        const opensDialog = buttons.length > 0 || /[?&](?:panel|strategy|user)=/.test(screen);
        if (opensDialog) {
            await page.getByRole('dialog').waitFor();
            await settled();
        }
        for (const how of appearances) {
            // These rules concern single elements, and those behind a dialog are inspected with their screen. Lists of a focused field
            // are beside the dialog, in the same portal.
            const isWithinDialog = buttons.length > 0 && how.rules !== undefined;
            await check(how, isWithinDialog ? '[data-portal]' : undefined);
        }
        if (buttons.length > 0) {
            // The first press may close the list of a focused field.
            while ((await page.getByRole('dialog').count()) > 0) {
                await page.keyboard.press('Escape');
                await settled();
            }
        }
    }
    return [...findings, ...problems];
}
