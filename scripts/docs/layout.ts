import { escaped } from './html.ts';
import type { NavigationGroup } from './navigation.ts';
import { relativeAddress } from './pages.ts';
import type { Section } from './render.ts';

/** Files of the site whose names change with their content; they are next to those of the interface. */
export interface Assets {
    style: string;
    script: string;
    index: string;
}

export interface SitePage {
    address: string;
    title: string;
    keywords?: string;
    html: string;
    sections: Section[];
}

interface LayoutOptions {
    navigation: NavigationGroup[];
    assets: Assets;
}

const LOGO = `<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b3f47"/><path d="M10 26c-3.4 0-4.6-2-3.6-4.4C8.3 17 8.3 10.5 10 6" fill="none" stroke="#74b5ba" stroke-width="1.6" stroke-linecap="round"/><path d="M10 6v20" stroke="#f4efe3" stroke-width="2" stroke-linecap="round"/><path d="M10 7.5h14l-4 4.75 4 4.75H10z" fill="#e2a62c"/><circle cx="10" cy="5.5" r="1.9" fill="#f4efe3"/></svg>`;

/**
 * Renders a complete page. All of its links are relative, so that the same bytes work below any base path. `base` is for the page that is
 * shown at paths of any depth.
 */
export function layout(sheet: SitePage, { navigation, assets }: LayoutOptions, { base = '' } = {}): string {
    const to = (address: string) => relativeAddress(sheet.address, address);
    const asset = (name: string) => `${to('')}../assets/${name}`.replace(/^\.\//, '');
    const parts = sheet.sections.filter(({ id, depth }) => id !== '' && depth === 2);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${base}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(sheet.address === '' ? 'Halyard documentation' : `${sheet.title} · Halyard`)}</title>
${description(sheet)}<link rel="icon" type="image/svg+xml" href="${to('')}../favicon.svg">
<link rel="stylesheet" href="${asset(assets.style)}">
<script src="${asset(assets.script)}"></script>
</head>
<body data-home="${to('')}" data-index="${asset(assets.index)}">
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="${to('')}">${LOGO}<span>Halyard <span class="quiet">docs</span></span></a>
<search>
<input type="search" id="search" class="field" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" spellcheck="false" hidden>
<div id="found" class="found" hidden></div>
</search>
<a class="out" href="${to('')}../">Open Halyard</a>
<button type="button" id="menu" class="menu" aria-expanded="false" aria-controls="pages">Menu</button>
</header>
<div class="columns">
<nav id="pages" class="pages" aria-label="Documentation">
${navigation.map((group) => navigationGroup(group, sheet.address, to)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${sheet.html}</article>
${neighbours(navigation, sheet.address, to)}
</main>
${parts.length > 1 ? onThisPage(parts) : ''}
</div>
</body>
</html>
`;
}

const MAX_DESCRIPTION = 160;

/** The first sentences of the page, for search engines and link previews. */
function description({ sections: [first] }: SitePage): string {
    const text = first?.text ?? '';
    if (text === '') return '';
    const end = text.lastIndexOf(' ', MAX_DESCRIPTION);
    const shown = text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, end)}…`;
    return `<meta name="description" content="${escaped(shown)}">\n`;
}

function navigationGroup({ title, entries }: NavigationGroup, here: string, to: (address: string) => string): string {
    const items = entries.map(({ label, address }) => {
        const current = address === here ? ' aria-current="page"' : '';
        return `<li><a href="${to(address)}"${current}>${escaped(label)}</a></li>`;
    });
    return `<section><h2>${escaped(title)}</h2><ul>${items.join('')}</ul></section>`;
}

function neighbours(navigation: NavigationGroup[], here: string, to: (address: string) => string): string {
    const all = navigation.flatMap(({ entries }) => entries);
    const position = all.findIndex(({ address }) => address === here);
    const [before, after] = [all[position - 1], position < 0 ? undefined : all[position + 1]];
    const link = (entry: typeof before, rel: string, label: string) =>
        entry
            ? `<a rel="${rel}" href="${to(entry.address)}"><span class="quiet">${label}</span>${escaped(entry.label)}</a>`
            : '';
    const links = link(before, 'prev', 'Before') + link(after, 'next', 'Next');
    return links && `<nav class="neighbours" aria-label="Neighbouring pages">${links}</nav>`;
}

const onThisPage = (sections: Section[]) =>
    `<nav class="parts" aria-labelledby="parts"><h2 id="parts">On this page</h2><ul>${sections
        .map(({ id, heading }) => `<li><a href="#${id}">${escaped(heading)}</a></li>`)
        .join('')}</ul></nav>`;
