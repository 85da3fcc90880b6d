import path from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { DocsPage } from './pages.ts';

export interface NavigationGroup {
    title: string;
    entries: { label: string; address: string }[];
}

/** Reads the navigation from the first page, which lists all others below its headings for readers of the repository. */
export function navigationOf(home: DocsPage, pages: ReadonlyMap<string, DocsPage>): NavigationGroup[] {
    const groups: NavigationGroup[] = [];
    for (const token of lexer(home.markdown)) {
        if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, entries: [] });
        if (token.type !== 'list') continue;
        for (const { href, text } of linksIn([token])) {
            const page = pages.get(path.posix.join(path.posix.dirname(home.source), href));
            if (page) groups.at(-1)?.entries.push({ label: text.replaceAll('`', ''), address: page.address });
        }
    }
    return groups.filter(({ entries }) => entries.length > 0);
}

function linksIn(tokens: Token[]): Tokens.Link[] {
    return tokens.flatMap((token): Tokens.Link[] => {
        if (token.type === 'link') return [token as Tokens.Link];
        const inner = token.type === 'list' ? (token as Tokens.List).items : ((token as Tokens.Generic).tokens ?? []);
        return linksIn(inner);
    });
}
