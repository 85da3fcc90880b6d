/** In characters. A response with hundreds of groups has half this length. */
const MAX_LENGTH = 96 * 1024;
/** The time of the XML library grows with the square of these numbers. At these limits it takes a fifth of a second. */
const MAX_ELEMENTS = 1_000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 24;
const MAX_TOTAL_ATTRIBUTES = 3_000;

/** The text is not a plain SAML message. */
export class NotPlain extends Error {}

export interface PlainElement {
    /** The name without the namespace prefix. */
    name: string;
    parent: PlainElement | undefined;
    /** The values are not unescaped. */
    attributes: ReadonlyMap<string, string>;
}

const UNPRINTABLE = /[^\t\n\r -\ufffd]/;
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;
const DECLARATION = /<\?xml [^?<>]{1,200}\?>/y;
const SPACE = /[ \t\r\n]*/y;
const TEXT = /[^<]*/y;
const NAME = /[A-Za-z_][\w.-]{0,99}(?::[A-Za-z_][\w.-]{0,99})?/y;
const VALUE = /"[^"<]*"|'[^'<]*'/y;

/**
 * Returns the elements of a message in document order. SAML messages consist of elements with attributes and text. Comments,
 * processing instructions, CDATA sections and document types are rejected. The parser makes one pass without backtracking and
 * stops at the first error, because the parsers after it take quadratic time to recover from some errors.
 */
export function readPlainXml(xml: string): PlainElement[] {
    if (xml.length > MAX_LENGTH) throw new NotPlain('it is too long');
    if (UNPRINTABLE.test(xml) || UNKNOWN_ENTITY.test(xml))
        throw new NotPlain('it has characters that it must not have');
    const text = new Text(xml);
    text.take(DECLARATION);
    text.take(SPACE);
    const elements: PlainElement[] = [];
    let totalAttributes = 0;
    const open: { tag: string; element: PlainElement }[] = [];
    do {
        text.demand('<');
        if (text.has('/')) {
            if (text.take(NAME) !== open.pop()?.tag) throw new NotPlain('its elements do not end as they begin');
            text.take(SPACE);
        } else {
            const tag = text.take(NAME);
            if (!tag) throw new NotPlain('it has something else than elements and text');
            const element = { name: local(tag), parent: open.at(-1)?.element, attributes: attributesAt(text) };
            elements.push(element);
            totalAttributes += element.attributes.size;
            if (totalAttributes > MAX_TOTAL_ATTRIBUTES) throw new NotPlain('it has too many attributes');
            if (!text.has('/')) open.push({ tag, element });
            if (open.length > MAX_DEPTH || elements.length > MAX_ELEMENTS)
                throw new NotPlain('it has too many elements');
        }
        text.demand('>');
        text.take(open.length > 0 ? TEXT : SPACE);
    } while (open.length > 0);
    if (!text.isAtEnd) throw new NotPlain('it goes on after its end');
    return elements;
}

const local = (tag: string) => tag.slice(tag.indexOf(':') + 1);

function attributesAt(text: Text): Map<string, string> {
    const attributes = new Map<string, string>();
    while (text.take(SPACE) !== '') {
        const name = text.take(NAME);
        if (!name) break;
        text.take(SPACE);
        text.demand('=');
        text.take(SPACE);
        const value = text.take(VALUE);
        if (value === undefined) throw new NotPlain('an attribute has no value');
        if (attributes.has(name) || attributes.size === MAX_ATTRIBUTES)
            throw new NotPlain('it has too many attributes');
        attributes.set(name, value.slice(1, -1));
    }
    return attributes;
}

/** A text with a read position that only moves forward. */
class Text {
    readonly #text: string;
    #at = 0;

    constructor(text: string) {
        this.#text = text;
    }

    get isAtEnd(): boolean {
        return this.#at === this.#text.length;
    }

    /** Returns the match at the current position and moves behind it. The pattern must be sticky. */
    take(pattern: RegExp): string | undefined {
        pattern.lastIndex = this.#at;
        const match = pattern.exec(this.#text)?.[0];
        this.#at += match?.length ?? 0;
        return match;
    }

    has(character: string): boolean {
        const matches = this.#text[this.#at] === character;
        if (matches) this.#at++;
        return matches;
    }

    demand(character: string): void {
        if (!this.has(character)) throw new NotPlain('it is not XML');
    }
}
