import { actionNamed } from '../../../../changes/action-registry.ts';
import type { ReferringStrategy } from '../../../../changes/action-rules.ts';
import { sameMember } from '../../../../changes/action-rules.ts';
import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import type { StoredReference } from '../../../../storage/tables/change-requests.ts';
import type { Conflict, MemberConflict } from './merge.ts';

interface Change {
    feature: string | null;
    action: string;
    payload: unknown;
    snapshot?: unknown;
}

/** The references of a strategy. */
interface NamingStrategy {
    name: unknown;
    segments: readonly number[];
}

/**
 * Returns the strategies that a change brings into use. Strategies of an archived flag count when it is revived: while it is archived,
 * their segments may be edited without approval.
 */
export function strategiesIn(
    change: Change,
    strategiesOf: (flag: string) => readonly NamingStrategy[],
): readonly NamingStrategy[] {
    if (actionNamed(change.action)?.flag === 'revived') return strategiesOf(change.feature ?? '');
    const strategy = strategyIn(change);
    return strategy ? [strategy] : [];
}

/** Returns the strategy that a change stores; undefined if it stores none. */
export function strategyIn({ action, ...change }: Change): NamingStrategy | undefined {
    const strategy = isRecord(change.payload) ? actionNamed(action)?.strategy?.(change) : undefined;
    return strategy ? normalReferences(strategy) : undefined;
}

const normalReferences = ({ name, segments }: ReferringStrategy) => ({
    name,
    segments: [...new Set(Array.isArray(segments) ? segments.map(Number) : [])].sort((a, b) => a - b),
});

/** Returns the part of a reference that is approved: names and descriptions may change. */
export function contentOf(reference: StoredReference): unknown[] {
    if (reference.type === 'releaseTemplate') return reference.milestones;
    return reference.type === 'segment' ? reference.constraints : reference.parameters;
}

function keyOf(reference: StoredReference): string {
    if (reference.type === 'releaseTemplate') return `release template ${reference.id}`;
    return reference.type === 'segment' ? `segment ${reference.id}` : `strategy type ${reference.name}`;
}

/** Returns the part of a request's hash that covers the referenced content. */
export const hashedReferences = (references: readonly StoredReference[]) =>
    references.map((reference) => ({ reference: keyOf(reference), content: contentOf(reference) }));

/** Returns the differences between the referenced content and the proposed one; undefined if there are none. */
export function referenceConflict(
    proposed: readonly StoredReference[],
    current: readonly StoredReference[],
): Conflict | undefined {
    const now = new Map(current.map((reference) => [keyOf(reference), reference]));
    const known = new Set(proposed.map(keyOf));
    const messages: string[] = [];
    const members: MemberConflict[] = [];
    for (const reference of proposed) {
        const actual = now.get(keyOf(reference));
        if (actual && isSame(reference, actual)) continue;
        messages.push(`${nounOf(reference)} ${actual ? 'was changed after this was proposed' : 'no longer exists'}.`);
        const base = contentOf(reference);
        members.push({ member: keyOf(reference), base, current: actual ? contentOf(actual) : null, proposed: base });
    }
    for (const reference of current) {
        if (known.has(keyOf(reference))) continue;
        messages.push(`The content of ${nounOf(reference, 's')} was not recorded when this was proposed.`);
        members.push({ member: keyOf(reference), base: null, current: contentOf(reference), proposed: null });
    }
    return messages.length === 0 ? undefined : { message: messages.join(' '), members };
}

const isSame = (left: StoredReference, right: StoredReference) =>
    left.type === 'segment'
        ? sameMember('constraints', contentOf(left), contentOf(right))
        : canonicalJson(contentOf(left)) === canonicalJson(contentOf(right));

function nounOf({ type, name }: StoredReference, first = 'S'): string {
    if (type === 'releaseTemplate') return `${first === 'S' ? 'R' : 'r'}elease template ${name}`;
    return `${first}${type === 'segment' ? 'egment' : 'trategy type'} ${name}, which the strategy uses,`;
}
