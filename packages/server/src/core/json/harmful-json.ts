/** Deeper documents have no use here, and would exhaust the stack of recursive functions. */
export const MAX_DEPTH = 32;
export const TOO_DEEP = `The request body is nested more than ${MAX_DEPTH} levels deep.`;

/** Describes why a parsed JSON value cannot be stored; undefined when it can. `depthOutside`: the depth of the value itself. */
export function unstorableReason(root: unknown, depthOutside = 0): string | undefined {
    let level: unknown[] = [root];
    for (let depth = depthOutside; level.length > 0; depth++) {
        if (depth > MAX_DEPTH) return TOO_DEEP;
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

/** Databases store neither NUL nor half of a surrogate pair; the stored text would differ from the input. */
const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed();
const UNSTORABLE =
    'The request body contains a NUL character or half of a character, which cannot be stored. Remove it.';
