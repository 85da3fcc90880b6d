import type { FlagSet } from '@halyard/engine';
import type { Moment } from '../../../changes/moment.ts';
import { findMoment } from '../../../changes/moment.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { invalid, noSuchProject } from '../../../core/errors/errors.ts';
import { publishedAt } from '../../../publications/definitions-at.ts';
import { ALL_ENVIRONMENTS } from '../../../publications/publications.ts';
import type { Services } from '../../../services.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { knownAt } from '../../observations/past/known-at.ts';
import { affectedContexts } from '../effects/affected-contexts.ts';
import { describePairs } from '../effects/described-pairs.ts';
import { type Pair, pairsBetween } from '../effects/pairs.ts';
import { type EffectReader, knownPairs, projectIn } from '../effects/reader.ts';
import { populationFor } from '../what-if/populations.ts';
import type { CompareRequest, Comparison } from './compare.schemas.ts';

type Sources = Pick<Services, 'db' | 'snapshots' | 'pastFlags' | 'trafficSamples' | 'clock'>;

/** The caller, the location of the parameters in the request, and whether the affected contexts are requested. */
interface Caller {
    actor: AdminActor;
    signal: AbortSignal;
    where: 'query' | 'body';
    triesIt: boolean;
}

/** Returns the differences in a project between two moments, and the affected users. */
export async function compare(sources: Sources, request: CompareRequest, caller: Caller): Promise<Comparison> {
    const { db } = sources;
    const { actor, signal } = caller;
    const { project } = request;
    if (!mayKnowOf(actor, project)) throw noSuchProject(project);
    await getProject(db, project);
    const { from, to } = await momentsOf(sources, request, caller);
    const before = new Map<string, FlagSet>();
    const all: Pair[] = [];
    for (const environment of environmentsOf(sources, request)) {
        const [earlier, later] = await Promise.all(
            [from, to].map(({ revision }) => sources.pastFlags.at({ environment, revision })),
        );
        before.set(environment, earlier!.flags);
        // The affected contexts also depend on changes in other projects.
        all.push(...pairsBetween(environment, [earlier!.flags, later!.flags], caller.triesIt ? undefined : project));
        if (shouldYield()) await yieldToEventLoop();
    }
    const pairs = await withProjects(db, onceEach(all), [from, to]);
    const reader = await readerBetween(db, actor, { from, to, pairs });
    const own = new Set(pairs.filter((pair) => isOfProject(pair, project)).map(({ name }) => name));
    const isCompared = (flag: { name: string; project: string }) => flag.project === project || own.has(flag.name);
    const used = await segmentsOf(project, before, pairs);
    const shown = knownPairs(pairs, reader).filter((pair) =>
        pair.kind === 'flag' ? isOfProject(pair, project) : pair.project === project || used.has(Number(pair.name)),
    );
    const changes = await describePairs({ pairs: shown, sets: before, reader, signal });
    if (!caller.triesIt) return { from, to, changes };
    const who = await affectedContexts({
        pairs,
        sets: before,
        population: populationFor(sources, actor, request),
        reader: { ...reader, knowsFlag: (flag) => isCompared(flag) && reader.knowsFlag(flag) },
        splitBy: request.splitBy ?? [],
        now: new Date(to.at),
        signal,
    });
    return { from, to, changes, who };
}

async function momentsOf({ db, clock }: Sources, request: CompareRequest, { where }: Caller) {
    const now = clock();
    const from = await findMoment(db, { text: request.from, now, path: `/${where}/from` });
    const to = await findMoment(db, { text: request.to ?? now.toISOString(), now, path: `/${where}/to` });
    if (from.revision > to.revision) {
        throw invalid('`from` comes after `to`. Send the earlier moment as `from`.', `/${where}/from`);
    }
    return { from, to };
}

const environmentsOf = ({ snapshots }: Sources, { environment }: CompareRequest): string[] =>
    environment !== undefined ? [environment] : [...snapshots.all()].map((each) => each.environment).sort();

/** Removes duplicate segments, because a segment is the same in every environment. */
function onceEach(pairs: readonly Pair[]): Pair[] {
    const seen = new Set<string>();
    return pairs.filter(({ kind, name }) => {
        if (kind === 'flag') return true;
        if (seen.has(name)) return false;
        seen.add(name);
        return true;
    });
}

/** Adds the projects of segments, which their definitions do not contain. */
async function withProjects(db: Db, pairs: readonly Pair[], moments: readonly Moment[]): Promise<Pair[]> {
    const names = pairs.filter(({ kind }) => kind === 'segment').map(({ name }) => name);
    if (names.length === 0) return [...pairs];
    const projects = new Map<string, string | null>();
    for (const { revision } of moments) {
        const place = { environment: ALL_ENVIRONMENTS, revision };
        for (const { name, project } of await publishedAt(db, { ...place, kinds: ['segment'], names })) {
            projects.set(name, project);
        }
    }
    return pairs.map((pair) => (pair.kind === 'flag' ? pair : { ...pair, project: projects.get(pair.name) ?? null }));
}

/** Returns a reader that sees only objects that the actor may see at both moments. */
async function readerBetween(
    db: Db,
    actor: AdminActor,
    { from, to, pairs }: { from: Moment; to: Moment; pairs: readonly Pair[] },
): Promise<EffectReader> {
    const known = [await knownAt(db, actor, from.revision), await knownAt(db, actor, to.revision)];
    const projectOf = new Map(
        pairs.filter(({ kind }) => kind === 'segment').map(({ name, project }) => [Number(name), project]),
    );
    return {
        knowsFlag: (flag) => known.every((then) => then.flag(flag)),
        knowsSegment: (id) => known.every((then) => then.segment({ id, project: projectOf.get(id) ?? null })),
    };
}

const isOfProject = ({ kind, before, after }: Pair, project: string) =>
    kind === 'flag' && [before, after].some((side) => side !== null && projectIn(side) === project);

/** Returns the segments that flags of the project use at either moment, unless no segment differs. */
async function segmentsOf(
    project: string,
    before: ReadonlyMap<string, FlagSet>,
    pairs: readonly Pair[],
): Promise<Set<number>> {
    const used = new Set<number>();
    if (pairs.every(({ kind }) => kind === 'flag')) return used;
    const addSegments = (definition: unknown) => {
        // Publications are written by this service, in this format.
        const { strategies } = definition as { strategies: { segments?: number[] }[] };
        for (const { segments = [] } of strategies) for (const id of segments) used.add(id);
    };
    for (const { flags } of before.values()) {
        await mapYielding(flags, (flag) => void (flag.project === project && addSegments(flag.definition)));
    }
    for (const pair of pairs) if (isOfProject(pair, project) && pair.after !== null) addSegments(pair.after);
    return used;
}
