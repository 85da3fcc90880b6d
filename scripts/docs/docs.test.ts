import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSearch } from '../../packages/ui/src/docs/search.ts';
import { SNIPPETS } from '../../packages/ui/src/pages/welcome/snippets.ts';
import { GENERATED_DOCUMENTS, withSnippets } from './generated.ts';
import { navigationOf } from './navigation.ts';
import { type DocsPage, relativeAddress } from './pages.ts';
import { render } from './render.ts';
import { readSite, searchIndex } from './site.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const site = readSite(ROOT);
const search = createSearch(searchIndex(site.sheets));
const bySource = new Map(site.pages.map((page) => [page.source, page]));
const home = bySource.get('docs/README.md')!;

const pageOf = (markdown: string): DocsPage => ({
    source: 'docs/page.md',
    address: 'page',
    title: 'Page',
    keywords: '',
    markdown,
});
const htmlOf = (markdown: string) => render(pageOf(markdown), bySource, ROOT).html;

test('all links and anchors are valid, on the site and on a code host', () => {
    const anchors = new Map(
        site.sheets.map(({ address, sections }) => [address, new Set(sections.map(({ id }) => id))]),
    );
    const dead = site.pages.flatMap((page) => {
        const { problems, links } = site.rendered.get(page)!;
        const missing = links.filter(({ to, anchor }) => anchor !== '' && !anchors.get(to)!.has(anchor));
        return [...problems, ...missing.map(({ to, anchor }) => `${page.source}: ${to} has no #${anchor}`)];
    });

    expect(dead).toEqual([]);
    // A broken link would be detected.
    expect(render(pageOf('# Page\n\n[x](gone.md)'), bySource, ROOT).problems).toHaveLength(1);
});

test('links of the documents at the repository root are valid', () => {
    const dead = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CONVENTIONS.md', 'GOVERNANCE.md'].flatMap(
        (source) => {
            const markdown = readFileSync(path.join(ROOT, source), 'utf8');
            return render({ ...pageOf(markdown), source }, bySource, ROOT).problems;
        },
    );

    expect(dead).toEqual([]);
});

test('the first page lists every page once', () => {
    const listed = navigationOf(home, bySource).flatMap(({ entries }) => entries.map(({ address }) => address));

    expect(listed.toSorted()).toEqual(
        site.pages
            .filter((page) => page !== home)
            .map(({ address }) => address)
            .toSorted(),
    );
});

test('the generated documentation is up to date: otherwise run `npm run docs`', () => {
    for (const [file, write] of Object.entries(GENERATED_DOCUMENTS)) {
        expect(readFileSync(path.join(ROOT, file), 'utf8'), file).toBe(write());
    }
    for (const { source, markdown } of site.pages) expect(markdown, source).toBe(withSnippets(markdown));
});

test('every alert has an entry in the runbook, in the same order, and links to it', () => {
    const alerts = readFileSync(path.join(ROOT, 'deploy/grafana/alerts.yml'), 'utf8');
    const names = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);
    const runbook = site.rendered.get(bySource.get('docs/runbook.md')!)!;

    expect(names.length).toBeGreaterThan(10);
    expect(runbook.sections.map(({ id }) => id).filter(Boolean)).toEqual(names.map((name) => name.toLowerCase()));
    expect([...alerts.matchAll(/^ +runbook: (\S+)$/gm)].map(([, link]) => link)).toEqual(
        names.map((name) => `/docs/runbook#${name.toLowerCase()}`),
    );
});

test('every SDK of the Connect page is documented', () => {
    const shown = site.pages.flatMap(({ markdown }) =>
        [...markdown.matchAll(/<!-- snippet: ([\w-]+) -->/g)].map((each) => each[1]),
    );

    expect(shown.toSorted()).toEqual(Object.keys(SNIPPETS).toSorted());
});

test('HTML in a page is rendered as text', () => {
    const html = htmlOf(`# Page

<script>alert(1)</script> <img src=x onerror=alert(1)> a<br>b <!-- not shown -->

[click](javascript:alert(1)) [data](data:text/html,x) ![<b>](x.png) \`<i>\`

| <u>a</u> |
|---|
| <style>b</style> |
`);

    expect(html).not.toMatch(/<(script|img|style|u|b|i)\b/);
    expect(html).not.toMatch(/href="(javascript|data):/);
    expect(html).not.toContain('not shown');
    expect(html).toContain('a<br>b');
    expect(html).toContain('&lt;script&gt;');
});

test('relative links work between pages of any depth', () => {
    const cases: [string, string, string][] = [
        ['', 'start', 'start'],
        ['start', '', './'],
        ['concepts/flags', '', '../'],
        ['concepts/flags', 'concepts/variants', 'variants'],
        ['concepts/flags', 'start', '../start'],
        ['migrating/unleash', 'migrating', '../migrating'],
        ['migrating', 'migrating/unleash', 'migrating/unleash'],
    ];
    for (const [from, to, expected] of cases) {
        const relative = relativeAddress(from, to);
        expect(relative).toBe(expected);
        expect(new URL(relative, `https://x/base/docs/${from}`).pathname).toBe(`/base/docs/${to}`);
    }
});

test('anchors have the same names as on code hosts', () => {
    const { sections } = render(
        pageOf("# Page\n\n## What's `new`, and why?\n\n## Twice\n\n## Twice\n\n## From A to B_c"),
        bySource,
        ROOT,
    );

    expect(sections.map(({ id }) => id)).toEqual(['', 'whats-new-and-why', 'twice', 'twice-1', 'from-a-to-b_c']);
});

test.each([
    ['high availability', 'high-availability'],
    ['disaster recovery', 'high-availability'],
    ['multi-region', 'high-availability#multi-region-setup'],
    ['audit log', 'concepts/history'],
    ['CORS', 'concepts/tokens#cors'],
    ['redirect URI', 'operating#redirect-uri'],
    ['webhook', 'integrations#webhook'],
    ['encryption at rest', 'operating#encryption-at-rest'],
    ['rate limit', 'reference/operations#rate-limits'],
    ['RBAC', 'concepts/projects'],
    ['service account', 'concepts/tokens#token-of-a-service-account'],
    ['sizing', 'scaling'],
    ['personal data', 'privacy'],
    ['GDPR', 'privacy'],
    ['telemetry', 'privacy#no-telemetry'],
    ['secret rotation', 'secret-rotation'],
    ['rollback', 'releases#rollback'],
    ['air-gapped', 'air-gapped'],
    ['stikiness', 'concepts/strategies#stickiness'],
    ['quickstart', 'start'],
    ['a/b test', 'guides/ab-split'],
    ['canary', 'guides/canary-release'],
    ['react native', 'sdks/frontend#react-native'],
    ['guarded rollout', 'concepts/safeguards'],
    ['gradual rollout', 'concepts/strategies'],
    ['percentage', 'concepts/strategies'],
    ['kill switch', 'guides/kill-switch'],
    ['beta', 'guides/beta-group'],
    ['clean-up', 'guides/clean-up'],
    ['evaluation order', 'concepts/evaluation'],
    ['prerequisite', 'concepts/flags'],
    ['MFA', 'second-factor'],
    ['two factor', 'second-factor'],
])('a search for "%s" lists %s first', (query, address) => {
    expect(search(query)[0]?.address).toBe(address);
});

test('every route is on the page of its tag and in the search index', () => {
    const routes = Object.values(site.document.paths).flatMap((operations) => Object.values(operations));
    const index = JSON.stringify(searchIndex(site.sheets));

    for (const { operationId } of routes) expect(index).toContain(` ${operationId}"`);
    // The browser downloads the whole index.
    expect(index.length).toBeLessThan(600_000);
});
