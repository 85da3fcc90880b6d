import type { Services } from '../../../../app/services.ts';
import type { Step } from '../../../../changes/change.ts';
import { type AdminActor, mayKnowOf, SYSTEM_ACTOR } from '../../../../core/access/actor.ts';
import type { StoredAppliedEffect } from '../../../../storage/tables/change-requests.ts';
import type { EnvironmentEffect } from '../../effects/effect.schemas.ts';
import { populationForEveryone } from '../../what-if/populations.ts';
import { effectOfSteps } from '../../what-if/what-if.ts';
import { findRequest, type RequestAddress } from '../request/change-request.queries.ts';
import type { AppliedEffect } from '../request/change-request.schemas.ts';
import { stepOf } from './preview.ts';

type MeasuringServices = Parameters<typeof effectOfSteps>[0] & Pick<Services, 'log'>;

/** An application does not wait longer for its evidence, also in an emergency. */
const MAX_WAIT_MS = 2_000;
/** The most affected flags of each environment; the others are counted. */
const MAX_FLAGS = 100;

/**
 * Measures the effect of changes that are about to be applied, as everyone who may see the request may read it: without contexts, and
 * rounded where it is based on traffic. Returns undefined if it cannot be measured, which does not prevent the application.
 */
export async function measureAppliedEffect(
    sources: MeasuringServices,
    {
        project,
        steps,
        actor,
    }: { project: string; steps: (reader: AdminActor) => Promise<readonly Step[]>; actor: AdminActor },
): Promise<StoredAppliedEffect | undefined> {
    const reader = { ...SYSTEM_ACTOR, hiddenProjects: actor.hiddenProjects };
    try {
        const query = { project, steps: await steps(reader), triedOn: populationForEveryone(sources, reader, project) };
        const result = await effectOfSteps(sources, query, { actor: reader, signal: AbortSignal.timeout(MAX_WAIT_MS) });
        return result.failed
            ? undefined
            : { revision: result.revision, who: result.who.map((one) => toStored(sources, one)) };
    } catch (error) {
        sources.log.warn({ err: error }, 'could not measure the effect of a change request before applying it');
        return undefined;
    }
}

export const measureAppliedRequest = async (
    sources: MeasuringServices,
    address: RequestAddress,
    actor: AdminActor,
): Promise<StoredAppliedEffect | undefined> => {
    const request = await findRequest(sources.db, address);
    const steps = async (reader: AdminActor) => (request ? [stepOf(request, reader)] : []);
    return request && measureAppliedEffect(sources, { project: request.project, steps, actor });
};

type AppliedEnvironmentEffect = AppliedEffect['who'][number];

/** The project of each flag decides who may see it. */
interface StoredEnvironmentEffect extends Omit<AppliedEnvironmentEffect, 'flags'> {
    flags: (AppliedEnvironmentEffect['flags'][number] & { project: string | null })[];
}

function toStored({ snapshots }: MeasuringServices, { flags, ...effect }: EnvironmentEffect): StoredEnvironmentEffect {
    const counted = flags.slice(0, MAX_FLAGS).map((flag) => ({
        ...flag,
        project: snapshots.find(effect.environment)?.flags.get(flag.name)?.project ?? null,
        byApp: [],
        byField: {},
        examples: [],
    }));
    return { ...effect, flags: counted, omitted: flags.length - counted.length };
}

/** Effects that nodes of the previous release measured have former names only. */
function withCurrentNames<T extends Omit<StoredEnvironmentEffect, 'flags'>>(effect: T): T {
    const { asked, askedBounds } = effect;
    return {
        ...(asked !== undefined && { evaluated: asked }),
        ...(askedBounds && { evaluatedBounds: askedBounds }),
        ...effect,
    };
}

/** Returns the part of a stored effect that a user may see. */
export function knownAppliedEffect({ revision, who }: StoredAppliedEffect, actor: AdminActor): AppliedEffect {
    // Written by `toStored`.
    const known = (who as StoredEnvironmentEffect[]).map(({ flags, ...effect }) => ({
        ...withCurrentNames(effect),
        flags: flags.flatMap(({ project, ...flag }) => (mayKnowOf(actor, project) ? [flag] : [])),
    }));
    return { revision, who: known.filter(({ flags }) => flags.length > 0) };
}
