import type { FlagSet } from '@halyard/engine';
import type { Services } from '../../../app/services.ts';
import type { Moment } from '../../../changes/moment.ts';
import { findMoment } from '../../../changes/moment.ts';
import { knownAt } from '../../../changes/past/known-at.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { invalid, noSuchProject } from '../../../core/errors/errors.ts';
import type { Definition } from '../../../publications/definitions.ts';
import { namesIn, type PastFlag, publishedAt } from '../../../publications/definitions-at.ts';
import { ALL_ENVIRONMENTS } from '../../../publications/publications.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { type PastDefinition, toPastDefinition } from '../../flags/past/past-definition.ts';
import { affectedContexts } from '../effects/affected-contexts.ts';
import { describePairs, segmentNames } from '../effects/described-pairs.ts';
import { type Pair, pairsBetween } from '../effects/pairs.ts';
import { type EffectReader, knownPairs } from '../effects/reader.ts';
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
    const moments = await momentsOf(sources, request, caller);
    const { from, to } = moments;
    const environments = environmentsOf(sources, request);
    const flags: ProjectFlags[] = [];
    for (const environment of environments) {
        flags.push(await flagsBetween(sources, { project, environment, ...moments }));
    }
    const segments = await segmentsBetween(sources, moments);
    const reader = await readerBetween(db, actor, { ...moments, segments: segments.pairs });
    const used = segments.pairs.length > 0 ? await segmentsUsedIn(flags) : new Set<number>();
    const visible = segments.pairs.filter((pair) => pair.project === project || used.has(Number(pair.name)));
    const [first, ...others] = flags.map(({ pairs }) => pairs);
    const shown = knownPairs([...(first ?? []), ...visible, ...others.flat()], reader);
    const changes = await describePairs({ pairs: shown, segmentName: segments.nameBefore, reader, signal });
    if (!caller.triesIt) return { from, to, changes };
    const own = new Set(flags.flatMap(({ pairs }) => pairs.map(({ name }) => name)));
    const isCompared = (flag: { name: string; project: string }) => flag.project === project || own.has(flag.name);
    // The affected contexts also depend on changes in other projects.
    const { sets, pairs } = await compiledBetween(sources, { environments, ...moments });
    const who = await affectedContexts({
        pairs: [...pairs, ...segments.pairs],
        sets,
        population: populationFor(sources, actor, request),
        reader: { ...reader, knowsFlag: (flag) => isCompared(flag) && reader.knowsFlag(flag) },
        splitBy: request.splitBy ?? [],
        now: new Date(to.at),
        signal,
    });
    return { from, to, changes, who };
}

interface Moments {
    from: Moment;
    to: Moment;
}

/** The flags of a project in one environment at the first moment, and those that differ at the second. */
interface ProjectFlags {
    before: PastFlag[];
    pairs: Pair[];
}

async function flagsBetween(
    { pastFlags }: Sources,
    { project, environment, from, to }: Moments & { project: string; environment: string },
): Promise<ProjectFlags> {
    const names = await pastFlags.namesOfProjectSince({ environment, revision: from.revision }, project);
    const [earlier, later] = await Promise.all(
        [from, to].map(({ revision }) => pastFlags.flagsAt({ environment, revision }, names)),
    );
    const flags: ProjectFlags = { before: [], pairs: [] };
    await mapYielding(names, (name) => {
        const [before, after] = [earlier!.get(name), later!.get(name)];
        if (before?.project === project) flags.before.push(before);
        else if (after?.project !== project) return;
        if (before?.json === after?.json && before?.hidden === after?.hidden) return;
        const pair = {
            before: before ? toPastDefinition(before) : null,
            after: after ? toPastDefinition(after) : null,
        };
        // The hidden part of old publications was stored later.
        if (before?.json === after?.json && JSON.stringify(pair.before) === JSON.stringify(pair.after)) return;
        flags.pairs.push({ environment, kind: 'flag', name, project: (after ?? before)!.project, ...pair });
    });
    return flags;
}

/** Returns the segments that differ between two moments, and the names of all segments at the first. */
async function segmentsBetween({ db, snapshots }: Sources, { from, to }: Moments) {
    const [anySnapshot] = snapshots.all();
    const definitions = new Map(anySnapshot?.segments);
    // Read after the current segments: those that changed in the meantime are among these.
    const names = await namesIn(db, ALL_ENVIRONMENTS, from.revision);
    const [earlier, later] = await Promise.all(
        [from, to].map(async ({ revision }) => {
            const query = { environment: ALL_ENVIRONMENTS, revision, kinds: ['segment'], names } as const;
            return new Map((await publishedAt(db, query)).map((segment) => [segment.name, segment]));
        }),
    );
    const pairs = names
        .sort((a, b) => Number(a) - Number(b))
        .flatMap((name): Pair[] => {
            const [before, after] = [earlier!.get(name), later!.get(name)];
            if (before) definitions.set(Number(name), before.definition!);
            else definitions.delete(Number(name));
            if (before?.definition === after?.definition) return [];
            const { environment, project } = (after ?? before)!;
            return [{ environment, kind: 'segment', name, project, before: parsed(before), after: parsed(after) }];
        });
    return { pairs, nameBefore: segmentNames(definitions) };
}

const parsed = (published: Definition | undefined): object | null =>
    published ? (JSON.parse(published.definition!) as object) : null;

/** Returns the compiled flags of all projects at the first moment, and the flags that differ at the second. */
async function compiledBetween(
    { pastFlags }: Sources,
    { environments, from, to }: Moments & { environments: readonly string[] },
) {
    const sets = new Map<string, FlagSet>();
    const pairs: Pair[] = [];
    for (const environment of environments) {
        const [earlier, later] = await Promise.all(
            [from, to].map(({ revision }) => pastFlags.at({ environment, revision })),
        );
        sets.set(environment, earlier!.flags);
        pairs.push(...pairsBetween(environment, [earlier!.flags, later!.flags]).filter(({ kind }) => kind === 'flag'));
        if (shouldYield()) await yieldToEventLoop();
    }
    return { sets, pairs };
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

/** Returns a reader that sees only objects that the actor may see at both moments. */
async function readerBetween(
    db: Db,
    actor: AdminActor,
    { from, to, segments }: Moments & { segments: readonly Pair[] },
): Promise<EffectReader> {
    const known = [await knownAt(db, actor, from.revision), await knownAt(db, actor, to.revision)];
    const projectOf = new Map(segments.map(({ name, project }) => [Number(name), project]));
    return {
        knowsFlag: (flag) => known.every((then) => then.flag(flag)),
        knowsSegment: (id) => known.every((then) => then.segment({ id, project: projectOf.get(id) ?? null })),
    };
}

/** Returns the segments that flags of the project use at either moment. */
async function segmentsUsedIn(flags: readonly ProjectFlags[]): Promise<Set<number>> {
    const before = await mapYielding(
        flags.flatMap((each) => each.before),
        toPastDefinition,
    );
    const after = flags.flatMap(({ pairs }) => pairs.flatMap((pair) => (pair.after as PastDefinition | null) ?? []));
    return new Set(
        [...before, ...after].flatMap(({ strategies }) => strategies.flatMap(({ segments = [] }) => segments)),
    );
}
