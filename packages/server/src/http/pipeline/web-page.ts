import type { Bytes } from '../route/route.ts';
import type { Exchange } from './exchange.ts';

/** A page, or a file of a page: content for browsers that is not part of the API. Served to GET and HEAD without credentials. */
export interface WebPage {
    /** The path below the base path; with `/*` at its end, all paths below it. */
    path: string;
    /** Sets the headers and returns the content; undefined if there is none at this path. `path` is below the base path, as sent. */
    serve(exchange: Exchange, path: string): Promise<Bytes | undefined>;
}

/** Finds the page of a path; repeated slashes, and one at the end, do not matter. */
export function pageFor(pages: readonly WebPage[], segments: readonly string[]): WebPage | undefined {
    const path = `/${segments.join('/')}`;
    return pages.find((page) =>
        page.path.endsWith('/*') ? path.startsWith(page.path.slice(0, -1)) : path === page.path,
    );
}
