import { actionNamed } from '../../../../changes/action-registry.ts';
import type { AffectedTarget } from '../../../../changes/action-rules.ts';
import { asRecord } from '../../../../core/json/is-record.ts';
import type { Db } from '../../../../storage/database.ts';
import { defaultStrategyIn, strategyNeedsOf } from '../content/default-changes.ts';
import type { ChangeRow, StoredRequest } from '../request/change-request.queries.ts';
import { type Conflict, editsOf, mergeChange, mergedTargetOf } from './merge.ts';
import { referenceConflict } from './references.ts';
import { loadTargets, type Targets } from './targets.ts';

type Changes = Pick<StoredRequest, 'project' | 'environment' | 'changes'>;

/** The reasons why changes of a request cannot be applied in the current state, by change id. */
export type Conflicts = ReadonlyMap<number, Conflict>;

/** Returns the current conflicts. It takes no locks, because conflicts are checked again when the request is applied. */
export async function conflictsOf(db: Db, request: Changes): Promise<Conflicts> {
    return conflictsWith(await loadTargets(db, request, request.changes), request.changes);
}

export function conflictsWith(outside: Targets, changes: readonly ChangeRow[]): Conflicts {
    const conflicts = new Map<number, Conflict>();
    const own = new Map<string, Set<string>>();
    const { lacking } = strategyNeedsOf(changes, outside);
    for (const change of changes) {
        const reasons = [
            conflictOf(outside, change, { all: changes, own: own.get(targetKey(change)) }),
            referenceConflict(change.refs ?? [], outside.referencesOf(change)),
            lacking.has(change.id) && !defaultStrategyIn(change.payload) ? lacksStrategy(change) : undefined,
        ].filter((conflict) => conflict !== undefined);
        if (reasons.length > 0) conflicts.set(change.id, joinConflicts(reasons));
        for (const [target, members] of editedBy(change)) {
            own.set(target, new Set([...(own.get(target) ?? []), ...members]));
        }
    }
    return conflicts;
}

const joinConflicts = (conflicts: readonly Conflict[]): Conflict => ({
    message: conflicts.map(({ message }) => message).join(' '),
    members: conflicts.flatMap(({ members }) => members),
});

/** The default strategy of the project is not part of the approved content. */
const lacksStrategy = ({ feature }: ChangeRow): Conflict => ({
    message: `Flag ${feature} has no enabled strategy, and the request contains none for it.`,
    members: [{ member: 'defaultStrategy', base: null, current: null, proposed: null }],
});

/** Returns the flags to which no change can be applied, with the reason. */
export function flagConflictsOf(outside: Targets, changes: readonly ChangeRow[]): ReadonlyMap<string, string> {
    const conflicts = conflictsWith(outside, changes);
    const problems = changes.flatMap((change) => {
        const problem = conflicts.has(change.id) ? outside.problemOf(change) : undefined;
        return problem === undefined || change.feature === null ? [] : [[change.feature, problem] as const];
    });
    return new Map(problems);
}

/** Returns a key that identifies the target of a change among the requests for one environment. */
export function targetKey({ action, feature, payload }: Pick<ChangeRow, 'action' | 'feature' | 'payload'>): string {
    const object = mergedTargetOf(action);
    return object?.hasId ? `${object.noun} ${asRecord(payload)['id']}` : `${object?.noun ?? action} ${feature}`;
}

/** Returns the members that a change sets and that later changes of the same request may also set. */
function editedBy(change: ChangeRow): [target: string, members: string[]][] {
    const also = actionNamed(change.action)?.alsoEdits;
    return [
        [targetKey(change), Object.keys(editsOf(change))],
        ...(also ? [[`${also.target.noun} ${change.feature}`, also.members] as [string, string[]]] : []),
    ];
}

function conflictOf(
    outside: Targets,
    change: ChangeRow,
    { all, own }: { all: readonly ChangeRow[]; own: ReadonlySet<string> | undefined },
): Conflict | undefined {
    const declared = actionNamed(change.action);
    const isCreatedHere = all.some(
        ({ action, feature }) => actionNamed(action)?.flag === 'created' && feature === change.feature,
    );
    const problem = isCreatedHere ? undefined : outside.problemOf(change);
    // Archiving an archived flag has no effect.
    if (problem !== undefined && declared?.flag !== 'archived') return { message: problem, members: [] };
    const target = outside.of(change);
    if (target === null && (isCreatedHere || addsTarget(change, all))) return undefined;
    if (target === null && change.snapshot === null && isUpdateOfId(declared?.target)) {
        return { message: 'The object of this change no longer exists.', members: [] };
    }
    return mergeChange(change, { outside: target, ...(own && { own }) }).conflict;
}

const isUpdateOfId = (target: AffectedTarget | null | undefined) =>
    target?.effect === 'updates' && target.object.hasId === true;

/** Whether another change of the request creates the target of this one. */
function addsTarget({ action, payload }: ChangeRow, all: readonly ChangeRow[]): boolean {
    const object = mergedTargetOf(action);
    const { id } = asRecord(payload);
    return all.some(
        (other) =>
            actionNamed(other.action)?.target?.effect === 'creates' &&
            actionNamed(other.action)?.target?.object.noun === object?.noun &&
            asRecord(other.payload)['id'] === id,
    );
}
