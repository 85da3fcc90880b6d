import { effectOfInSteps, type FlagEffect, type FlagSet, type Split, touchedBy } from '@halyard/engine';
import { mapYielding, runInSlices, shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { EnvironmentEffect } from './effect.schemas.ts';
import { changesIn, type Pair } from './pairs.ts';
import { asCrowd, type Population, SMALLEST_CELL } from './population.ts';
import { type EffectReader, projectIn } from './reader.ts';
import { hasIdentityRules, type Touched } from './touched.ts';

interface Question {
    /** All that differs, also what the reader may not see: it decides, too. */
    pairs: readonly Pair[];
    /** Every environment before the change. */
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

/** Who gets something else, environment by environment, as far as flags are touched there that the reader may know of. */
export async function whoChanges(question: Question): Promise<EnvironmentEffect[]> {
    const { pairs, sets, population, splitBy, now, signal } = question;
    const answers: EnvironmentEffect[] = [];
    for (const [environment, before] of sets) {
        if (shouldYield()) await yieldToEventLoop();
        const changes = changesIn(environment, pairs);
        const names = touchedBy(before, changes).filter(isKnownIn(environment, before, question));
        if (names.length === 0) continue;
        const touched = { names, before, changes };
        const asked = await population(environment, touched);
        // A context that does not name its environment is in the one that is asked about.
        const contexts = await mapYielding(asked.contexts, (context) => ({ environment, ...context }), signal);
        const steps = effectOfInSteps({
            before,
            changes,
            names,
            contexts,
            splitBy,
            smallestCell: asked.isOpen ? 1 : SMALLEST_CELL,
            ...(asked.identities && { identities: asked.identities }),
            now: now.getTime(),
        });
        const effects = await runInSlices(steps, signal);
        effects.sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1));
        const flags = await mapYielding(
            effects,
            (effect, place) => told(effect, asked.isOpen, place < SPLIT_FLAGS),
            signal,
        );
        answers.push({
            environment,
            population: asked.kind,
            asked: asked.isOpen ? contexts.length : asCrowd(contexts.length),
            ...(asked.note !== undefined && { note: asked.note }),
            ...(asked.identities !== undefined && hasIdentityRules(touched) && { hasUnmeasuredRules: true }),
            flags,
        });
    }
    return answers;
}

/** Of a flag that moves between projects, one must know both. */
function isKnownIn(environment: string, before: FlagSet, { pairs, reader }: Pick<Question, 'pairs' | 'reader'>) {
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

function told(effect: FlagEffect, isOpen: boolean, inDetail: boolean): EnvironmentEffect['flags'][number] {
    const { name, onBefore, onAfter, offToOn, onToOff, variantChanged, byApp, byField, examples } = effect;
    const count = isOpen ? (exact: number) => exact : asCrowd;
    const counts = { offToOn: count(offToOn), onToOff: count(onToOff), variantChanged: count(variantChanged) };
    const changed = counts.offToOn + counts.onToOff + counts.variantChanged;
    const splits = (list: readonly Split[]) =>
        list.map((split) => ({ ...split, asked: count(split.asked), changed: count(split.changed) }));
    const isTold = inDetail && changed > 0;
    return {
        name,
        onBefore: count(onBefore),
        onAfter: count(onAfter),
        changed,
        ...counts,
        byApp: isTold ? splits(byApp) : [],
        byField: isTold
            ? Object.fromEntries(Object.entries(byField).map(([field, list]) => [field, splits(list)]))
            : {},
        examples: (isOpen && inDetail ? examples : []).map(({ context, before, after }) => ({
            context,
            before: { enabled: before.enabled, variant: before.variant.name },
            after: { enabled: after.enabled, variant: after.variant.name },
        })),
    };
}
