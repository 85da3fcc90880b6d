import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Entry } from '../../packages/ui/src/docs/search.ts';
import { apiNavigation, apiPages } from './api-pages.ts';
import { type Assets, layout, type SitePage } from './layout.ts';
import { navigationOf } from './navigation.ts';
import type { OpenApi } from './openapi-document.ts';
import { type DocsPage, readPages } from './pages.ts';
import { type Rendered, render } from './render.ts';

/** The pages of the documentation before layout. */
export interface Site {
    pages: DocsPage[];
    rendered: Map<DocsPage, Rendered>;
    sheets: SitePage[];
    document: OpenApi;
}

export function readSite(root: string): Site {
    const pages = readPages(root);
    const bySource = new Map(pages.map((page) => [page.source, page]));
    const rendered = new Map(pages.map((page) => [page, render(page, bySource, root)]));
    const document = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8')) as OpenApi;
    const sheets = pages.map((page) => ({ ...page, ...rendered.get(page)! }));
    return { pages, rendered, sheets: [...sheets, ...apiPages(document)], document };
}

/** The entries of the search index, in the order of the pages. Keywords belong to the page, not to its sections. */
export const searchIndex = (sheets: SitePage[]): Entry[] =>
    sheets.flatMap(({ address, title, keywords, sections }) =>
        sections.map(
            ({ id, heading, text }): Entry =>
                id ? [`${address}#${id}`, title, heading, text] : [address, title, heading, text, keywords ?? ''],
        ),
    );

/**
 * Writes the pages and their assets next to the files of the interface, whose fonts they use. Everything is compressed once, at build time.
 * @param output the folder of the built interface
 */
export async function buildSite(root: string, output: string): Promise<void> {
    const { sheets, pages, document } = readSite(root);
    const home = pages.find(({ address }) => address === '')!;
    const guide = navigationOf(home, new Map(pages.map((page) => [page.source, page])));
    const assets = await writeAssets(root, output, searchIndex(sheets));
    const folder = path.join(output, 'docs');
    rmSync(folder, { recursive: true, force: true });
    for (const sheet of sheets) {
        const isApi = sheet.address.startsWith('api/');
        const navigation = isApi ? [...guide.slice(-1), apiNavigation(document)] : guide;
        writeCompressed(path.join(folder, `${sheet.address || 'index'}.html`), layout(sheet, { navigation, assets }));
    }
    const lost = { address: '', title: 'Not found', html: NOT_FOUND, sections: [] };
    // The service replaces the base path of the documentation.
    const page = layout(lost, { navigation: guide, assets }, { base: '<base href="/docs/">\n' });
    writeFileSync(
        path.join(folder, 'not-found.html'),
        page.replace(/<title>.*<\/title>/, '<title>Not found · Halyard</title>'),
    );
}

const NOT_FOUND = `<h1>There is no such page</h1>
<p>The page may have moved. Use the search, or the list of all pages on <a href="./">the first page</a>.</p>
`;

async function writeAssets(root: string, output: string, index: Entry[]): Promise<Assets> {
    const folder = path.join(output, 'assets');
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (name.startsWith('docs-')) rmSync(path.join(folder, name));
    const { outputFiles } = await build({
        entryPoints: ['page.ts', 'page.css'].map((name) => path.join(root, 'packages/ui/src/docs', name)),
        outdir: folder,
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2023',
        logLevel: 'warning',
    });
    const built = (ending: string) => outputFiles.find((file) => file.path.endsWith(ending))!.text;
    const write = (kind: string, ending: string, content: string) => {
        const name = `docs-${kind}-${createHash('sha256').update(content).digest('hex').slice(0, 10)}.${ending}`;
        writeCompressed(path.join(folder, name), content);
        return name;
    };
    return {
        style: write('page', 'css', fontFaces(readdirSync(folder)) + built('.css')),
        script: write('page', 'js', built('.js')),
        index: write('index', 'json', JSON.stringify(index)),
    };
}

/** Visitors from the interface already have its fonts in their cache. */
function fontFaces(files: string[]): string {
    return [
        ['Geist Variable', 'geist-latin-wght'],
        ['Geist Mono Variable', 'geist-mono-latin-wght'],
    ]
        .map(([family, start]) => {
            const file = files.find((name) => name.startsWith(`${start}-`) && name.endsWith('.woff2'));
            if (!file) return '';
            return `@font-face{font-family:"${family}";font-display:swap;font-weight:100 900;src:url(./${file}) format("woff2")}`;
        })
        .join('');
}

function writeCompressed(file: string, content: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content));
}
