import type fc from 'fast-check';
import { DEFAULT_RESOURCE_LIMITS } from '../../src/core/settings/resource-limits.ts';
import { compileState } from '../../src/import/compiler/compile.ts';
import { Segments } from '../../src/import/compiler/segments.ts';
import type { TargetState } from '../../src/import/compiler/target.ts';
import type { Verdict } from '../../src/import/compiler/verdict.ts';
import { attributesOf, typesIn } from '../../src/import/model/attributes.ts';
import type { AttributeType } from '../../src/import/model/condition.ts';
import type { ForeignState, ImportedJson } from '../../src/import/model/flag.ts';
import type { FlatContext } from '../../src/import/model/interpret.ts';
import { compiled, isSame, readEngine } from '../../src/import/proof/compare.ts';
import { contextsFor, seeded } from '../../src/import/proof/contexts.ts';
import { type ImportSource, readWhole } from '../../src/import/sources/source.ts';

/** A product's own evaluator, which defines the correct result. */
export interface Judge<Document = unknown> {
    readonly name: string;
    readonly source: ImportSource;
    /** Valid documents of the product. */
    readonly documents: fc.Arbitrary<Document>;
    /** Completes a context so that the product can evaluate it, e.g. with the required identity. */
    completed?(context: FlatContext): FlatContext;
    /** Undefined: the default of the code. */
    evaluator(
        document: Document,
    ): Promise<(flag: string, context: JudgedContext) => Promise<ImportedJson | undefined> | ImportedJson | undefined>;
}

export interface JudgedContext {
    readonly userId: string | undefined;
    /** All other attributes, with the types that the rules expect. */
    readonly attributes: Readonly<Record<string, string | number | boolean>>;
    /** The same context in the format of Halyard. */
    readonly flat: FlatContext;
}

export interface Difference {
    flag: string;
    context: FlatContext;
    judge: ImportedJson;
    halyard: ImportedJson;
    verdict: Verdict;
    document: unknown;
}

export interface Findings {
    /** The number of compared results for which equality was promised, by verdict of the flag. */
    compared: Record<Verdict, number>;
    differences: Difference[];
}

/** Whether Halyard promises the same result for this context. */
function isPromised({ verdict, rules }: TargetState, state: ForeignState, context: FlatContext): boolean {
    if (verdict === 'lost' || verdict === 're-bucketed') return false;
    if (rules.every(({ when }) => when.length === 0)) return true;
    const types = typesIn(state);
    const attributes = [...state.rules, state.off].flatMap((rule) => [...attributesOf(rule)]);
    return attributes.every((name) => context[name] !== undefined && (types.get(name)?.size ?? 1) === 1);
}

/** Imports a document and evaluates it with both. Differences where equality was not promised are not reported. */
export async function compareWith<D>(
    judge: Judge<D>,
    document: D,
    { contexts, seed }: { contexts: number; seed: number },
): Promise<Findings> {
    const findings: Findings = {
        compared: { exact: 0, 'exact when present': 0, 're-bucketed': 0, 'server-only': 0, lost: 0 },
        differences: [],
    };
    const evaluate = await judge.evaluator(document);
    const random = seeded(seed);
    for (const flag of readWhole(judge.source, document).flags) {
        for (const state of flag.states.values()) {
            const segments = new Segments();
            const target = compileState(flag, state, {
                percentages: 'people',
                limits: DEFAULT_RESOURCE_LIMITS,
                segments,
            });
            const set = compiled([[flag.key, target]], segments);
            for (const generated of contextsFor(state, contexts, random)) {
                const context = judge.completed?.(generated) ?? generated;
                if (!isPromised(target, state, context)) continue;
                findings.compared[target.verdict]++;
                const expected = (await evaluate(flag.key, judged(context, state))) ?? false;
                const halyard = readEngine(set, flag.key, context);
                if (isSame(expected, halyard)) continue;
                findings.differences.push({
                    flag: flag.key,
                    context,
                    judge: expected,
                    halyard,
                    verdict: target.verdict,
                    document,
                });
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
