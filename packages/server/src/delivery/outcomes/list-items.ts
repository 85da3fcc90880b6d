import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { invalid } from '../../core/errors/errors.ts';

/** An item that is longer or nested deeper is dropped. */
const MAX_ITEM_BYTES = 32 * 1024;
const MAX_ITEM_DEPTH = 32;
/** Values around the list: parsing more at once would delay other requests. */
const MAX_REST_VALUES = 20_000;
const WINDOW = 16 * 1024;

export const NOT_JSON = 'The request body is not valid JSON. Send an object as described in the API reference.';

/** An item of the list; undefined: it is too long or nested too deep. */
export type ListItem = { value: unknown } | undefined;

/**
 * Reads the items of the list `{"<member>": […]}`, some at a time: a hostile body costs neither memory nor time beyond its length, and one
 * bad item does not affect the others. Throws if the body is not JSON.
 */
export async function* listItems(bytes: Buffer, member: string): AsyncGenerator<ListItem[]> {
    const scan = new Scan(bytes, member);
    while (scan.at < bytes.length) {
        scan.until = Math.min(bytes.length, scan.at + WINDOW);
        const items: ListItem[] = [];
        for (let item = scan.next(); item !== undefined; item = scan.next()) items.push(toItem(item));
        if (items.length > 0) yield items;
        if (shouldYield()) await yieldToEventLoop();
    }
    if (scan.depth !== 0) throw invalid(NOT_JSON, '/body');
    if (scan.restValues <= MAX_REST_VALUES) parse(Buffer.concat(scan.rest()));
}

/** Reads a body that is a single item. */
export function parseItem(bytes: Buffer): ListItem {
    if (bytes.length > MAX_ITEM_BYTES) return undefined;
    return { value: parse(bytes) };
}

function toItem({ bytes, depth }: { bytes: Buffer; depth: number }): ListItem {
    if (bytes.length > MAX_ITEM_BYTES || depth > MAX_ITEM_DEPTH) return undefined;
    return { value: parse(bytes) };
}

function parse(bytes: Buffer): unknown {
    try {
        return JSON.parse(bytes.toString());
    } catch {
        throw invalid(NOT_JSON, '/body');
    }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

const EMPTY_ITEM = { bytes: Buffer.alloc(0), depth: 0 };

/** Finds the items of one member of the outer object, in one pass. */
class Scan {
    at = 0;
    until = 0;
    depth = 0;
    restValues = 0;
    readonly #bytes: Buffer;
    readonly #member: Buffer;
    /** The last text at the depth of the members, and whether a colon followed: the name of the member. */
    #text: Buffer | undefined;
    #name: Buffer | undefined;
    /** The offset of the current item; undefined outside of the list. */
    #start: number | undefined;
    #deepest = 0;
    #isFirst = true;
    #restStart = 0;
    readonly #rest: Buffer[] = [];

    constructor(bytes: Buffer, member: string) {
        this.#bytes = bytes;
        this.#member = Buffer.from(JSON.stringify(member));
    }

    /** The parts of the body around the items. */
    rest(): Buffer[] {
        return [...this.#rest, this.#bytes.subarray(this.#restStart)];
    }

    /** The next item that ends in the window. */
    next(): { bytes: Buffer; depth: number } | undefined {
        while (this.at < this.until) {
            const byte = this.#bytes[this.at]!;
            const from = this.at++;
            if (this.#start === undefined && (byte === COMMA || byte === OPENING_BRACE || byte === OPENING_BRACKET))
                this.restValues++;
            if (byte === QUOTE) this.#skipText(from);
            else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) this.#open(byte);
            else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
                this.depth--;
                if (this.depth < 0) throw invalid(NOT_JSON, '/body');
                if (this.depth === 1 && this.#start !== undefined) {
                    const item = this.#endItem(from);
                    this.#start = undefined;
                    this.#restStart = from;
                    if (item) return item;
                }
            } else if (byte === COLON && this.depth === 1) this.#name = this.#text;
            else if (byte === COMMA && this.depth === 2 && this.#start !== undefined) {
                const item = this.#endItem(from) ?? EMPTY_ITEM;
                this.#start = this.at;
                this.#deepest = 0;
                return item;
            } else if (byte === COMMA && this.depth === 1) this.#name = undefined;
        }
        return undefined;
    }

    #open(byte: number): void {
        const isList = this.depth === 1 && byte === OPENING_BRACKET && this.#name?.equals(this.#member);
        this.depth++;
        this.#deepest = Math.max(this.#deepest, this.depth);
        if (!isList) return;
        this.#rest.push(this.#bytes.subarray(this.#restStart, this.at));
        this.#start = this.at;
        this.#deepest = 0;
    }

    /** Undefined for the blank between the brackets of an empty list. */
    #endItem(end: number): { bytes: Buffer; depth: number } | undefined {
        const bytes = this.#bytes.subarray(this.#start, end);
        const isBlank = bytes.length < WINDOW && bytes.toString().trim() === '' && this.#isFirst;
        this.#isFirst = false;
        return isBlank ? undefined : { bytes, depth: this.#deepest };
    }

    #skipText(from: number): void {
        while (this.at < this.#bytes.length && this.#bytes[this.at] !== QUOTE) {
            this.at += this.#bytes[this.at] === BACKSLASH ? 2 : 1;
        }
        this.at++;
        if (this.at > this.#bytes.length) throw invalid(NOT_JSON, '/body');
        if (this.depth === 1) this.#text = this.#bytes.subarray(from, this.at);
    }
}
