import { expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { enter, SLOW, startService } from './support/visitor.ts';

const FLAG = '/projects/default/features/lantern';

/** The most used screens and their controls: switches, chips, checkboxes, rows, forms. */
const SCREENS = [
    '/',
    '/projects',
    '/projects/default',
    '/projects/default?tab=environments',
    '/projects/default?tab=settings',
    '/projects/default?tab=settings&section=approvals',
    FLAG,
    `${FLAG}?tab=usage`,
    '/search',
    '/playground',
    '/history',
    '/compare?source=',
    '/change-requests',
    '/segments',
    '/segments/1',
    '/admin?tab=users',
    '/environments',
    '/types',
    '/insights',
    '/profile',
];

async function furnish(server: ServerProcess, flags: string[]): Promise<void> {
    const features = '/api/admin/projects/default/features';
    for (const name of flags) {
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
 * Finds targets smaller than 32 by 32 pixels by probing points from the middle outwards, until another element is hit. Inline links are as
 * high as their lines, and the area around an input belongs to it.
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
        // Behind a fixed element.
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

test('all controls are large enough for touch on a narrow screen', SLOW, async () => {
    const server = await startService();
    // With three environments, the switches of a flag are below each other.
    await server.request('POST', '/api/admin/environments', { name: 'staging', type: 'preproduction' });
    await server.request('POST', '/api/admin/projects/default/environments', { environment: 'staging' });
    await furnish(server, ['buoy', 'lantern']);
    const { page, problems, goTo, setAppearance } = await enter(server.url);
    const small: string[] = [];
    for (const screen of SCREENS) {
        await goTo(screen);
        await setAppearance({ scheme: 'light', width: 390 });
        // The evaluated function returns a list of texts.
        for (const target of (await page.evaluate(TOO_SMALL)) as string[]) small.push(`${screen}: ${target}`);
    }
    expect(small).toEqual([]);

    // The buttons of a dialog stay on one line next to the hint about missing input.
    await goTo('/projects/default?tab=access');
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await dialog.getByText('Choose at least one user or group.').waitFor();
    const tops = ['Cancel', 'Add'].map(async (name) => {
        const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
        return box?.y;
    });
    const [cancel, add] = await Promise.all(tops);
    expect(cancel).toBe(add);
    expect(problems).toEqual([]);
});

/**
 * How the focused element (or the element that represents it) is marked, and whether another element covers it. Undefined if
 * nothing has the focus.
 */
const RING = `(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    const drawn = [focused.parentElement, ...(focused.labels ?? []), focused.closest('.mantine-Input-wrapper')];
    const isCovered = !drawn.some((one) => one?.contains(met));
    const marks = [[focused], [focused, '::after'], [focused.nextElementSibling], [focused.closest('.mantine-Input-wrapper')]];
    const rings = marks.flatMap(([element, part]) => {
        if (!element) return [];
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part);
        return outlineStyle === 'none' ? [] : [outlineStyle + ' ' + outlineWidth + ' ' + outlineColor];
    });
    const name = focused.getAttribute('aria-label') ?? focused.innerText ?? focused.id;
    return { ring: rings[0] ?? 'none', isCovered, what: focused.tagName + ' ' + focused.getAttribute('type') + ' ' + name };
})()`;

interface Stop {
    ring: string;
    isCovered: boolean;
    what: string;
}

const FOCUS_LAST = `[...document.querySelectorAll('main a[href], main button, main input')].at(-1).focus()`;

/** More than any screen has. */
const MAX_CONTROLS = 120;

test('every focused element is marked in the same way and not covered', SLOW, async () => {
    const server = await startService();
    await furnish(server, ['anchor', 'beacon', 'buoy', 'crane', 'dock', 'lantern']);
    const { page, problems, goTo } = await enter(server.url);
    const rings = new Map<string, string>();
    const covered: string[] = [];
    let stops = 0;
    // A low window, so that fixed elements matter; and backwards, where they cover the focus.
    await page.setViewportSize({ width: 1280, height: 420 });
    for (const screen of ['/projects/default', FLAG, '/search', '/environments']) {
        await goTo(screen);
        await page.evaluate(FOCUS_LAST);
        for (let steps = 0; steps < MAX_CONTROLS; steps++) {
            await page.keyboard.press('Shift+Tab');
            const focused = (await page.evaluate(RING)) as Stop | undefined;
            if (!focused) break;
            stops += 1;
            const label = `${screen}: ${focused.what}`;
            rings.set(focused.ring, rings.get(focused.ring) ?? label);
            if (focused.isCovered) covered.push(label);
        }
    }
    expect(covered).toEqual([]);
    expect(stops).toBeGreaterThan(100);
    // Environments of a flag have the same width.
    await goTo(FLAG);
    const boxes = await page.getByRole('region', { name: /^Environment / }).all();
    const widths = await Promise.all(boxes.map(async (box) => (await box.boundingBox())?.width));
    expect(widths.length).toBeGreaterThan(1);
    expect(new Set(widths).size).toBe(1);
    expect([...rings]).toEqual([[expect.stringMatching(/^solid 2px rgb/), expect.any(String)]]);
    expect(problems).toEqual([]);
});
