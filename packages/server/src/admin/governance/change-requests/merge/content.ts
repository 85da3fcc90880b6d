import { hash } from 'node:crypto';
import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import type { StoredReference } from '../../../../storage/tables/change-requests.ts';
import { editsOf } from './merge.ts';
import { hashedReferences } from './references.ts';

/** One change in the form in which it was proposed. */
export interface StoredChange {
    /** Null: the change concerns a segment or settings. */
    feature: string | null;
    action: string;
    payload: unknown;
    /** The base of a change that replaces something: a strategy, a segment, a list of variants. */
    snapshot: unknown;
    /** The content of the referenced objects at the time of the proposal. */
    refs?: readonly StoredReference[] | null;
}

/**
 * Returns the hash of the approved content: the values that the changes set, not the current values. So a request that is merged with
 * unrelated changes keeps its approvals. The hash covers the edits that are merged when the request is applied, and the content of the
 * segments and strategy types that they refer to.
 */
export const contentHashOf = (changes: readonly StoredChange[]): string =>
    hash('sha256', canonicalJson(changes.map(editOf)), 'hex');

function editOf(change: StoredChange): object {
    const { feature, action, payload, refs } = change;
    const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : null;
    return { feature, action, id, edits: editsOf(change), ...(refs && { references: hashedReferences(refs) }) };
}
