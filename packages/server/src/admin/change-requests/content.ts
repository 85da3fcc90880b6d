import { hash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';

/** One change as it was proposed. */
export interface ProposedChange {
    /** Null: it is about a segment, or about settings. */
    feature: string | null;
    action: string;
    payload: unknown;
    /** What it was proposed against, where it replaces something: a strategy, a segment, a list of variants. */
    snapshot: unknown;
}

/**
 * What an approval is of: what the changes would set, not what stands there meanwhile. So a request that is merged with what
 * others changed elsewhere is still what was approved.
 */
export const contentHashOf = (changes: readonly ProposedChange[]): string =>
    hash('sha256', canonicalJson(changes.map(editOf)), 'hex');

/** The change without the members that it leaves as they were. */
function editOf({ feature, action, payload, snapshot }: ProposedChange): object {
    return { feature, action, edits: editsIn(payload, snapshot) };
}

function editsIn(payload: unknown, snapshot: unknown): unknown {
    if (!isRecord(payload) || !isRecord(snapshot)) return payload;
    const { id, ...members } = payload;
    return {
        id,
        ...Object.fromEntries(Object.entries(members).filter(([name, value]) => !same(value, snapshot[name]))),
    };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) => canonicalJson(one ?? null) === canonicalJson(other ?? null);
