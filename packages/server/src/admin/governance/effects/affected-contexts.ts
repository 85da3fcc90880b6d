import {
    describeAffected,
    EFFECT_COUNTS,
    type EffectCount,
    effectOfInSteps,
    type FlagDefinition,
    type FlagEffect,
    type FlagSet,
    type Split,
    touchedBy,
} from '@halyard/engine';
import { mapYielding, runInSlices, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { EnvironmentEffect } from './effect.schemas.ts';
import { boundsOf, boundsOfRounded, type Precision, roundCount } from './estimates.ts';
import { withFormerNames } from './former-names.ts';
import { changesIn, type Pair } from './pairs.ts';
import { type Population, SMALLEST_CELL } from './population.ts';
import { type EffectReader, projectIn } from './reader.ts';
import { hasBuckets, hasIdentityRules, isEvaluable, type Touched, withParents } from './touched.ts';

interface EffectQuery {
    /** All differences, including those that the reader may not see, because they affect the results. */
    pairs: readonly Pair[];
    /** The flags of every affected environment before the change. */
    sets: ReadonlyMap<string, FlagSet>;
    population: (environment: string, touched: Touched) => Population | Promise<Population>;
    reader: EffectReader;
    /** At most three fields. */
    splitBy: readonly string[];
    now: Date;
    signal: AbortSignal;
}

/** Examples are included for the most affected flags; the others have counts only. */
const SPLIT_FLAGS = 100;

/** Returns the affected contexts by environment, limited to flags that the reader may see. */
export async function affectedContexts(query: EffectQuery): Promise<EnvironmentEffect[]> {
    const { pairs, sets, population, splitBy, now, signal } = query;
    const answers: EnvironmentEffect[] = [];
    for (const [environment, before] of sets) {
        if (shouldYield()) await yieldToEventLoop();
        const changes = changesIn(environment, pairs);
        const names = touchedBy(before, changes).filter(isKnownIn(environment, before, query));
        if (names.length === 0) continue;
        const touched = { names, before, changes };
        const tested = await population(environment, touched);
        // The evaluated environment is the default of contexts that do not name one.
        const contexts = await mapYielding(tested.contexts, (context) => ({ environment, ...context }), signal);
        const { pseudonyms, names: personas = [], kind, note, missingTraffic, trafficSince } = tested;
        const steps = effectOfInSteps({
            before,
            changes,
            names,
            contexts,
            splitBy,
            smallestCell: pseudonyms ? SMALLEST_CELL : 1,
            ...(pseudonyms && { identities: pseudonyms.identities }),
            now: now.getTime(),
        });
        const effects = await runInSlices(steps, signal);
        effects.sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1));
        const evaluated = pseudonyms ? roundCount(contexts.length / pseudonyms.draws) : contexts.length;
        const contextCounts = {
            population: kind,
            evaluated,
            ...(pseudonyms && { evaluatedBounds: boundsOfRounded(evaluated) }),
        };
        const changedByName = Map.groupBy((changes.features ?? []) as FlagDefinition[], ({ name }) => name);
        const touchedOnly = (names: readonly string[]): Touched => ({
            names,
            before,
            changes: { ...changes, features: names.flatMap((name) => changedByName.get(name) ?? []) },
        });
        const personaOf = new Map(contexts.map((context, index) => [context, personas[index]]));
        const flags = await mapYielding(
            effects,
            (effect, index) => {
                const precision = precisionOf(effect.name, touchedOnly, tested);
                const isDetailed = index < SPLIT_FLAGS;
                const counted = toFlagEffect(effect, {
                    population: tested,
                    precision,
                    evaluated,
                    isDetailed,
                    personaOf,
                });
                return { ...counted, summary: describeAffected(contextCounts, counted) };
            },
            signal,
        );
        const answer = {
            environment,
            ...contextCounts,
            evaluatedAt: now.toISOString(),
            note,
            ...(missingTraffic && { missingTraffic }),
            ...(trafficSince && { trafficSince }),
            ...(flags.some(({ unmeasured }) => unmeasured === 'identities') && { hasUnmeasuredRules: true }),
            flags,
        };
        answers.push(withFormerNames(answer));
    }
    return answers;
}

/** The findings of the contexts about one flag. */
function precisionOf(
    name: string,
    touchedOnly: (names: readonly string[]) => Touched,
    { pseudonyms }: Population,
): Precision {
    const own = touchedOnly(withParents(touchedOnly([name])).names);
    if (!isEvaluable(own)) return 'custom-strategies';
    if (!pseudonyms) return 'exact';
    if (hasIdentityRules(own)) return 'identities';
    return hasBuckets(own) ? 'drawn' : 'rounded';
}

/** A flag that moves between projects is visible to users who may see both projects. */
function isKnownIn(environment: string, before: FlagSet, { pairs, reader }: Pick<EffectQuery, 'pairs' | 'reader'>) {
    const changed = new Map(
        pairs
            .filter((pair) => pair.kind === 'flag' && pair.environment === environment)
            .map((pair) => [pair.name, [pair.before, pair.after].flatMap((side) => side ?? []).map(projectIn)]),
    );
    return (name: string) =>
        (changed.get(name) ?? [before.find(name)?.project ?? '']).every((project) =>
            reader.knowsFlag({ name, project }),
        );
}

interface FlagEffectOptions {
    population: Population;
    precision: Precision;
    /** The number of evaluated contexts, rounded if it may not be shown. */
    evaluated: number;
    isDetailed: boolean;
    personaOf: ReadonlyMap<object, string | undefined>;
}

type Counted = Omit<EnvironmentEffect['flags'][number], 'summary'>;

function toFlagEffect(effect: FlagEffect, options: FlagEffectOptions): Counted {
    const { population, precision, evaluated, isDetailed, personaOf } = options;
    const { pseudonyms } = population;
    const count = pseudonyms ? (drawn: number) => roundCount(drawn / pseudonyms.draws) : (exact: number) => exact;
    const counts = Object.fromEntries(EFFECT_COUNTS.map((name) => [name, count(effect[name])])) as Record<
        EffectCount,
        number
    >;
    const boundsWithin = (all: number) => (rounded: number) =>
        boundsOf(rounded, { precision, evaluated: all, pseudonyms });
    const boundsOfAll = boundsWithin(evaluated);
    const splits = (list: readonly Split[]) =>
        list.map((split) => {
            const part = { evaluated: count(split.evaluated), changed: count(split.changed) };
            const changed = boundsWithin(part.evaluated)(part.changed);
            const evaluatedOfPart = pseudonyms
                ? boundsOfRounded(part.evaluated)
                : { atLeast: part.evaluated, below: part.evaluated + 1 };
            return { ...split, ...part, ...(changed && { bounds: { evaluated: evaluatedOfPart, changed } }) };
        });
    const hasSplits = isDetailed && counts.changed > 0;
    return {
        name: effect.name,
        ...counts,
        ...(precision !== 'exact' && {
            bounds: Object.fromEntries(
                EFFECT_COUNTS.map((name) => [name, boundsOfAll(counts[name])!]),
            ) as Counted['bounds'] & object,
        }),
        ...((precision === 'identities' || precision === 'custom-strategies') && { unmeasured: precision }),
        byApp: hasSplits ? splits(effect.byApp) : [],
        byField: hasSplits
            ? Object.fromEntries(Object.entries(effect.byField).map(([field, list]) => [field, splits(list)]))
            : {},
        examples: (isDetailed && !pseudonyms ? effect.examples : []).map(({ context, before, after }) => {
            const persona = personaOf.get(context);
            return {
                context,
                ...(persona !== undefined && { persona }),
                before: { enabled: before.enabled, variant: before.variant.name },
                after: { enabled: after.enabled, variant: after.variant.name },
            };
        }),
    };
}
