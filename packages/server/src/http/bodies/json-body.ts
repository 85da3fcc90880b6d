import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { invalid } from '../../core/errors/errors.ts';
import { MAX_DEPTH, TOO_DEEP, unstorableReason } from '../../core/json/harmful-json.ts';

/** The number of bytes that are parsed at once, within a few milliseconds. */
const PIECE = 64 * 1024;

/** More than any request needs; each string of this size takes a few milliseconds to assemble. */
const MAX_TEXT = 1_000_000;
/** Characters have up to three bytes per unit of length. */
const MAX_BYTES = 3 * MAX_TEXT;
const MAX_ITEMS = 200_000;
const MAX_MEMBERS = 20_000;

/** Parses a request body, and rejects content that is valid JSON but harmful to store. */
export const parseJsonBody = (bytes: Buffer) => parsePiece(bytes, 0);

/** Like `parseJsonBody`, for bodies of any size. The text as a whole is never decoded, which would take a millisecond per megabyte. */
export const parseLargeJsonBody = async (bytes: Buffer) => parseValue(trimmed(bytes), 0);

/** A large body is split at its outer commas, so that parsing does not block other requests. */
async function parseValue(bytes: Buffer, depth: number): Promise<unknown> {
    if (bytes.length <= PIECE) return parsePiece(bytes, depth);
    const [first, last] = [bytes.at(0), bytes.at(-1)];
    if (first === OPENING_BRACKET && last === CLOSING_BRACKET) return parseList(bytes, depth);
    if (first === OPENING_BRACE && last === CLOSING_BRACE) return parseObject(bytes, depth);
    if (bytes.length > MAX_BYTES || bytes.toString().length > MAX_TEXT) throw tooLarge(LONG_TEXT);
    return parsePiece(bytes, depth);
}

async function parseList(bytes: Buffer, depth: number): Promise<unknown[]> {
    const items: unknown[] = [];
    for await (const { part, isLarge } of partsOf(bytes, depth)) {
        if (isLarge) items.push(await parseValue(trimmed(part), depth + 1));
        // The text between these brackets is a list.
        else for (const item of parsePiece(part, depth, '[]') as unknown[]) items.push(item);
        if (items.length > MAX_ITEMS) throw tooLarge(`a list of more than ${MAX_ITEMS} items`);
    }
    return items;
}

async function parseObject(bytes: Buffer, depth: number): Promise<object> {
    const members: [string, unknown][] = [];
    for await (const { part, isLarge } of partsOf(bytes, depth)) {
        if (isLarge) members.push(await parseMember(trimmed(part), depth));
        // The text between these brackets is an object.
        else for (const member of Object.entries(parsePiece(part, depth, '{}') as object)) members.push(member);
        if (members.length > MAX_MEMBERS) throw tooLarge(`an object of more than ${MAX_MEMBERS} members`);
    }
    // Assignment would have special effects for some names, such as `__proto__`.
    return Object.fromEntries(members);
}

async function parseMember(bytes: Buffer, depth: number): Promise<[string, unknown]> {
    let end = 1;
    while (end < Math.min(bytes.length, MAX_TEXT) && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
    const rest = trimmed(bytes.subarray(end + 1));
    if (bytes[0] !== QUOTE || rest[0] !== COLON) throw invalid(NOT_JSON, '/body');
    // Parsed as an object, so that the name is checked, too.
    const [name] = Object.keys(
        parsePiece(Buffer.concat([bytes.subarray(0, end + 1), NO_VALUE]), depth, '{}') as object,
    );
    return [name!, await parseValue(trimmed(rest.subarray(1)), depth + 1)];
}

/** `brackets`: those around the content of a list or of an object. */
function parsePiece(bytes: Buffer, depth: number, brackets: '' | '[]' | '{}' = ''): unknown {
    const text = bytes.toString();
    let value: unknown;
    try {
        value = JSON.parse(brackets === '' ? text : `${brackets[0]}${text}${brackets[1]}`);
    } catch {
        throw invalid(NOT_JSON, '/body');
    }
    const isHarmless = isHarmlessText(text) && isShallow(bytes, brackets === '' ? depth : depth + 1);
    const problem = isHarmless ? undefined : unstorableReason(value, depth);
    if (problem) throw invalid(problem, '/body');
    return value;
}

/** A single large item or member, or several neighbours that are small together. */
interface Part {
    part: Buffer;
    isLarge: boolean;
}

/** The number of bytes after which a scan may yield. */
const WINDOW = 4_096;

/** Splits an array or object at its outer commas. */
async function* partsOf(bytes: Buffer, depthOutside: number): AsyncGenerator<Part> {
    const end = bytes.length - 1;
    if (trimmed(bytes.subarray(1, end)).length === 0) return;
    /** The offsets of the part and of its last item. */
    let start = 1;
    let last = 1;
    const scan: Scan = { at: 1, depth: depthOutside };
    let until = 1;
    while (scan.at < end) {
        if (scan.at >= until) {
            until = Math.min(end, scan.at + WINDOW);
            if (shouldYield()) await yieldToEventLoop();
        }
        if (!advance(bytes, scan, { until, depth: depthOutside })) {
            if (scan.at < end) continue;
            if (scan.at > end || scan.depth !== depthOutside) throw invalid(NOT_JSON, '/body');
        }
        const comma = scan.at++;
        if (comma - start > PIECE) {
            if (last > start) yield neighbours(bytes.subarray(start, last - 1));
            start = last;
        }
        last = comma + 1;
        if (comma - start > PIECE) {
            yield { part: bytes.subarray(start, comma), isLarge: true };
            start = last;
        }
    }
    if (start <= end) yield neighbours(bytes.subarray(start, end));
}

/** A position in a text, and the number of open brackets there. */
interface Scan {
    at: number;
    depth: number;
}

/** Moves to the next comma at a depth and returns true, or to the end of the window, beyond which a string may extend. */
function advance(bytes: Buffer, scan: Scan, { until, depth }: { until: number; depth: number }): boolean {
    for (; scan.at < until; scan.at++) {
        // Bytes of characters beyond ASCII are above 127.
        const code = bytes[scan.at];
        if (code === QUOTE) scan.at = endOfText(bytes, scan.at);
        else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
            if (++scan.depth > MAX_DEPTH) throw invalid(TOO_DEEP, '/body');
        } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) scan.depth--;
        else if (code === COMMA && scan.depth === depth) return true;
    }
    return false;
}

function neighbours(part: Buffer): Part {
    // An empty part would parse as an empty list.
    if (trimmed(part).length === 0) throw invalid(NOT_JSON, '/body');
    return { part, isLarge: false };
}

/** Trims the white space that JSON allows around a value. */
function trimmed(bytes: Buffer): Buffer {
    let start = 0;
    let end = bytes.length;
    while (start < end && isSpace(bytes[start]!)) start++;
    while (end > start && isSpace(bytes[end - 1]!)) end--;
    if (bytes.length - (end - start) > MAX_TEXT) throw tooLarge(`more than ${MAX_TEXT} spaces in a row`);
    return bytes.subarray(start, end);
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 10 || code === 13;

const tooLarge = (excess: string) => invalid(`The request body contains ${excess}. Send less in one request.`, '/body');

/** Most bodies are harmless, which a search of their text shows faster than walking the parsed value: unstorable characters need an escape. */
const isHarmlessText = (text: string) => !text.includes('\\u') && !text.includes('__proto__');

function isShallow(bytes: Buffer, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    try {
        advance(bytes, { at: 0, depth }, { until: bytes.length, depth: -1 });
        return true;
    } catch {
        return false;
    }
}

/** Returns the position of the closing quote for the opening quote at `start`, or the end of the text. */
function endOfText(bytes: Buffer, start: number): number {
    const until = Math.min(bytes.length, start + MAX_BYTES);
    for (let at = start + 1; at < until; at++) {
        if (bytes[at] === QUOTE) return at;
        if (bytes[at] === BACKSLASH) at++;
    }
    if (until < bytes.length) throw tooLarge(LONG_TEXT);
    return bytes.length;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;

const LONG_TEXT = `a string of more than ${MAX_TEXT} characters`;
const NO_VALUE = Buffer.from(':0');
const NOT_JSON = 'The request body is not valid JSON. Check its syntax.';
