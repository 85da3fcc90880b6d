import type { ConstraintDefinition } from '@halyard/engine';
import { type CompileOptions, compileState } from './compiler/compile.ts';
import { ElementaryTests, type Limits } from './compiler/elementary.ts';
import { Segments } from './compiler/segments.ts';
import type { TargetState } from './compiler/target.ts';
import { type Verdict, worst } from './compiler/verdict.ts';
import type { ImportSteps } from './import-steps.ts';
import { InvalidDocument } from './invalid-document.ts';
import { environmentsOf, type ForeignFlag, type ForeignState } from './model/flag.ts';
import { Interpreter } from './model/interpret.ts';
import { bucketOf, compiled, effortOfEvaluating, isSame, readEngine, readOutcome } from './proof/compare.ts';
import { contextsFor, seededRandom } from './proof/contexts.ts';
import type { DocumentReader } from './reading.ts';
import type { ReportedFlag, TranslationReport } from './report.ts';
import type { ImportSource } from './sources/source.ts';

export interface TranslateOptions {
    /** The target environment for each environment of the source; others are not imported. */
    readonly environments: Readonly<Record<string, string>>;
    readonly percentages: CompileOptions['percentages'];
    readonly limits: Limits;
    /** The existing segments. */
    readonly segments: Iterable<readonly [name: string, constraints: readonly ConstraintDefinition[]]>;
    /** Whether a flag may have this name. */
    isName(name: string): boolean;
}

/** A flag as it would be imported. */
export interface TargetFlag {
    readonly name: string;
    readonly description: string | undefined;
    readonly tags: readonly string[];
    /** By target environment. */
    readonly states: ReadonlyMap<string, TargetState>;
}

export interface Translation {
    readonly flags: readonly TargetFlag[];
    readonly segments: ReadonlyMap<string, readonly ConstraintDefinition[]>;
    readonly report: TranslationReport;
}

const SEED = 14;
/** The number of contexts that each flag is tested with, and the limit for all flags together. */
const CONTEXTS_PER_FLAG = 20;
const MAX_COMPARED = 20_000;
const SHOWN_DIFFERENCES = 20;
/** Large flags are compared for fewer contexts. */
const MAX_COMPARE_EFFORT = 100_000;

/** Reads a document and compiles it flag by flag, so that other work can run in between. */
export function* translate(
    source: ImportSource,
    root: DocumentReader,
    options: TranslateOptions,
): ImportSteps<Translation> {
    const project = yield* source.read(root);
    requireKnownEnvironments(project.flags, options.environments);
    const compileOptions: CompileOptions = {
        ...options,
        segments: new Segments(options.segments),
        tests: new ElementaryTests(options.limits),
        budget: root.budget,
    };
    const report: TranslationReport = {
        product: source.product,
        percentages: options.percentages,
        flags: [],
        leftOut: [...project.leftOut],
        counts: { exact: 0, 'exact when present': 0, 're-bucketed': 0, 'server-only': 0, lost: 0 },
        notes: [...project.notes],
        proof: { seed: SEED, compared: 0, differences: [] },
    };
    const flags: TargetFlag[] = [];
    const names = new Set<string>();
    for (const flag of project.flags) {
        root.budget.begin('flag', flag.key);
        const reason = refusal(flag, names, options);
        if (reason !== undefined) report.leftOut.push({ name: flag.key, path: flag.path, reason });
        else flags.push(yield* translateFlag(flag, options.environments, compileOptions, report));
        yield;
    }
    return { flags, segments: compileOptions.segments.all, report };
}

/** Fails for an unknown environment, because a typo would silently import nothing. */
function requireKnownEnvironments(flags: readonly ForeignFlag[], environments: TranslateOptions['environments']): void {
    const known = new Set(flags.flatMap(environmentsOf));
    if (flags.length === 0) return;
    for (const name of Object.keys(environments)) {
        if (known.has(name)) continue;
        throw new InvalidDocument(
            '',
            `has no environment ${name}. It has: ${[...known].slice(0, 20).join(', ') || 'none'}`,
        );
    }
}

function refusal(flag: ForeignFlag, names: Set<string>, options: TranslateOptions): string | undefined {
    const { key, states, malformed } = flag;
    if (!options.isName(key))
        return "the name is not allowed here: use letters, digits and ~ _ . - ! * ' ( ), up to 100 characters";
    if (names.size === names.add(key).size) return 'an earlier flag has the same name';
    const isMapped = (name: string) => Object.hasOwn(options.environments, name);
    for (const [name, problem] of malformed ?? []) if (isMapped(name)) return problem;
    return [...states.keys()].some(isMapped) ? undefined : 'it is in none of the environments';
}

function* translateFlag(
    flag: ForeignFlag,
    environments: TranslateOptions['environments'],
    options: CompileOptions,
    report: TranslationReport,
): ImportSteps<TargetFlag> {
    const states = new Map<string, TargetState>();
    const reported: ReportedFlag = {
        name: flag.key,
        path: flag.path,
        verdict: 'exact',
        notes: [...flag.notes],
        environments: [],
    };
    for (const [from, environment] of Object.entries(environments)) {
        const state = flag.states.get(from);
        if (state === undefined) continue;
        const target = yield* compileState(flag, state, options);
        states.set(environment, target);
        const { enabled, reads, verdict, rules, notes, strategies } = target;
        reported.environments.push({
            from,
            environment,
            enabled,
            reads,
            verdict,
            rules,
            notes,
            strategies: strategies.length,
        });
        yield* compare(flag, { state, target, environment }, options, report);
        yield;
    }
    const verdict: Verdict = worst(reported.environments.map((each) => each.verdict));
    report.flags.push({ ...reported, verdict });
    report.counts[verdict]++;
    const { description, tags } = flag;
    return { name: flag.key, description, tags, states };
}

/** Compares the strategies with the rules they were compiled from. A difference would be a bug and is reported. */
function* compare(
    { key }: ForeignFlag,
    { state, target, environment }: { state: ForeignState; target: TargetState; environment: string },
    { segments, budget }: CompileOptions,
    { proof }: TranslationReport,
): ImportSteps<void> {
    if (target.verdict === 'lost' || target.verdict === 're-bucketed' || proof.compared >= MAX_COMPARED) return;
    const { once, each } = effortOfEvaluating(state);
    const contexts = Math.min(CONTEXTS_PER_FLAG, Math.ceil(MAX_COMPARE_EFFORT / each));
    budget.spend(once + each * contexts);
    const set = compiled([[key, target]], segments);
    const interpreter = new Interpreter(bucketOf);
    for (const context of contextsFor(state, contexts, seededRandom(proof.seed + proof.compared))) {
        if (budget.shouldYield()) yield;
        proof.compared++;
        if (isSame(readEngine(set, key, context), readOutcome(interpreter.decide(state, context)))) continue;
        if (proof.differences.length < SHOWN_DIFFERENCES) proof.differences.push({ flag: key, environment, context });
    }
}
