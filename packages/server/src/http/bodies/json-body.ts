import { StringDecoder } from 'node:string_decoder';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { invalid } from '../../core/errors/errors.ts';
import { MAX_DEPTH, TOO_DEEP, unstorableReason } from '../../core/json/harmful-json.ts';

/** The number of characters that are parsed at once, within a few milliseconds. */
const PIECE = 64 * 1024;

/** More than any request needs; each string of this size takes a few milliseconds to assemble. */
const MAX_TEXT = 1_000_000;
const MAX_ITEMS = 200_000;
const MAX_MEMBERS = 20_000;

/** Parses a request body, and rejects content that is valid JSON but harmful to store. */
export const parseJsonBody = (text: string) => parsePiece(text, 0);

/** Like `parseJsonBody`, for bodies of any size. */
export const parseLargeJsonBody = async (text: string) => parseValue(trimmed(text), 0);

/** Decodes UTF-8 like `toString`, and yields to the event loop in between. */
export async function decodeLarge(bytes: Buffer): Promise<string> {
    if (bytes.length <= PIECE) return bytes.toString();
    const decoder = new StringDecoder();
    const pieces: string[] = [];
    for (let start = 0; start < bytes.length; start += PIECE) {
        if (shouldYield()) await yieldToEventLoop();
        pieces.push(decoder.write(bytes.subarray(start, start + PIECE)));
    }
    return pieces.join('') + decoder.end();
}

/** A large body is split at its outer commas, so that parsing does not block other requests. */
async function parseValue(text: string, depth: number): Promise<unknown> {
    if (text.length <= PIECE) return parsePiece(text, depth);
    const brackets = `${text.at(0)}${text.at(-1)}`;
    if (brackets === '[]') return parseList(text, depth);
    if (brackets === '{}') return parseObject(text, depth);
    if (text.length > MAX_TEXT) throw tooLarge(`a string of more than ${MAX_TEXT} characters`);
    return parsePiece(text, depth);
}

async function parseList(text: string, depth: number): Promise<unknown[]> {
    const items: unknown[] = [];
    for await (const { part, isLarge } of partsOf(text, depth)) {
        if (isLarge) items.push(await parseValue(trimmed(part), depth + 1));
        // The text between these brackets is a list.
        else for (const item of parsePiece(`[${part}]`, depth) as unknown[]) items.push(item);
        if (items.length > MAX_ITEMS) throw tooLarge(`a list of more than ${MAX_ITEMS} items`);
    }
    return items;
}

async function parseObject(text: string, depth: number): Promise<object> {
    const members: [string, unknown][] = [];
    for await (const { part, isLarge } of partsOf(text, depth)) {
        if (isLarge) members.push(await parseMember(trimmed(part), depth));
        // The text between these brackets is an object.
        else for (const member of Object.entries(parsePiece(`{${part}}`, depth) as object)) members.push(member);
        if (members.length > MAX_MEMBERS) throw tooLarge(`an object of more than ${MAX_MEMBERS} members`);
    }
    // Assignment would have special effects for some names, such as `__proto__`.
    return Object.fromEntries(members);
}

async function parseMember(text: string, depth: number): Promise<[string, unknown]> {
    let end = 1;
    while (end < Math.min(text.length, MAX_TEXT) && text.charCodeAt(end) !== QUOTE) {
        end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
    }
    const rest = trimmed(text.slice(end + 1));
    if (text.charCodeAt(0) !== QUOTE || !rest.startsWith(':')) throw invalid(NOT_JSON, '/body');
    // Parsed as an object, so that the name is checked, too.
    const [name] = Object.keys(parsePiece(`{${text.slice(0, end + 1)}:0}`, depth) as object);
    return [name!, await parseValue(trimmed(rest.slice(1)), depth + 1)];
}

function parsePiece(text: string, depth: number): unknown {
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        throw invalid(NOT_JSON, '/body');
    }
    const problem = mayBeHarmful(text, depth) ? unstorableReason(value, depth) : undefined;
    if (problem) throw invalid(problem, '/body');
    return value;
}

/** A single large item or member, or several neighbours that are small together. */
interface Part {
    part: string;
    isLarge: boolean;
}

/** The number of characters after which a scan may yield. */
const WINDOW = 4_096;

/** Splits an array or object at its outer commas. */
async function* partsOf(text: string, depthOutside: number): AsyncGenerator<Part> {
    const end = text.length - 1;
    if (trimmed(text.slice(1, end)) === '') return;
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
        if (!advance(text, scan, { until, depth: depthOutside })) {
            if (scan.at < end) continue;
            if (scan.at > end || scan.depth !== depthOutside) throw invalid(NOT_JSON, '/body');
        }
        const comma = scan.at++;
        if (comma - start > PIECE) {
            if (last > start) yield neighbours(text.slice(start, last - 1));
            start = last;
        }
        last = comma + 1;
        if (comma - start > PIECE) {
            yield { part: text.slice(start, comma), isLarge: true };
            start = last;
        }
    }
    if (start <= end) yield neighbours(text.slice(start, end));
}

/** A position in a text, and the number of open brackets there. */
interface Scan {
    at: number;
    depth: number;
}

/** Moves to the next comma at a depth and returns true, or to the end of the window, beyond which a string may extend. */
function advance(text: string, scan: Scan, { until, depth }: { until: number; depth: number }): boolean {
    for (; scan.at < until; scan.at++) {
        const code = text.charCodeAt(scan.at);
        if (code === QUOTE) scan.at = endOfText(text, scan.at);
        else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
            if (++scan.depth > MAX_DEPTH) throw invalid(TOO_DEEP, '/body');
        } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) scan.depth--;
        else if (code === COMMA && scan.depth === depth) return true;
    }
    return false;
}

function neighbours(part: string): Part {
    // An empty part would parse as an empty list.
    if (trimmed(part) === '') throw invalid(NOT_JSON, '/body');
    return { part, isLarge: false };
}

/** Trims the white space that JSON allows around a value, which is less than `trim()` removes. */
function trimmed(text: string): string {
    let start = 0;
    let end = text.length;
    while (start < end && isSpace(text.charCodeAt(start))) start++;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    if (text.length - (end - start) > MAX_TEXT) throw tooLarge(`more than ${MAX_TEXT} spaces in a row`);
    return text.slice(start, end);
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 10 || code === 13;

const tooLarge = (what: string) => invalid(`The request body contains ${what}. Send less in one request.`, '/body');

/** Most bodies are harmless, which a search of their text shows faster than walking the parsed value. */
function mayBeHarmful(text: string, depth: number): boolean {
    // Characters that cannot be stored, and obfuscated names, need an escape.
    if (depth > MAX_DEPTH || text.includes('\\u') || text.includes('__proto__')) return true;
    try {
        advance(text, { at: 0, depth }, { until: text.length, depth: -1 });
        return false;
    } catch {
        return true;
    }
}

/** Returns the position of the closing quote for the opening quote at `start`, or the end of the text. */
function endOfText(text: string, start: number): number {
    for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
        let escapes = 0;
        while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
        if (escapes % 2 === 0) return end;
        if (end - start > MAX_TEXT) throw tooLarge(`a string of more than ${MAX_TEXT} characters`);
    }
    return text.length;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;

const NOT_JSON = 'The request body is not valid JSON. Check its syntax.';
