import { existsSync } from 'node:fs';
import path from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escaped, slugs } from './html.ts';
import { type DocsPage, relativeAddress } from './pages.ts';

/** The content below one heading, for the search. */
export interface Section {
    /** The anchor; the beginning of the page has none. */
    id: string;
    heading: string;
    depth: number;
    text: string;
}

export interface Rendered {
    html: string;
    sections: Section[];
    /** Broken links, for the test. */
    problems: string[];
    /** The target of the link on the site: path and anchor. */
    links: { to: string; anchor: string }[];
}

/** Files that the service serves at their own paths. */
const SERVED = new Map([['openapi.json', 'openapi.json']]);

/**
 * Renders a page as HTML. The source cannot contain HTML: it becomes text, except line breaks in tables; comments are removed.
 */
export function render(page: DocsPage, pages: ReadonlyMap<string, DocsPage>, root: string): Rendered {
    const problems: string[] = [];
    const links: Rendered['links'] = [];
    const marked = new Marked({ gfm: true });
    const tokens = marked.lexer(page.markdown);
    const sections = sectionsOf(tokens);

    function target(href: string): string | undefined {
        if (/^(https?:|mailto:)/.test(href)) return href;
        if (/^[a-z][a-z+.-]*:|^\/|\\/i.test(href)) {
            problems.push(`${page.source}: ${href} is neither a relative link nor a web address`);
            return undefined;
        }
        const [file = '', anchor = ''] = href.split('#');
        const source = file === '' ? page.source : path.posix.join(path.posix.dirname(page.source), file);
        const to = pages.get(source) ?? pages.get(path.posix.join(source, 'README.md'));
        const served = SERVED.get(source);
        if (to) {
            links.push({ to: to.address, anchor });
            const address = to === page ? '' : relativeAddress(page.address, to.address);
            return anchor ? `${address}#${anchor}` : address || './';
        }
        if (served !== undefined) return relativeAddress(page.address, served);
        // On a code host the link leads to the file; the site has no such page and shows only the text.
        if (!existsSync(path.join(root, source))) problems.push(`${page.source}: ${href} does not exist`);
        return undefined;
    }

    marked.use({
        renderer: {
            heading(token: Tokens.Heading) {
                const { depth } = token;
                const words = this.parser.parseInline(token.tokens);
                const section = sections.get(token);
                if (!section?.id) return `<h${depth}>${words}</h${depth}>\n`;
                const link = `<a class="anchor" href="#${section.id}" aria-label="Link to ${escaped(section.heading)}">#</a>`;
                return `<h${depth} id="${section.id}">${words}${link}</h${depth}>\n`;
            },
            link({ href, tokens: inline }: Tokens.Link) {
                const words = this.parser.parseInline(inline);
                const to = target(href);
                if (to === undefined) return words;
                return `<a href="${escaped(to)}"${/^https?:/.test(to) ? ' rel="noreferrer"' : ''}>${words}</a>`;
            },
            image({ text }: Tokens.Image) {
                return escaped(text);
            },
            html({ text }: Tokens.HTML | Tokens.Tag) {
                return text
                    .replace(/<!--[\s\S]*?-->/g, '')
                    .split(/(<br ?\/?>)/)
                    .map((part) => (/^<br/.test(part) ? '<br>' : escaped(part)))
                    .join('');
            },
            code({ text, lang = '' }: Tokens.Code) {
                return `<div class="code"><pre><code data-language="${escaped(lang)}">${coloured(text, lang)}</code></pre></div>\n`;
            },
            table(token: Tokens.Table) {
                const cell = (each: Tokens.TableCell, tag: string) =>
                    `<${tag}>${this.parser.parseInline(each.tokens)}</${tag}>`;
                // A header without text is omitted.
                const head = token.header.some(({ text }) => text !== '')
                    ? `<thead><tr>${token.header.map((each) => cell(each, each.text === '' ? 'td' : 'th')).join('')}</tr></thead>`
                    : '';
                const rows = token.rows.map((row) => `<tr>${row.map((each) => cell(each, 'td')).join('')}</tr>`);
                return `<div class="table"><table>${head}<tbody>${rows.join('\n')}</tbody></table></div>\n`;
            },
        },
    });
    return { html: marked.parser(tokens), sections: [...sections.values()], problems, links };
}

/** Dims comments of shell code; other languages have no highlighting. */
function coloured(text: string, language: string): string {
    if (language !== 'sh') return escaped(text);
    return escaped(text).replace(/(^|\s\s)(#.*)$/gm, '$1<span class="comment">$2</span>');
}

/** Returns the sections by the token of their heading. */
function sectionsOf(tokens: Token[]): Map<Token, Section> {
    const slug = slugs();
    const sections = new Map<Token, Section>();
    let last: Section | undefined;
    for (const token of tokens) {
        if (token.type === 'heading') {
            const heading = plain(token.tokens ?? []);
            const id = slug(heading);
            last = { id: token.depth === 1 ? '' : id, heading, depth: token.depth, text: '' };
            sections.set(token, last);
        } else if (last) {
            last.text = `${last.text} ${plain([token])}`.trim();
        }
    }
    return sections;
}

/** Returns the text of tokens without formatting. */
function plain(tokens: Token[]): string {
    return tokens
        .map((token): string => {
            if (token.type === 'html') return '';
            if (token.type === 'table') {
                const { header, rows } = token as Tokens.Table;
                return [header, ...rows].map((row) => row.map((each) => plain(each.tokens)).join(' ')).join(' ');
            }
            if (token.type === 'list') return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(' ');
            if (token.type === 'space' || token.type === 'br') return ' ';
            return 'tokens' in token && token.tokens ? plain(token.tokens) : ((token as Tokens.Text).text ?? '');
        })
        .join('')
        .replace(/\s+/g, ' ')
        .trim();
}
