import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService, type Visitor } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const PRODUCTION = `${PROJECT}/environments/production/change-requests`;
const PASSWORD = 'Correct-horse-7';
const OWNER = 4;
const MEMBER = 5;
const VISITORS = 220;

/** A flag that half of the users get in production, where changes need approval and traffic was sampled. */
async function protectedFlag(): Promise<ServerProcess> {
    const server = await startService();
    const path = `${PROJECT}/features/lantern/environments/production`;
    await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
    const parameters = { rollout: '50', stickiness: 'userId', groupId: 'lantern' };
    await server.request('POST', `${path}/strategies`, { name: 'flexibleRollout', parameters });
    await server.request('POST', `${path}/on`);
    const { body } = await server.request('POST', '/api/admin/api-tokens', {
        tokenName: 'web',
        type: 'frontend',
        environment: 'production',
        projects: ['default'],
    });
    const headers = { authorization: (body as { secret: string }).secret };
    for (let user = 0; user < VISITORS; user++) {
        const url = `${server.url}/api/frontend?userId=user-${user}&appName=web`;
        expect((await fetch(url, { headers })).status).toBe(200);
    }
    await server.request('PUT', `${PRODUCTION}/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
        rules: { bypass: 'break-glass', turnOffWithoutApproval: false },
    });
    return server;
}

/** A user with a role in the project, which does not include bypassing approvals. */
async function person(server: ServerProcess, username: string, role: number): Promise<Visitor> {
    const credentials = { username, password: PASSWORD };
    const user = { ...credentials, rootRole: 3, sendEmail: false };
    const { id } = (await server.request('POST', '/api/admin/user-admin', user)).body as { id: number };
    await server.request('POST', `${PROJECT}/access`, { roles: [role], users: [id], groups: [] });
    return enter(server.url, credentials);
}

/** Sends changes to review in a request of their own, and returns the address of its page. */
async function inReview({ page }: Visitor, url: string, changes: object[]): Promise<string> {
    const proposed = await page.request.post(`${url}${PRODUCTION}`, {
        data: changes,
        headers: { prefer: 'change-request=new' },
    });
    const { id } = (await proposed.json()) as { id: number };
    const sent = await page.request.put(`${url}${PROJECT}/change-requests/${id}/state`, {
        data: { state: 'In review' },
    });
    expect(sent.ok()).toBe(true);
    return `/projects/default/change-requests/${id}`;
}

const TURN_OFF = { feature: 'lantern', action: 'updateEnabled', payload: { enabled: false } };
const TURN_RULES_OFF = { action: 'updateChangeRequestConfig', payload: { changeRequestsEnabled: false } };

const dialogIn = (page: Page) => page.getByRole('dialog');
const action = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}( [A-Z])?$`) });

test(
    'a request is approved, applied or forced only in a dialog that shows who is affected, to each role',
    SLOW,
    async () => {
        const server = await protectedFlag();
        const [ada, bob, admin] = [
            await person(server, 'ada', MEMBER),
            await person(server, 'bob', OWNER),
            await enter(server.url),
        ];
        const address = await inReview(ada, server.url, [TURN_OFF]);
        const shownTo = async ({ page, goTo, inspect }: Visitor, button: string) => {
            await goTo(address);
            await action(page, button).click();
            await dialogIn(page)
                .getByText(/ of 220 users /)
                .first()
                .waitFor();
            expect(await inspect({ within: '[role=dialog]' })).toEqual([]);
            const text = await dialogIn(page).innerText();
            await dialogIn(page).getByRole('button', { name: 'Cancel' }).click();
            return text;
        };

        const exact = await shownTo(admin, 'Break glass');
        const [, lost] = /\n(\d+) of 220 users \([\d.]+%\) lose it\./.exec(exact)!;
        expect(exact).toContain('Traffic of the last 24 hours');
        for (const button of ['Approve and apply', 'Approve', 'Break glass']) {
            expect(await shownTo(admin, button)).toContain(`\n${lost} of 220 users`);
        }
        expect(await shownTo(bob, 'Approve and apply')).toContain(`\n${lost} of 220 users`);
        await bob.goTo(address);
        expect(await action(bob.page, 'Break glass').count()).toBe(0);

        // The author is a member, who may not read samples and sees an estimate.
        await ada.goTo(address);
        await ada.page.getByText('Exact numbers need “Read traffic examples”').waitFor();
        const estimate = await ada.page.getByRole('main').innerText();
        const [, about] = /\nAbout (\d+0) of 220 users \(\d+%\) lose it\./.exec(estimate)!;
        expect(Math.abs(Number(lost) - Number(about))).toBeLessThan(60);
        expect(estimate).not.toMatch(/no change|no effect|nobody/i);
        for (const { problems } of [ada, bob, admin]) expect(problems).toEqual([]);
    },
);

test(
    'break glass is offered to no role for changes of the approval rules, and the service refuses it',
    SLOW,
    async () => {
        const server = await protectedFlag();
        const [ada, admin] = [await person(server, 'ada', OWNER), await enter(server.url)];
        const onlyRules = await inReview(ada, server.url, [TURN_RULES_OFF]);
        const mixed = await inReview(ada, server.url, [TURN_OFF, TURN_RULES_OFF]);

        for (const { page, goTo } of [ada, admin]) {
            await goTo(onlyRules);
            await page.getByRole('button', { name: /^Schedule/ }).waitFor();
            expect(await page.getByText('Break glass').count()).toBe(0);
            await page.keyboard.press('g');
            expect(await dialogIn(page).count()).toBe(0);
        }
        await admin.goTo(mixed);
        await admin.page
            .getByRole('note', { name: 'Break glass: Break glass does not cover changes of the approval rules' })
            .waitFor();
        expect(await action(admin.page, 'Break glass').isDisabled()).toBe(true);
        const forced = await admin.page.request.put(
            `${server.url}${PROJECT}/change-requests/${mixed.split('/').at(-1)}/state`,
            { data: { state: 'Applied', breakGlass: true, reason: 'Payments fail' } },
        );
        expect([forced.status(), await forced.text()]).toEqual([
            403,
            expect.stringContaining('Break glass does not cover'),
        ]);

        // The form of the rules offers a request and nothing else.
        await admin.goTo('/projects/default?tab=settings&section=approvals');
        await admin.page.getByRole('button', { name: 'Change the rules in production' }).click();
        await dialogIn(admin.page).getByLabel('Approvals', { exact: true }).fill('2');
        await dialogIn(admin.page).getByRole('button', { name: 'Create request' }).waitFor();
        expect(
            await dialogIn(admin.page)
                .getByRole('radio', { name: /Break glass|Skip approval/ })
                .count(),
        ).toBe(0);
        expect(admin.problems).toEqual([]);
        expect(ada.problems).toEqual([]);
    },
);
