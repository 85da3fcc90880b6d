import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page of the documentation in the repository. */
export interface DocsPage {
    /** The file, relative to the repository root. */
    source: string;
    /** Its path on the site below `/docs/`; empty for the first page. */
    address: string;
    title: string;
    /** Terms that readers search for and the text does not contain: the comment `<!-- keywords: … -->`. */
    keywords: string;
    markdown: string;
}

/** Documents outside of `docs/` that are also published, with their paths. */
const ROOT_DOCUMENTS: Record<string, string> = { 'CHANGELOG.md': 'changelog', 'SECURITY.md': 'reporting' };

/** Returns everything in `docs/` except the decisions, which are for contributors. */
export function readPages(root: string): DocsPage[] {
    const files = globSync('docs/**/*.md', { cwd: root }).filter((file) => !file.startsWith('docs/decisions/'));
    return [...files.sort(), ...Object.keys(ROOT_DOCUMENTS)].map((source) => {
        const markdown = readFileSync(path.join(root, source), 'utf8');
        return {
            source,
            address: addressOf(source),
            title: titleOf(markdown, source),
            keywords: keywordsOf(markdown),
            markdown,
        };
    });
}

/** `docs/migrating/README.md` is published at `migrating`, `docs/concepts/flags.md` at `concepts/flags`. */
const addressOf = (source: string): string =>
    ROOT_DOCUMENTS[source] ??
    source
        .replace(/^docs\//, '')
        .replace(/(^|\/)README\.md$/, '')
        .replace(/\.md$/, '');

function titleOf(markdown: string, source: string): string {
    const title = /^# (.+)$/m.exec(markdown)?.[1];
    if (title === undefined) throw new Error(`${source} has no title: its first line is "# …"`);
    return title.replaceAll('`', '');
}

const keywordsOf = (markdown: string): string => /^<!-- keywords: (.+) -->$/m.exec(markdown)?.[1] ?? '';

/** Returns the relative URL from one page to another; both are paths below the same folder. */
export function relativeAddress(from: string, to: string): string {
    const folder = path.posix.relative(path.posix.dirname(`/${from}`), path.posix.dirname(`/${to}`));
    return `${folder && `${folder}/`}${path.posix.basename(to)}` || './';
}
