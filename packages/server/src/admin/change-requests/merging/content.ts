import { hash } from 'node:crypto';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { editsOf } from './merge.ts';

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
 * others changed elsewhere is still what was approved. It is made of the same edits that are merged when it is applied.
 */
export const contentHashOf = (changes: readonly ProposedChange[]): string =>
    hash('sha256', canonicalJson(changes.map(editOf)), 'hex');

function editOf(change: ProposedChange): object {
    const { feature, action, payload } = change;
    const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : null;
    return { feature, action, id, edits: editsOf(change) };
}
