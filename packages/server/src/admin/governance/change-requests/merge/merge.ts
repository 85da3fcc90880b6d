import { actionNamed } from '../../../../changes/action-registry.ts';
import { type ActionTarget, type Members, sameMember } from '../../../../changes/action-rules.ts';
import { isRecord } from '../../../../core/json/is-record.ts';

/** A change in the form in which it was proposed, with its base. */
export interface MergeChange {
    action: string;
    payload: unknown;
    snapshot: unknown;
    /** The expected state after earlier schedules, where it differs from the snapshot. */
    expected?: unknown;
}

/** A member that the proposal changes, and that another user changed to a different value. */
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
    /** The payload to apply: the proposed edits on top of the current state. */
    payload: unknown;
    /** Whether the current state contains all edits already. */
    isDone: boolean;
    conflict?: Conflict;
}

interface MergeInput {
    /** The current state of the target without this request; null when it was deleted. */
    outside: unknown;
    /** The current state of the target including earlier changes of this request. */
    current?: unknown;
    /** Members that earlier changes of the request set. */
    own?: ReadonlySet<string>;
}

/** A target that a change updates or removes. */
interface MergedTarget extends ActionTarget {
    removes: boolean;
}

/** Returns undefined if the action neither updates nor removes an existing object. */
export function mergedTargetOf(action: string): MergedTarget | undefined {
    const target = actionNamed(action)?.target;
    if (!target || target.effect === 'creates') return undefined;
    return { ...target.object, removes: target.effect === 'removes' };
}

/**
 * Merges a change with the current state of its target, member by member: parameters by key; constraints, segments and variants each as
 * one member. Changes by one side are kept; different changes of the same member by both sides are a conflict.
 */
export function mergeChange(change: MergeChange, state: MergeInput): Merge {
    const shape = mergedTargetOf(change.action);
    const asProposed = { payload: change.payload, isDone: false };
    // The change has no target of its own, or the target is created by this request.
    if (!shape || change.snapshot === null || change.snapshot === undefined) return asProposed;
    const current = state.current ?? state.outside;
    const outside = state.outside ?? current;
    if (outside === null || outside === undefined) {
        if (shape.removes) return { ...asProposed, isDone: true };
        return { ...asProposed, conflict: { message: `${shape.noun} no longer exists.`, members: [] } };
    }
    const now = shape.read(current);
    const edits = shape.membersAreObjects ? only(editsOf(change), Object.keys(now)) : editsOf(change);
    const members = conflictsIn(change, shape, { edits, outside: shape.read(outside), own: state.own });
    if (shape.removes) return { ...asProposed, ...conflictOf(shape, members) };
    const isDone = Object.keys(edits).every((member) => sameMember(member, edits[member], now[member]));
    return {
        payload: shape.write({ ...now, ...edits }, change.payload),
        isDone: isDone && !shape.always,
        ...conflictOf(shape, members),
    };
}

/** Returns the members that the change sets: those that differ from its base. */
export function editsOf({ action, payload, snapshot }: MergeChange): Members {
    const shape = mergedTargetOf(action);
    if (!shape || !isRecordOrList(snapshot)) return { payload: payload ?? null };
    if (shape.removes) return { id: isRecord(payload) ? payload['id'] : null };
    const base = shape.read(snapshot);
    const proposed = shape.proposed(payload, base);
    return Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(proposed)])]
            .filter((member) => shape.explicit?.includes(member) || !sameMember(member, proposed[member], base[member]))
            .map((member) => [member, proposed[member] ?? null]),
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
    const expectedMembers = isRecordOrList(expected) ? shape.read(expected) : base;
    const touched = shape.removes ? comparedMembers(shape, base, outside) : Object.keys(edits);
    return touched.flatMap((member) => {
        const current = outside[member];
        const proposed = shape.removes ? null : edits[member];
        const isAgreed =
            own?.has(member) ||
            sameMember(member, current, base[member]) ||
            sameMember(member, current, expectedMembers[member]) ||
            (!shape.removes && sameMember(member, current, proposed));
        if (isAgreed) return [];
        return [{ member, base: base[member] ?? null, current: current ?? null, proposed: proposed ?? null }];
    });
}

const comparedMembers = (shape: ActionTarget, ...states: Members[]) =>
    [...new Set(states.flatMap((each) => Object.keys(each)))].filter(
        (member) => !shape.positionMembers?.includes(member),
    );

function conflictOf({ noun }: ActionTarget, members: MemberConflict[]): { conflict?: Conflict } {
    if (members.length === 0) return {};
    const names = members.map(({ member }) => member.replace(/^parameters\./, '')).join(', ');
    return { conflict: { message: `${noun} was changed in the meantime: ${names}.`, members } };
}
