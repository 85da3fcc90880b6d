import { expect, test } from 'vitest';
import { launchChromium } from '../packages/server/test/support/chromium.ts';

test('the browser is installed and enforces the content security policy', { timeout: 300_000 }, async () => {
    const browser = await launchChromium();
    try {
        const page = await browser.newPage();
        await page.setContent(`
            <meta http-equiv="Content-Security-Policy" content="script-src 'none'">
            <h1>Halyard</h1>
            <script>document.querySelector('h1').textContent = 'a script ran';</script>
        `);

        expect(await page.textContent('h1')).toBe('Halyard');
    } finally {
        await browser.close();
    }
});
