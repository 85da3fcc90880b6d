import { type ActionTarget, type Members, sameMember } from '../../../../changes/action-rules.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import { actionNamed } from '../../proposals/registry.ts';

/** A change as it was proposed, and what it was proposed against. */
export interface MergeChange {
    action: string;
    payload: unknown;
    snapshot: unknown;
    /** The expected state after earlier schedules, where it differs from the snapshot. */
    expected?: unknown;
}

/** A member that the proposal changes, and somebody else changed to something different. */
export interface MemberConflict {
    member: string;
    base: unknown;
    current: unknown;
    proposed: unknown;
}

export interface Conflict {
    message: string;
    members: MemberConflict[];
}

export interface Merge {
    /** What to do now, so that what others changed elsewhere stays. */
    payload: unknown;
    /** All of it is so already. */
    isDone: boolean;
    conflict?: Conflict;
}

interface MergeInput {
    /** The current state of the target without this request; null when it was deleted. */
    outside: unknown;
    /** The same after what the request did already. */
    current?: unknown;
    /** Members that the request itself changed already. */
    own?: ReadonlySet<string>;
}

/** A target that a change updates or removes. */
interface MergedTarget extends ActionTarget {
    removes: boolean;
}

/** Undefined: the action updates and removes nothing that could have been changed since. */
export function mergedTargetOf(action: string): MergedTarget | undefined {
    const target = actionNamed(action)?.target;
    if (!target || target.effect === 'creates') return undefined;
    return { ...target.object, removes: target.effect === 'removes' };
}

/**
 * Merges a change with what became of its target since, member by member: parameters by key; constraints, segments and
 * variants each as one. What only one side changed is kept; what both changed differently is a conflict.
 */
export function mergeChange(change: MergeChange, met: MergeInput): Merge {
    const shape = mergedTargetOf(change.action);
    const asProposed = { payload: change.payload, isDone: false };
    // It names no target of its own, or what it names came into being with this request.
    if (!shape || change.snapshot === null || change.snapshot === undefined) return asProposed;
    const current = met.current ?? met.outside;
    const outside = met.outside ?? current;
    if (outside === null || outside === undefined) {
        if (shape.removes) return { ...asProposed, isDone: true };
        return { ...asProposed, conflict: { message: `${shape.noun} is gone.`, members: [] } };
    }
    const now = shape.read(current);
    const edits = shape.areThings ? only(editsOf(change), Object.keys(now)) : editsOf(change);
    const members = conflictsIn(change, shape, { edits, outside: shape.read(outside), own: met.own });
    if (shape.removes) return { ...asProposed, ...conflictOf(shape, members) };
    const isDone = Object.keys(edits).every((member) => sameMember(member, edits[member], now[member]));
    return {
        payload: shape.write({ ...now, ...edits }, change.payload),
        isDone: isDone && !shape.always,
        ...conflictOf(shape, members),
    };
}

/** The members that the change sets: those that differ from its base. */
export function editsOf({ action, payload, snapshot }: MergeChange): Members {
    const shape = mergedTargetOf(action);
    if (!shape || !isRecordOrList(snapshot)) return { payload: payload ?? null };
    if (shape.removes) return { id: isRecord(payload) ? payload['id'] : null };
    const base = shape.read(snapshot);
    const wanted = shape.wanted(payload, base);
    return Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(wanted)])]
            .filter((member) => shape.explicit?.includes(member) || !sameMember(member, wanted[member], base[member]))
            .map((member) => [member, wanted[member] ?? null]),
    );
}

const only = (members: Members, names: readonly string[]): Members =>
    Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));

const isRecordOrList = (value: unknown) => isRecord(value) || Array.isArray(value);

function conflictsIn(
    { snapshot, expected }: MergeChange,
    shape: MergedTarget,
    { edits, outside, own }: { edits: Members; outside: Members; own: ReadonlySet<string> | undefined },
): MemberConflict[] {
    const base = shape.read(snapshot);
    const foreseen = isRecordOrList(expected) ? shape.read(expected) : base;
    const touched = shape.removes ? membersThatCount(shape, base, outside) : Object.keys(edits);
    return touched.flatMap((member) => {
        const current = outside[member];
        const proposed = shape.removes ? null : edits[member];
        const isAgreed =
            own?.has(member) ||
            sameMember(member, current, base[member]) ||
            sameMember(member, current, foreseen[member]) ||
            (!shape.removes && sameMember(member, current, proposed));
        if (isAgreed) return [];
        return [{ member, base: base[member] ?? null, current: current ?? null, proposed: proposed ?? null }];
    });
}

const membersThatCount = (shape: ActionTarget, ...states: Members[]) =>
    [...new Set(states.flatMap((state) => Object.keys(state)))].filter((member) => !shape.placing?.includes(member));

function conflictOf({ noun }: ActionTarget, members: MemberConflict[]): { conflict?: Conflict } {
    if (members.length === 0) return {};
    const names = members.map(({ member }) => member).join(', ');
    return { conflict: { message: `${noun} was changed meanwhile, in ${names}.`, members } };
}
