import type { Context } from '@halyard/engine';
import type { Services } from '../../../app/services.ts';
import { type AdminActor, may, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { listPersonas } from '../../catalogue/personas/persona.queries.ts';
import type { Population, Pseudonyms } from '../effects/population.ts';
import { hasBuckets, hasIdentityRules, isEvaluable, type Touched, withParents } from '../effects/touched.ts';
import { sampleVisibility } from '../traffic/sample-visibility.ts';
import { isShareExact, syntheticUsers } from './synthetic-contexts.ts';
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
        if (population === 'given') return { kind: 'given', contexts, note: 'Evaluated for the given contexts.' };
        if (population === 'personas') return personas(sources, actor, query);
        if (population === 'made-up') return syntheticUsers(touched);
        const seen = await traffic(sources, actor, { environment, project, touched });
        if (seen.contexts.length > 0 || population === 'traffic') return seen;
        return withoutTraffic(sources, actor, { seen, touched, query });
    };
}

async function withoutTraffic(
    sources: Sources,
    actor: AdminActor,
    { seen, touched, query }: { seen: Population; touched: Touched; query: PopulationQuery },
): Promise<Population> {
    const saved = await personas(sources, actor, query);
    const replacement = saved.contexts.length > 0 ? saved : syntheticUsers(touched);
    const { missingTraffic, note } = seen;
    return { ...replacement, ...(missingTraffic && { missingTraffic }), note: `${note} ${replacement.note}` };
}

/** Selects the population of a measurement that everyone who sees a project may read: traffic is never exact. */
export function populationForEveryone(sources: Sources, actor: AdminActor, project: string) {
    return async (environment: string, touched: Touched): Promise<Population> => {
        const seen = await traffic(sources, actor, { environment, project, touched, isForEveryone: true });
        return seen.contexts.length > 0 ? seen : withoutTraffic(sources, actor, { seen, touched, query: { project } });
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
        const evaluated = withParents(touched);
        const isPublishable = isEvaluable(evaluated) && !hasIdentityRules(evaluated);
        const isEnough = samples.length >= MIN_CONTEXTS && isPublishable;
        if (!isEnough && isShareExact(touched)) return syntheticUsers(touched);
        return { kind: 'traffic', contexts: isEnough ? samples.map(({ context }) => context) : [], note: '' };
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
    return {
        kind: 'personas',
        contexts: chosen.map(({ context }) => context),
        names: chosen.map(({ name }) => name),
        note: 'Evaluated for the personas of this project, not for real traffic.',
    };
}

async function traffic(
    { db, trafficSamples }: Sources,
    actor: AdminActor,
    {
        environment,
        project,
        touched,
        isForEveryone = false,
    }: { environment: string; project: string; touched: Touched; isForEveryone?: boolean },
): Promise<Population> {
    const visibilityOf = await sampleVisibility(db, actor, project);
    const samples = await trafficSamples.of(environment, (sample) => visibilityOf(sample) !== 'none');
    if (samples.length === 0) {
        const missingTraffic = trafficSamples.isOff ? 'off' : 'none';
        return { kind: 'traffic', contexts: [], missingTraffic, note: MISSING_TRAFFIC[missingTraffic] };
    }
    const oldest = samples.reduce((earliest, { at }) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
    const trafficSince = new Date(Math.floor(oldest / HOUR_MS) * HOUR_MS).toISOString();
    const contexts = await mapYielding(samples, ({ context }) => context);
    const source = { kind: 'traffic', trafficSince } as const;
    if (!isForEveryone && samples.every((sample) => visibilityOf(sample) === 'full')) {
        return { ...source, contexts, note: 'Traffic of the last 24 hours, sampled by this node.' };
    }
    const where =
        !isForEveryone && may(actor, 'READ_TRAFFIC_EXAMPLES', { project })
            ? ' in every project that evaluated this traffic'
            : '';
    return {
        ...source,
        ...(await underPseudonyms(contexts, hasBuckets(withParents(touched)))),
        note: isForEveryone
            ? 'Estimate from traffic of the 24 hours before, sampled by one node.'
            : `Estimate from traffic of the last 24 hours, sampled by this node. Exact numbers need “Read traffic examples”${where}.`,
    };
}

const HOUR_MS = 3_600_000;

const MISSING_TRAFFIC = {
    none: 'This node has sampled no traffic of this project in the last 24 hours.',
    off: 'Sampling of traffic is turned off.',
};

/** The number of pseudonyms that make the error of an estimate small, and the maximum for each context. */
const PSEUDONYMS = 10_000;
const MAX_DRAWS = 50;

/** Replaces the identities of contexts. If results depend on them, small populations get several pseudonyms each. */
async function underPseudonyms(
    contexts: readonly Context[],
    isDrawn: boolean,
): Promise<{ contexts: Context[]; pseudonyms: Pseudonyms }> {
    const draws = isDrawn ? Math.min(MAX_DRAWS, Math.ceil(PSEUDONYMS / contexts.length)) : 1;
    const identities = await mapYielding(contexts, identityOf);
    const indexes = Array.from({ length: draws * contexts.length }, (_, i) => i);
    const at = <T>(list: readonly T[], index: number) => list[index % list.length]!;
    return {
        contexts: await mapYielding(indexes, (index) => withoutIdentity(at(contexts, index), index)),
        pseudonyms: {
            identities: await mapYielding(indexes, (index) => at(identities, index)),
            draws,
            heaviest: Math.max(
                heaviestOf(contexts, 'userId'),
                heaviestOf(contexts, 'sessionId'),
                heaviestAddress(contexts),
            ),
        },
    };
}

/** Replaces ids: rollouts need an id, and a synthetic one prevents rules that query a specific user. */
function withoutIdentity({ remoteAddress: _, ...context }: Context, index: number): Context {
    const { userId, sessionId } = pseudonymsOf(context, index);
    const { remoteAddress: _address, ...others } = context.properties ?? {};
    const properties = context.properties && { ...others, ...pseudonymsOf(others, index) };
    return {
        ...context,
        ...(userId && { userId }),
        ...(sessionId && { sessionId }),
        ...(properties && { properties }),
    };
}

const ADDRESS = 'remoteAddress';

const pseudonymsOf = ({ userId, sessionId }: Record<string, unknown>, index: number) => ({
    ...(userId ? { userId: `visitor-${index}` } : {}),
    ...(sessionId ? { sessionId: `visit-${index}` } : {}),
});

/** The largest number of contexts with the same value. */
function heaviestOf(contexts: readonly Context[], field: 'userId' | 'sessionId' | 'remoteAddress'): number {
    const counts = new Map<string, number>();
    let heaviest = 1;
    for (const context of contexts) {
        const value = context[field];
        if (!value) continue;
        const count = (counts.get(String(value)) ?? 0) + 1;
        counts.set(String(value), count);
        heaviest = Math.max(heaviest, count);
    }
    return heaviest;
}

/** Variants use the address of contexts without ids. */
const heaviestAddress = (contexts: readonly Context[]): number =>
    heaviestOf(
        contexts.filter(({ userId, sessionId }) => !userId && !sessionId),
        ADDRESS,
    );

/** The user id comes first; addresses come before sessions, because a client may have a new session with every request. */
const identityOf = ({ userId, remoteAddress, sessionId }: Context): string =>
    String(userId ?? remoteAddress ?? sessionId);
