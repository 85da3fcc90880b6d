/** Escapes text for any position in a page. */
export const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Creates slugs like code hosts, so that an anchor works there and on the site. */
export function slugs(): (heading: string) => string {
    const used = new Map<string, number>();
    return (heading) => {
        const slug = heading
            .toLowerCase()
            .replace(/[^\p{L}\p{N}\s_-]/gu, '')
            .replace(/\s/g, '-');
        const times = used.get(slug) ?? 0;
        used.set(slug, times + 1);
        return times === 0 ? slug : `${slug}-${times}`;
    };
}
