import type { Services } from '../../../../app/services.ts';
import { actionNamed } from '../../../../changes/action-registry.ts';
import { type AdminActor, SYSTEM_ACTOR } from '../../../../core/access/actor.ts';
import { HalyardError } from '../../../../core/errors/errors.ts';
import { roundCount } from '../../effects/estimates.ts';
import { readSteps } from '../../proposals/read-steps.ts';
import { populationForApprovals } from '../../what-if/populations.ts';
import type { WhatIfResult } from '../../what-if/what-if.schemas.ts';
import { effectOfSteps } from '../../what-if/what-if.ts';
import {
    findRequest,
    type MeasuredEffect,
    type RequestAddress,
    type StoredRequest,
} from '../request/change-request.queries.ts';
import { NOBODY } from './approvals.ts';

type Sources = Parameters<typeof effectOfSteps>[0] & Pick<Services, 'recordObservation'>;

/**
 * Measures how many users a request affects, if it is in review and was not measured since the last edit. The measurement is slow, so
 * it runs outside of the transaction. The result is stored only if the content is still the measured one.
 */
export async function measureEffect(
    sources: Sources,
    actor: AdminActor,
    { project, id }: RequestAddress,
): Promise<void> {
    const request = await findRequest(sources.db, { project, id });
    if (!request || request.effect || (request.state !== 'In review' && request.state !== 'Approved')) return;
    const effect = await effectOf(sources, actor, request);
    if (!effect) return;
    await sources.recordObservation(
        (tx) =>
            tx
                .updateTable('change_requests')
                .set({ effect: JSON.stringify({ ...effect, asked: effect.evaluated }) })
                .where('id', '=', id)
                .where('content_hash', '=', request.content_hash)
                .execute(),
        { exclusive: true },
    );
}

/** Returns undefined if the request cannot be applied now, or if evaluating flags does not show its effect. */
async function effectOf(
    sources: Sources,
    actor: AdminActor,
    request: StoredRequest,
): Promise<MeasuredEffect | undefined> {
    const { project, environment } = request;
    const steps = request.changes.map(({ feature, action, payload }) => ({ feature, action, environment, payload }));
    if (steps.length === 0 || !request.changes.every(isMeasurable)) return undefined;
    // Everyone who sees the request sees the result, so it must not cover projects that are hidden from its author.
    const reader = { ...SYSTEM_ACTOR, hiddenProjects: actor.hiddenProjects };
    try {
        const result = await effectOfSteps(
            sources,
            {
                project,
                steps: await readSteps(project, steps),
                triedOn: populationForApprovals(sources, reader, project),
            },
            { actor: reader, signal: new AbortController().signal },
        );
        return result.failed ? undefined : largestOf(result);
    } catch (error) {
        // A step that an older version stored may no longer be supported.
        if (error instanceof HalyardError) return undefined;
        throw error;
    }
}

const isMeasurable = ({ action, payload }: StoredRequest['changes'][number]) =>
    actionNamed(action)?.isMeasurable?.(payload ?? {}) ?? true;

/**
 * The flag with the largest share of affected users, in any environment. Counts of real traffic are rounded, to protect
 * individuals. If a flag could not be evaluated for anyone, the overall effect is unknown.
 */
function largestOf({ revision, who }: WhatIfResult): MeasuredEffect {
    const unmeasured = who.find(({ evaluated, flags }) => evaluated === 0 && flags.length > 0);
    if (unmeasured) return { revision, population: unmeasured.population, evaluated: 0, changed: 0 };
    let largest: MeasuredEffect = { revision, population: NOBODY, evaluated: 0, changed: 0 };
    for (const { population, evaluated, flags } of who) {
        const count = population === 'traffic' ? roundCount : (exact: number) => exact;
        for (const { changed } of flags) {
            const isLarger = largest.evaluated === 0 || changed * largest.evaluated > largest.changed * evaluated;
            if (isLarger) largest = { revision, population, evaluated: count(evaluated), changed: count(changed) };
        }
    }
    return largest;
}
