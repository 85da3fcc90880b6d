import type { ReferringStrategy } from '../../../../changes/action-rules.ts';
import { sameMember } from '../../../../changes/action-rules.ts';
import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import type { StoredReference } from '../../../../storage/tables/change-requests.ts';
import { actionNamed } from '../../proposals/registry.ts';
import type { Conflict, MemberConflict } from './merge.ts';

interface Change {
    feature: string | null;
    action: string;
    payload: unknown;
    snapshot?: unknown;
}

/** A strategy, as far as it names other things. */
interface NamingStrategy {
    name: unknown;
    segments: readonly number[];
}

/**
 * The strategies that a change brings into use. Those of an archived flag count when it is revived: while it is archived, their
 * segments may be edited without approval.
 */
export function strategiesIn(
    change: Change,
    strategiesOf: (flag: string) => readonly NamingStrategy[],
): readonly NamingStrategy[] {
    if (actionNamed(change.action)?.flag === 'revived') return strategiesOf(change.feature ?? '');
    const strategy = strategyIn(change);
    return strategy ? [strategy] : [];
}

/** The strategy that a change stores; undefined: it stores none. */
export function strategyIn({ action, ...change }: Change): NamingStrategy | undefined {
    const strategy = isRecord(change.payload) ? actionNamed(action)?.strategy?.(change) : undefined;
    return strategy ? named(strategy) : undefined;
}

const named = ({ name, segments }: ReferringStrategy) => ({
    name,
    segments: [...new Set(Array.isArray(segments) ? segments.map(Number) : [])].sort((a, b) => a - b),
});

/** What of a reference is approved: names and descriptions may change. */
export const contentOf = (reference: StoredReference) =>
    reference.type === 'segment' ? reference.constraints : reference.parameters;

const keyOf = (reference: StoredReference) =>
    reference.type === 'segment' ? `segment ${reference.id}` : `strategy type ${reference.name}`;

/** The part of a request's hash that covers the content it refers to. */
export const hashedReferences = (references: readonly StoredReference[]) =>
    references.map((reference) => ({ reference: keyOf(reference), content: contentOf(reference) }));

/** Why the content that a change refers to is not what was proposed; undefined: it is. */
export function referenceConflict(
    proposed: readonly StoredReference[],
    current: readonly StoredReference[],
): Conflict | undefined {
    const now = new Map(current.map((reference) => [keyOf(reference), reference]));
    const known = new Set(proposed.map(keyOf));
    const messages: string[] = [];
    const members: MemberConflict[] = [];
    for (const reference of proposed) {
        const found = now.get(keyOf(reference));
        if (found && isSame(reference, found)) continue;
        messages.push(`${nounOf(reference)} ${found ? 'was changed after this was proposed' : 'is gone'}.`);
        const base = contentOf(reference);
        members.push({ member: keyOf(reference), base, current: found ? contentOf(found) : null, proposed: base });
    }
    for (const reference of current) {
        if (known.has(keyOf(reference))) continue;
        messages.push(`The content of ${nounOf(reference, 's')} was not recorded when this was proposed.`);
        members.push({ member: keyOf(reference), base: null, current: contentOf(reference), proposed: null });
    }
    return messages.length === 0 ? undefined : { message: messages.join(' '), members };
}

const isSame = (one: StoredReference, other: StoredReference) =>
    one.type === 'segment'
        ? sameMember('constraints', contentOf(one), contentOf(other))
        : canonicalJson(contentOf(one)) === canonicalJson(contentOf(other));

const nounOf = ({ type, name }: StoredReference, first = 'S') =>
    `${first}${type === 'segment' ? 'egment' : 'trategy type'} ${name}, which the strategy uses,`;
