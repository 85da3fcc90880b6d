// The script of the documentation pages: follows the colour scheme of the UI, searches, and copies code. The pages are readable
// without it.
import { createSearch, type DocsSearch, type DocsSearchHit, type Entry } from './search.ts';

applyColourScheme();
addEventListener('DOMContentLoaded', () => {
    toggleMenu();
    offerCopies();
    enableKeyboardScrolling();
    offerSearch();
});

/** The colour scheme chosen in the UI; none or "auto" follows the system. */
function applyColourScheme(): void {
    try {
        const chosen = localStorage.getItem('mantine-color-scheme-value');
        if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['scheme'] = chosen;
    } catch {
        // Local storage may be unavailable.
    }
}

function toggleMenu(): void {
    const button = byId<HTMLButtonElement>('menu');
    button.addEventListener('click', () => {
        const isOpen = button.getAttribute('aria-expanded') === 'true';
        button.setAttribute('aria-expanded', String(!isOpen));
        byId('pages').classList.toggle('open', !isOpen);
    });
}

function offerCopies(): void {
    for (const block of document.querySelectorAll<HTMLElement>('.code')) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Copy';
        button.addEventListener('click', async () => {
            await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
            button.textContent = 'Copied';
            setTimeout(() => (button.textContent = 'Copy'), 2000);
        });
        block.append(button);
    }
}

/** Elements wider than the page can be scrolled by keyboard; only those are tab stops. */
function enableKeyboardScrolling(): void {
    const wide = new ResizeObserver((entries) => {
        for (const { target } of entries) {
            if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
            else target.removeAttribute('tabindex');
        }
    });
    for (const each of document.querySelectorAll('pre, .table')) wide.observe(each);
}

function offerSearch(): void {
    const input = byId<HTMLInputElement>('search');
    const list = byId('found');
    let loading: Promise<DocsSearch> | undefined;
    const load = () => {
        loading ??= loadSearch();
        return loading;
    };
    const close = () => {
        list.hidden = true;
    };
    async function show() {
        const query = input.value;
        if (query.trim() === '') return close();
        const search = await load();
        const hits = search(query);
        // The input has changed meanwhile; a later call shows its results.
        if (query !== input.value) return;
        list.replaceChildren(status(hits.length), ...(hits.length > 0 ? [results(hits)] : []));
        list.hidden = false;
    }
    input.hidden = false;
    input.addEventListener('focus', () => void load());
    input.addEventListener('input', () => void show());
    document.addEventListener('keydown', (event) => {
        const isTyping = event.target instanceof HTMLInputElement;
        if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            input.focus();
        }
        if (event.key === 'Escape' && !list.hidden) {
            close();
            input.focus();
        }
        if (!list.hidden) walk(event, input, list);
    });
    document.addEventListener('click', ({ target }) => {
        const isOutside = !(target instanceof Element) || !target.closest('search');
        // A click on a result closes the list, too: the target may be on the current page.
        if (isOutside || target.closest('#found a')) close();
    });
}

async function loadSearch(): Promise<DocsSearch> {
    const response = await fetch(document.body.dataset['index']!);
    return createSearch((await response.json()) as Entry[]);
}

/** The arrow keys move between the field and the results; Enter in the field opens the first result. */
function walk(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
    const stops = [input, ...list.querySelectorAll('a')];
    const index = stops.indexOf(document.activeElement as HTMLInputElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (index >= 0 && step !== undefined) {
        event.preventDefault();
        stops[Math.min(Math.max(index + step, 0), stops.length - 1)]?.focus();
    }
    if (index === 0 && event.key === 'Enter') (stops[1] as HTMLAnchorElement | undefined)?.click();
}

function status(count: number): HTMLElement {
    const line = element('p', count === 0 ? 'No page contains all of these words' : `${count} found`);
    line.setAttribute('role', 'status');
    return line;
}

function results(hits: DocsSearchHit[]): HTMLElement {
    const list = document.createElement('ol');
    for (const { address, page, heading, excerpt } of hits) {
        const link = document.createElement('a');
        link.href = `${document.body.dataset['home']}${address}`;
        const title = element('span', heading);
        title.className = 'title';
        link.append(title);
        if (page !== heading) link.append(element('span', page, 'quiet'));
        if (excerpt) link.append(element('span', excerpt, 'excerpt'));
        const item = document.createElement('li');
        item.append(link);
        list.append(item);
    }
    return list;
}

function element(tag: string, text: string, className = ''): HTMLElement {
    const created = document.createElement(tag);
    created.textContent = text;
    if (className) created.className = className;
    return created;
}

/** The layout contains all requested elements. */
function byId<T extends HTMLElement>(id: string): T {
    return document.getElementById(id) as T;
}
