import { afterAll, expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { closeBrowser, enter, SLOW, startService } from './support/visitor.ts';

afterAll(closeBrowser);

const FLAG = '/projects/default/features/lantern';

/** Where people are most, with what is on them: switches, chips, checkboxes, rows, forms. */
const SCREENS = [
    '/',
    '/projects',
    '/projects/default',
    '/projects/default?tab=environments',
    '/projects/default?tab=settings',
    FLAG,
    `${FLAG}?tab=usage`,
    '/search',
    '/playground',
    '/history',
    '/compare-environments',
    '/change-requests',
    '/segments',
    '/environments',
    '/types',
    '/insights',
    '/profile',
];

async function furnish(server: ServerProcess): Promise<void> {
    const features = '/api/admin/projects/default/features';
    for (const name of ['buoy', 'lantern']) {
        const tags = ['night', 'sea'].map((value) => ({ type: 'simple', value }));
        await server.request('POST', features, { name, tags });
    }
    for (const rollout of ['25', '50']) {
        const strategy = { name: 'flexibleRollout', parameters: { rollout } };
        await server.request('POST', `${features}/lantern/environments/development/strategies`, strategy);
    }
    await server.request('POST', '/api/admin/segments', { name: 'Nordics', constraints: [] });
}

/**
 * What cannot be touched on 32 by 32 pixels, found by touching: from the middle outwards, until something else is met. Links in
 * the flow of a text are as high as its lines, and what is around the field of an input leads to it.
 */
const TOO_SMALL = `(() => {
    const found = new Set();
    for (const control of document.querySelectorAll('a[href], button, input:not([type=hidden]), textarea, [role=tab]')) {
        const { width, height } = control.getBoundingClientRect();
        const { display, visibility, pointerEvents } = getComputedStyle(control);
        const isInText = control.matches('a') && display === 'inline';
        if (width === 0 || height === 0 || visibility === 'hidden' || pointerEvents === 'none') continue;
        if (isInText || control.matches(':disabled') || control.closest('[aria-hidden=true]')) continue;
        control.scrollIntoView({ block: 'center', inline: 'center' });
        const box = control.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const around = [control, ...(control.labels ?? []), control.closest('.mantine-Input-wrapper')];
        const isTouched = (dx, dy) => {
            const met = document.elementFromPoint(x + dx, y + dy);
            return met !== null && around.some((one) => one?.contains(met));
        };
        // Behind something that stays in place.
        if (!isTouched(0, 0)) continue;
        const reach = (dx, dy) => {
            let steps = 0;
            while (steps < 32 && isTouched(dx * (steps + 1), dy * (steps + 1))) steps++;
            return steps;
        };
        const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
        if (wide < 32 || high < 32) {
            found.add(wide + 'x' + high + ' ' + control.tagName + ' ' + (control.getAttribute('aria-label') ?? control.innerText ?? ''));
        }
    }
    return [...found];
})()`;

test('everything can be touched with a finger on a narrow screen', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    const { page, problems, goTo, look } = await enter(server.url);
    const small: string[] = [];
    for (const screen of SCREENS) {
        await goTo(screen);
        await look({ scheme: 'light', width: 390 });
        // What is evaluated answers a list of texts.
        for (const one of (await page.evaluate(TOO_SMALL)) as string[]) small.push(`${screen}: ${one}`);
    }
    expect(small).toEqual([]);
    expect(problems).toEqual([]);
});

/** How what has the focus is marked: itself, or what stands for it; undefined: nothing has it. */
const RING = `(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const marks = [[focused], [focused, '::after'], [focused.nextElementSibling], [focused.closest('.mantine-Input-wrapper')]];
    const rings = marks.flatMap(([element, part]) => {
        if (!element) return [];
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part);
        return outlineStyle === 'none' ? [] : [outlineStyle + ' ' + outlineWidth + ' ' + outlineColor];
    });
    const name = focused.getAttribute('aria-label') ?? focused.innerText ?? focused.id;
    return { ring: rings[0] ?? 'none', what: focused.tagName + ' ' + focused.getAttribute('type') + ' ' + name };
})()`;

/** A screen has fewer. */
const MOST = 80;

test('whatever has the focus is marked in the same way', SLOW, async () => {
    const server = await startService();
    await furnish(server);
    const { page, problems, goTo } = await enter(server.url);
    const rings = new Map<string, string>();
    for (const screen of ['/projects/default', FLAG, '/search', '/environments']) {
        await goTo(screen);
        for (let steps = 0; steps < MOST; steps++) {
            await page.keyboard.press('Tab');
            const focused = (await page.evaluate(RING)) as { ring: string; what: string } | undefined;
            if (!focused) break;
            rings.set(focused.ring, rings.get(focused.ring) ?? `${screen}: ${focused.what}`);
        }
    }
    expect([...rings]).toEqual([[expect.stringMatching(/^solid 2px rgb/), expect.any(String)]]);
    expect(problems).toEqual([]);
});
