import { invalid } from '../core/errors.ts';

/** Deeper documents have no use here, and would exhaust the stack of whoever walks them. */
const MAX_DEPTH = 32;

/** Parses a request body, and refuses what is harmless to parse but harmful to keep. */
export function parseJsonBody(text: string): unknown {
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        throw invalid('The request body is not valid JSON. Check its syntax.', '/body');
    }
    const problem = mayBeHarmful(text) ? problemIn(value) : undefined;
    if (problem) throw invalid(problem, '/body');
    return value;
}

/** Most bodies cannot be harmful, which their text shows sooner than a walk through everything they contain. */
function mayBeHarmful(text: string): boolean {
    // What cannot be stored, or a name written in another way, needs an escape.
    if (text.includes('\\u') || text.includes('__proto__')) return true;
    let depth = 0;
    let inText = false;
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code === QUOTE) inText = !inText;
        else if (inText) i += code === BACKSLASH ? 1 : 0;
        else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth++;
        else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--;
        if (depth > MAX_DEPTH) return true;
    }
    return false;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;

function problemIn(root: unknown): string | undefined {
    let level: unknown[] = [root];
    for (let depth = 0; level.length > 0; depth++) {
        if (depth > MAX_DEPTH) return `The request body is nested more than ${MAX_DEPTH} levels deep.`;
        const next: unknown[] = [];
        for (const value of level) {
            if (typeof value === 'string' && isUnstorable(value)) return UNSTORABLE;
            if (typeof value !== 'object' || value === null) continue;
            if (!Array.isArray(value)) {
                for (const name of Object.keys(value)) {
                    if (isUnstorable(name)) return UNSTORABLE;
                    if (name === '__proto__') return 'The request body has a member named "__proto__". Rename it.';
                }
            }
            for (const member of Object.values(value)) next.push(member);
        }
        level = next;
    }
    return undefined;
}

/** Databases keep neither NUL nor half of a surrogate pair; what they keep instead would differ from what was said. */
const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed();
const UNSTORABLE =
    'The request body contains a NUL character or half of a character, which cannot be stored. Remove it.';
