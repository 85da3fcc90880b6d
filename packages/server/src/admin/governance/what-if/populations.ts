import type { Context } from '@halyard/engine';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { invalid } from '../../../core/errors/errors.ts';
import type { Services } from '../../../services.ts';
import { listPersonas } from '../../catalogue/personas/persona.queries.ts';
import type { Population } from '../effects/population.ts';
import { hasIdentityRules, type Touched } from '../effects/touched.ts';
import { sampleVisibility } from '../traffic/sample-visibility.ts';
import { isEvaluable, isShareExact, syntheticUsers } from './synthetic-contexts.ts';
import type { WhatIf } from './what-if.schemas.ts';

type PopulationQuery = Pick<WhatIf, 'project' | 'contexts' | 'population' | 'personas'>;
type Sources = Pick<Services, 'db' | 'trafficSamples'>;

/** Selects the population of a what-if for each environment. */
export function populationFor(sources: Sources, actor: AdminActor, query: PopulationQuery) {
    const { contexts = [], population = contexts.length > 0 ? 'given' : undefined, project } = query;
    if (population === 'given' && contexts.length === 0) {
        throw invalid(
            'There are no contexts to evaluate. Send `contexts`, or choose another population.',
            '/body/contexts',
        );
    }
    return async (environment: string, touched: Touched): Promise<Population> => {
        if (population === 'given') return { kind: 'given', contexts, isOpen: true };
        if (population === 'personas') return personas(sources, actor, query);
        if (population === 'traffic') return traffic(sources, actor, { environment, project });
        if (population === 'made-up') return syntheticUsers(touched);
        const seen = await traffic(sources, actor, { environment, project });
        if (seen.contexts.length > 0) return seen;
        const saved = await personas(sources, actor, query);
        return saved.contexts.length > 0 ? saved : syntheticUsers(touched);
    };
}

/** The minimum number of backend contexts whose distribution is considered representative of all users. */
const MIN_CONTEXTS = 100;

/**
 * Selects the population of a measurement that determines the number of required approvals. It must not be possible to dilute it, so it
 * uses neither contexts that came with a public token nor personas, which authors of changes can create. Synthetic users are used if
 * their share is exact. Otherwise the population is empty.
 */
export function populationForApprovals({ db, trafficSamples }: Sources, actor: AdminActor, project: string) {
    return async (environment: string, touched: Touched): Promise<Population> => {
        const visibilityOf = await sampleVisibility(db, actor, project);
        const isReadable = (sample: Parameters<typeof visibilityOf>[0]) => visibilityOf(sample) !== 'none';
        const samples = await trafficSamples.of(environment, isReadable, { backendsOnly: true });
        // Everyone who sees the request sees the result, so it must not reveal whether one individual is in the samples.
        const isPublishable = isEvaluable(touched) && !hasIdentityRules(touched);
        const isEnough = samples.length >= MIN_CONTEXTS && isPublishable;
        if (!isEnough && isShareExact(touched)) return syntheticUsers(touched);
        return { kind: 'traffic', contexts: isEnough ? samples.map(({ context }) => context) : [], isOpen: true };
    };
}

async function personas(
    { db }: Sources,
    actor: AdminActor,
    { project, personas: personaIds }: PopulationQuery,
): Promise<Population> {
    const all = mayKnowOf(actor, project) ? await listPersonas(db, project) : [];
    const unknown = personaIds?.find((one) => !all.some(({ id, name }) => one === id || one === name));
    if (unknown !== undefined) throw invalid(`Project ${project} has no persona ${unknown}.`, '/body/personas');
    const chosen = personaIds
        ? all.filter(({ id, name }) => personaIds.includes(id) || personaIds.includes(name))
        : all;
    return { kind: 'personas', contexts: chosen.map(({ context }) => context), isOpen: true };
}

async function traffic(
    { db, trafficSamples }: Sources,
    actor: AdminActor,
    { environment, project }: { environment: string; project: string },
): Promise<Population> {
    const visibilityOf = await sampleVisibility(db, actor, project);
    const samples = await trafficSamples.of(environment, (sample) => visibilityOf(sample) !== 'none');
    const contexts = await mapYielding(samples, ({ context }) => context);
    const sampled = 'Based on requests this node saw in the last 24 hours.';
    if (samples.every((sample) => visibilityOf(sample) === 'full')) {
        return { kind: 'traffic', contexts, note: sampled, isOpen: true };
    }
    const note =
        `${sampled} Counts are rounded to tens, and rules about userId, sessionId and remoteAddress are evaluated with ` +
        'synthetic values. Examples and exact counts require the permission READ_TRAFFIC_EXAMPLES in every project ' +
        'whose flags were evaluated with these contexts.';
    const identities = await mapYielding(contexts, identityOf);
    return { kind: 'traffic', contexts: await mapYielding(contexts, withoutIdentity), identities, note, isOpen: false };
}

/** Replaces ids: rollouts need an id, and a synthetic one prevents rules that query a specific user. */
function withoutIdentity({ remoteAddress: _, ...context }: Context, index: number): Context {
    return {
        ...context,
        ...(context.userId !== undefined && { userId: `visitor-${index}` }),
        ...(context.sessionId !== undefined && { sessionId: `visit-${index}` }),
    };
}

/** The user id comes first; addresses come before sessions, because a client may have a new session with every request. */
const identityOf = ({ userId, remoteAddress, sessionId }: Context): string =>
    String(userId ?? remoteAddress ?? sessionId);
