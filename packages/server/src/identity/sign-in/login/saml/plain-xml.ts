/** In characters. With hundreds of groups a response is half as long. */
const MAX_LENGTH = 96 * 1024;
/** What reads responses further takes time that grows with the square of these; so many take a fifth of a second. */
const MAX_ELEMENTS = 1_000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 24;
const MAX_ATTRIBUTES_IN_ALL = 3_000;

/** The text is something else than a message of SAML. */
export class NotPlain extends Error {}

export interface PlainElement {
    /** Without its prefix. */
    name: string;
    parent: PlainElement | undefined;
    /** As they are written: what is escaped stays so. */
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
 * The elements of a message, in their order. Takes what messages of SAML consist of, elements with attributes and text,
 * and refuses the rest of XML: comments, processing instructions, sections, document types. It is one pass that never goes
 * back and stops at the first mistake, because the parsers behind it take quadratic time to recover from some.
 */
export function readPlainXml(xml: string): PlainElement[] {
    if (xml.length > MAX_LENGTH) throw new NotPlain('it is too long');
    if (UNPRINTABLE.test(xml) || UNKNOWN_ENTITY.test(xml))
        throw new NotPlain('it has characters that it must not have');
    const text = new Text(xml);
    text.take(DECLARATION);
    text.take(SPACE);
    const elements: PlainElement[] = [];
    let attributesInAll = 0;
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
            attributesInAll += element.attributes.size;
            if (attributesInAll > MAX_ATTRIBUTES_IN_ALL) throw new NotPlain('it has too many attributes');
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

/** A place in a text that only moves on. */
class Text {
    readonly #text: string;
    #at = 0;

    constructor(text: string) {
        this.#text = text;
    }

    get isAtEnd(): boolean {
        return this.#at === this.#text.length;
    }

    /** What matches here, which the place moves behind. The pattern is sticky. */
    take(pattern: RegExp): string | undefined {
        pattern.lastIndex = this.#at;
        const found = pattern.exec(this.#text)?.[0];
        this.#at += found?.length ?? 0;
        return found;
    }

    has(character: string): boolean {
        const isHere = this.#text[this.#at] === character;
        if (isHere) this.#at++;
        return isHere;
    }

    demand(character: string): void {
        if (!this.has(character)) throw new NotPlain('it is not XML');
    }
}
