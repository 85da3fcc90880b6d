import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../../packages/server/test/support/chromium.ts';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { LONG } from './support/screens.ts';

const UI = path.resolve('packages/ui');

/** Serves the UI as `npm run dev` does. */
async function startVite(): Promise<string> {
    const port = await freePort();
    const vite = path.join(
        path.dirname(createRequire(`${UI}/package.json`).resolve('vite/package.json')),
        'bin/vite.js',
    );
    const server = spawn(
        process.execPath,
        [vite, 'dev', '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
        {
            cwd: UI,
            stdio: 'ignore',
        },
    );
    onTestFinished(() => void server.kill());
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
        fetch(`${url}/design.html`).then(
            ({ ok }) => ok,
            () => false,
        );
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
    return url;
}

test(
    'the page of the design system shows its components without errors, accessible in both colour schemes',
    LONG,
    async () => {
        const url = await startVite();
        const browser = await launchChromium();
        onTestFinished(() => browser.close());
        const page = await browser.newPage();
        page.setDefaultTimeout(120_000);
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(String(error.stack)));
        const findings = async () => {
            await page.evaluate(axe.source);
            const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        };

        await page.goto(`${url}/design.html`);
        for (const title of [
            'Colours',
            'Text',
            'Buttons',
            'Fields',
            'Forms',
            'Catalogue',
            'States',
            'Facts and time',
        ]) {
            await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
        }
        for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            expect(await findings(), colorScheme).toEqual([]);
        }

        // The form shows its own rule, then the error of the service, at the field.
        await page.getByRole('button', { name: 'New example' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Create example' }).click();
        await dialog.getByText('Give it a name').waitFor();
        await dialog.getByLabel('Name').fill('lantern');
        await dialog.getByRole('button', { name: 'Create example' }).click();
        await dialog.getByText('A flag with this name already exists.').waitFor();
        expect(await dialog.getByRole('alert').count()).toBe(0);
        await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Discard' }).click();
        await dialog.waitFor({ state: 'hidden' });
        expect(problems).toEqual([]);
    },
);
