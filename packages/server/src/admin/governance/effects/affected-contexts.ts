import { effectOfInSteps, type FlagEffect, type FlagSet, type Split, touchedBy } from '@halyard/engine';
import { mapYielding, runInSlices, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { EnvironmentEffect } from './effect.schemas.ts';
import { changesIn, type Pair } from './pairs.ts';
import { type Population, roundCount, SMALLEST_CELL } from './population.ts';
import { type EffectReader, projectIn } from './reader.ts';
import { hasIdentityRules, type Touched } from './touched.ts';

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
        const steps = effectOfInSteps({
            before,
            changes,
            names,
            contexts,
            splitBy,
            smallestCell: tested.isOpen ? 1 : SMALLEST_CELL,
            ...(tested.identities && { identities: tested.identities }),
            now: now.getTime(),
        });
        const effects = await runInSlices(steps, signal);
        effects.sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1));
        const flags = await mapYielding(
            effects,
            (effect, index) => toFlagEffect(effect, tested.isOpen, index < SPLIT_FLAGS),
            signal,
        );
        answers.push({
            environment,
            population: tested.kind,
            asked: tested.isOpen ? contexts.length : roundCount(contexts.length),
            ...(tested.note !== undefined && { note: tested.note }),
            ...(tested.identities !== undefined && hasIdentityRules(touched) && { hasUnmeasuredRules: true }),
            flags,
        });
    }
    return answers;
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

function toFlagEffect(effect: FlagEffect, isOpen: boolean, inDetail: boolean): EnvironmentEffect['flags'][number] {
    const { name, onBefore, onAfter, offToOn, onToOff, variantChanged, byApp, byField, examples } = effect;
    const count = isOpen ? (exact: number) => exact : roundCount;
    const counts = { offToOn: count(offToOn), onToOff: count(onToOff), variantChanged: count(variantChanged) };
    const changed = counts.offToOn + counts.onToOff + counts.variantChanged;
    const splits = (list: readonly Split[]) =>
        list.map((split) => ({ ...split, asked: count(split.asked), changed: count(split.changed) }));
    const isDetailed = inDetail && changed > 0;
    return {
        name,
        onBefore: count(onBefore),
        onAfter: count(onAfter),
        changed,
        ...counts,
        byApp: isDetailed ? splits(byApp) : [],
        byField: isDetailed
            ? Object.fromEntries(Object.entries(byField).map(([field, list]) => [field, splits(list)]))
            : {},
        examples: (isOpen && inDetail ? examples : []).map(({ context, before, after }) => ({
            context,
            before: { enabled: before.enabled, variant: before.variant.name },
            after: { enabled: after.enabled, variant: after.variant.name },
        })),
    };
}
