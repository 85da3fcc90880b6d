import type { Change } from '../../../../changes/change.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import { HalyardError, noAccess } from '../../../../core/errors/errors.ts';
import { inSavepoint, rolledBack } from '../../../../storage/savepoint.ts';
import { applyChanges, conflictError, targetNamesOf } from '../applying/apply-changes.ts';
import { actorBehind } from '../approvals/approvals.queries.ts';
import { conflictsOf } from '../merge/conflicts.ts';
import { loadTargets, segmentIdOf } from '../merge/targets.ts';
import { authorityOf } from '../request/authority.ts';
import type { ChangeRow } from '../request/change-request.queries.ts';
import type { ScheduledRequest } from './schedule.queries.ts';

/** The result of rehearsing a scheduled request on top of earlier ones. */
export interface StackedRehearsal {
    /** Earlier scheduled requests that change the same objects. */
    stackedOn: number[];
    /** The expected state of each target, by change id. */
    expected: ReadonlyMap<number, unknown>;
    /** The reason why the request could not be applied. */
    failure?: HalyardError;
}

/**
 * Applies scheduled requests in the order in which they are due, then rolls back. Effects of earlier requests on later ones are
 * expected and not conflicts; conflicts with the current state are reported.
 */
export async function rehearseSchedules(
    change: Change,
    requests: readonly ScheduledRequest[],
): Promise<Map<number, StackedRehearsal>> {
    // Current conflicts are determined before the rehearsal.
    const conflicts = new Map<number, HalyardError>();
    for (const request of requests) {
        const current = await conflictsOf(change.tx, request);
        if (current.size > 0) conflicts.set(request.id, conflictError(request, current));
    }
    const silently: Change = { ...change, record: () => undefined, permit: () => undefined };
    const ownersByKey = new Map<string, number>();
    return rolledBack(change.tx, async () => {
        const rehearsals = new Map<number, StackedRehearsal>();
        for (const request of requests) {
            const names = request.changes.flatMap((row) => targetNamesOf(row, request));
            const stackedOn = [...new Set(names.flatMap((name) => ownersByKey.get(name) ?? []))];
            const targets = await loadTargets(change.tx, request, request.changes);
            const expected = new Map(request.changes.map((row) => [row.id, targets.of(row) ?? null]));
            const failure = conflicts.get(request.id) ?? (await failureOf(silently, request, expected));
            rehearsals.set(request.id, { stackedOn, expected, ...(failure && { failure }) });
            if (!failure) for (const name of names) ownersByKey.set(name, request.id);
        }
        return rehearsals;
    });
}

/** Tries to apply the request. Returns the error; undefined on success. */
async function failureOf(
    change: Change,
    request: ScheduledRequest,
    expected: ReadonlyMap<number, unknown>,
): Promise<HalyardError | undefined> {
    try {
        await inSavepoint(change.tx, async () => {
            const actor = await schedulerOf(change, request);
            const changes = request.changes.map((row) => ({ ...row, expected: expected.get(row.id) }));
            await applyChanges(change, { ...request, changes }, actor);
        });
        return undefined;
    } catch (error) {
        if (error instanceof HalyardError) return error;
        throw error;
    }
}

/** Returns the user in whose name the request is applied, with their current permissions. */
async function schedulerOf({ tx }: Pick<Change, 'tx'>, request: ScheduledRequest): Promise<AdminActor> {
    const { created_by_user_id: id, created_by: name } = request.schedule;
    const { project, environment } = request;
    const actor = await actorBehind(tx, id);
    if (!actor) {
        throw new HalyardError(
            'NoAccessError',
            `${name}, who scheduled it, is no longer a user. Schedule it again in your own name.`,
        );
    }
    const authority = authorityOf(request);
    if (authority.needsApproval && !may(actor, 'APPLY_CHANGE_REQUEST', { project, environment })) {
        throw noAccess(['APPLY_CHANGE_REQUEST'], `: ${name}, who scheduled it, no longer has it`);
    }
    return authority.actorFor(actor, request);
}

/**
 * Returns the names of the objects that a change affects, and of the segments that it refers to. A flag is one object in all
 * environments, because archiving it affects the schedules in all of them.
 */
const dependencyNamesOf = (row: ChangeRow): string[] => [
    ...(row.feature === null ? [] : [`flag ${row.feature}`]),
    ...segmentIdOf(row).map((id) => `segment ${id}`),
    ...(row.refs ?? []).flatMap((reference) => (reference.type === 'segment' ? `segment ${reference.id}` : [])),
];

/** Returns the request and all requests that are directly or indirectly connected to it by objects that they change or refer to. */
export function findConnectedRequests(
    request: Pick<ScheduledRequest, 'id'>,
    all: readonly ScheduledRequest[],
): ScheduledRequest[] {
    const connected = new Set<ScheduledRequest>(all.filter(({ id }) => id === request.id));
    const names = new Set<string>();
    for (let size = -1; size !== connected.size; ) {
        size = connected.size;
        for (const each of connected)
            for (const row of each.changes) for (const name of dependencyNamesOf(row)) names.add(name);
        for (const each of all) {
            if (each.changes.some((row) => dependencyNamesOf(row).some((name) => names.has(name)))) connected.add(each);
        }
    }
    return all.filter((each) => connected.has(each));
}
