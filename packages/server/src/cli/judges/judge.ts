import { DEFAULT_RESOURCE_LIMITS } from '../../core/settings/resource-limits.ts';
import { compileState } from '../../import/compiler/compile.ts';
import { ElementaryTests } from '../../import/compiler/elementary.ts';
import { Segments } from '../../import/compiler/segments.ts';
import type { TargetState } from '../../import/compiler/target.ts';
import type { Verdict } from '../../import/compiler/verdict.ts';
import { runAtOnce } from '../../import/import-steps.ts';
import { attributesOf, typesIn } from '../../import/model/attributes.ts';
import { type AttributeType, singleValueCaveat } from '../../import/model/condition.ts';
import type { ForeignState, ImportedJson } from '../../import/model/flag.ts';
import type { FlatContext } from '../../import/model/interpret.ts';
import { compiled, isSame, readEngine } from '../../import/proof/compare.ts';
import { contextsFor, seededRandom } from '../../import/proof/contexts.ts';
import { openDocument } from '../../import/reading.ts';
import type { ImportSource } from '../../import/sources/source.ts';

/** A product's own evaluator, which defines the correct result. */
export interface Judge<Document = unknown> {
    /** The npm package of the evaluator. */
    readonly name: string;
    /** Completes a context so that the product can evaluate it, e.g. with the required identity. */
    completed?(context: FlatContext): FlatContext;
    /** Loads the evaluator with the configuration of one environment. */
    evaluator(document: Document, environment: string): Promise<JudgeEvaluator>;
}

/** Returns the result of a flag; undefined: the default of the code. */
export type JudgeEvaluator = (
    flag: string,
    context: JudgedContext,
) => Promise<ImportedJson | undefined> | ImportedJson | undefined;

export interface JudgedContext {
    readonly userId: string | undefined;
    /** All other attributes, with the types that the rules expect. */
    readonly attributes: Readonly<Record<string, string | number | boolean>>;
    /** The same context in the format of Halyard. */
    readonly flat: FlatContext;
}

export interface JudgeDifference {
    flag: string;
    environment: string;
    context: FlatContext;
    judge: ImportedJson;
    halyard: ImportedJson;
    verdict: Verdict;
}

export interface JudgeFindings {
    /** The number of compared results by verdict of the flag. */
    compared: Record<Verdict, number>;
    differences: JudgeDifference[];
}

export interface JudgeOptions {
    /** The number of generated contexts for each flag and environment. */
    readonly contexts: number;
    readonly seed: number;
    /** The environments of the document; all by default. */
    readonly environments?: readonly string[];
}

/** Whether the import promises the same result for this context. A lost part promises only that nobody gets a different value. */
function isExact({ rules }: TargetState, state: ForeignState, context: FlatContext): boolean {
    const attributes = [...state.rules, state.off].flatMap((rule) => [...attributesOf(rule)]);
    // Contexts contain no lists here, so caveats about lists are fulfilled.
    const aboutLists = new Set(attributes.map(singleValueCaveat));
    if (rules.every(({ when }) => when.every((caveat) => aboutLists.has(caveat)))) return true;
    const types = typesIn(state);
    return attributes.every((name) => context[name] !== undefined && (types.get(name)?.size ?? 1) === 1);
}

/** Imports a document, with percentages of the same users, and evaluates it with both evaluators. */
export async function compareWithJudge<D>(
    judge: Judge<D>,
    { source, document }: { source: ImportSource; document: D },
    { contexts, seed, environments }: JudgeOptions,
): Promise<JudgeFindings> {
    const findings: JudgeFindings = {
        compared: { exact: 0, 'exact when present': 0, 're-bucketed': 0, 'server-only': 0, lost: 0 },
        differences: [],
    };
    const evaluators = new Map<string, JudgeEvaluator>();
    const random = seededRandom(seed);
    const root = runAtOnce(openDocument(document));
    const tests = new ElementaryTests(DEFAULT_RESOURCE_LIMITS);
    for (const flag of runAtOnce(source.read(root)).flags) {
        for (const [environment, state] of flag.states) {
            if (environments && !environments.includes(environment)) continue;
            const evaluate = evaluators.get(environment) ?? (await judge.evaluator(document, environment));
            evaluators.set(environment, evaluate);
            const segments = new Segments();
            const target = runAtOnce(
                compileState(flag, state, {
                    percentages: 'people',
                    limits: DEFAULT_RESOURCE_LIMITS,
                    segments,
                    tests,
                    budget: root.budget,
                }),
            );
            const set = compiled([[flag.key, target]], segments);
            for (const generated of contextsFor(state, contexts, random)) {
                const context = judge.completed?.(generated) ?? generated;
                if (!isExact(target, state, context)) continue;
                findings.compared[target.verdict]++;
                const expected = (await evaluate(flag.key, judged(context, state))) ?? false;
                const halyard = readEngine(set, flag.key, context);
                const isLeftOut = target.verdict === 'lost' && halyard === false;
                if (isLeftOut || isSame(expected, halyard)) continue;
                const { verdict } = target;
                findings.differences.push({ flag: flag.key, environment, context, judge: expected, halyard, verdict });
            }
        }
    }
    return findings;
}

function judged(flat: FlatContext, state: ForeignState): JudgedContext {
    const types = typesIn(state);
    const { userId, currentTime: _, ...rest } = flat;
    const attributes = Object.fromEntries(
        Object.entries(rest).map(([name, value]) => {
            const [type] = types.get(name) ?? [];
            return [name, typed(value, type)];
        }),
    );
    return { userId, attributes, flat };
}

function typed(value: string, type: AttributeType = 'text'): string | number | boolean {
    if (type === 'number') return Number(value);
    return type === 'boolean' ? value === 'true' : value;
}
