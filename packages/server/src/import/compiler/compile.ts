import type { DocumentBudget } from '../document-budget.ts';
import type { ImportSteps } from '../import-steps.ts';
import { typesIn } from '../model/attributes.ts';
import type { Bucketing } from '../model/bucketing.ts';
import {
    type AttributeType,
    all,
    conditionsIn,
    type ImportCondition,
    not,
    singleValueCaveat,
} from '../model/condition.ts';
import type { ForeignFlag, ForeignState, ImportOutcome, ImportRule, ImportSplitPart } from '../model/flag.ts';
import { Effort, TOO_LONG, TooLarge } from './effort.ts';
import { type ElementaryTests, isEveryone } from './elementary.ts';
import { type NormalForm, normalForm } from './normal-form.ts';
import type { Segments } from './segments.ts';
import { type CompiledSplit, ofPeople, ofShares, type SplitGrant } from './split.ts';
import { StrategyBuilder, type StrategyOptions } from './strategy-builder.ts';
import type { TargetState, TargetStrategy } from './target.ts';
import { keyOfOutcome } from './variants.ts';
import { type RuleVerdict, VERDICTS, type Verdict, worst } from './verdict.ts';

export interface CompileOptions extends StrategyOptions {
    /** Collects the segments that strategies refer to. */
    readonly segments: Segments;
    readonly tests: ElementaryTests;
    readonly budget: DocumentBudget;
}

/** Compiles a flag of one environment to strategies, with a verdict for each of its rules. */
export function* compileState(
    flag: ForeignFlag,
    state: ForeignState,
    options: CompileOptions,
): ImportSteps<TargetState> {
    const asSwitch = yield* new StateCompiler(flag, options, false).compile(state);
    // Serving values instead changes which rules are lost, and nothing else about a verdict.
    if (!flag.isBoolean || asSwitch.verdict !== 'lost') return asSwitch;
    // While false means off, a rule that serves false does not stop later rules; as a value, it does.
    const asValue = yield* new StateCompiler(flag, options, true).compile(state);
    const isBetter = VERDICTS.indexOf(asValue.verdict) < VERDICTS.indexOf(asSwitch.verdict);
    return isBetter ? asValue : asSwitch;
}

interface Expanded extends CompiledSplit {
    readonly caveats: readonly string[];
}

/** Far more than users maintain; for each rule, the remaining audience of all rules before it is computed. */
const MAX_RULES = 2_000;

/** A test that is only visited costs less than one that is compared with others. */
const JUDGE_EFFORT = 0.25;

class StateCompiler {
    readonly #options: CompileOptions;
    readonly #asValue: boolean;
    readonly #strategies: StrategyBuilder;
    readonly #effort: Effort;
    #types: ReadonlyMap<string, ReadonlySet<AttributeType>> = new Map();

    constructor({ key }: ForeignFlag, options: CompileOptions, asValue: boolean) {
        this.#options = options;
        this.#effort = new Effort(options.budget);
        this.#strategies = new StrategyBuilder(key, options, this.#effort);
        this.#asValue = asValue;
    }

    *compile(state: ForeignState): ImportSteps<TargetState> {
        const { isOn, rules, off } = state;
        if (this.#effort.trySpend(sizeOf(state))) this.#types = typesIn(state);
        const on = yield* this.#list(rules);
        const notes: string[] = [];
        const reads = this.#asValue ? 'variant' : 'enabled';
        if (this.#asValue) {
            notes.push('Read its variant, or read it through OFREP: whether it is on does not tell true from false.');
        }
        const { featureEnvironmentStrategies: limit } = this.#options.limits;
        const whileOff = yield* this.#list([off]);
        const servesWhileOff = !isOn && whileOff.strategies.length > 0;
        const strategies = servesWhileOff
            ? [...whileOff.strategies, ...on.strategies.map((strategy) => ({ ...strategy, disabled: true }))]
            : on.strategies;
        const verdicts = isOn ? on.verdicts : [...whileOff.verdicts, ...on.verdicts];
        if (strategies.length > limit) {
            const reason = `it would have ${strategies.length} strategies, and ${limit} are allowed`;
            return {
                enabled: false,
                strategies: [],
                reads,
                verdict: 'lost',
                rules: verdicts.map((rule) => ({ ...rule, verdict: 'lost', reasons: [...rule.reasons, reason] })),
                notes,
            };
        }
        if (servesWhileOff) {
            notes.push(
                'The flag is off in the source but serves a value: it is on here, with one strategy that serves the value. To turn it on as intended, remove that strategy and enable the others.',
            );
        }
        const decided = isOn ? on.verdicts : whileOff.verdicts;
        return {
            enabled: strategies.length > 0 && (isOn || servesWhileOff),
            strategies,
            reads: strategies.some(({ variants }) => variants.length > 0) ? 'variant' : reads,
            verdict: worst(decided.map(({ verdict }) => verdict)),
            rules: verdicts,
            notes,
        };
    }

    *#list(rules: readonly ImportRule[]): ImportSteps<{ strategies: TargetStrategy[]; verdicts: RuleVerdict[] }> {
        if (rules.length > MAX_RULES) {
            const lost = { verdict: 'lost' as const, reasons: [`it is one of more than ${MAX_RULES} rules`], when: [] };
            return { strategies: [], verdicts: rules.map((rule) => ({ ...locationOf(rule), ...lost })) };
        }
        const strategies: TargetStrategy[] = [];
        const verdicts: RuleVerdict[] = [];
        const ended: ImportCondition[] = [];
        /** Grants of which a part is lost. Their users must not get another result from a later rule. */
        const lost: SplitGrant[] = [];
        let isOver = false;
        for (const rule of rules) {
            if (this.#effort.shouldYield()) yield;
            if (isOver) {
                verdicts.push({
                    ...locationOf(rule),
                    verdict: 'exact',
                    reasons: ['no user reaches this rule'],
                    when: [],
                });
                continue;
            }
            const expanded = this.#expand(rule);
            const reasons = new Set<string>([...expanded.reasons, ...(rule.losses ?? [])]);
            let { verdict } = expanded;
            const lostHere: SplitGrant[] = [];
            for (const grant of expanded.grants) {
                const { alternatives, losses } = yield* this.#audience(grant, ended, lost);
                const problems = [...losses];
                for (const alternative of alternatives) {
                    const strategy = this.#strategies.build(rule, grant, alternative);
                    if (typeof strategy === 'string') problems.push(strategy);
                    else strategies.push(strategy);
                }
                if (problems.length === 0) continue;
                for (const reason of problems) reasons.add(reason);
                verdict = 'lost';
                lostHere.push(grant);
            }
            lost.push(...lostHere);
            verdicts.push({ ...locationOf(rule), verdict, reasons: shown(reasons), when: shown(expanded.caveats) });
            ended.push(...expanded.ends);
            isOver = 'outcome' in rule.serves && isEveryone(rule.when);
        }
        return { strategies, verdicts };
    }

    /** The audience of a grant without the users whose result is decided by earlier rules, or unknown. */
    *#audience(
        grant: SplitGrant,
        ended: readonly ImportCondition[],
        lost: readonly SplitGrant[],
    ): ImportSteps<NormalForm> {
        if (!this.#effort.trySpend(ended.length + lost.length)) return { alternatives: [], losses: [TOO_LONG] };
        const excluded = lost.filter((other) => !haveSameResult(other, grant)).map(({ when }) => when);
        const { limits, segments, tests } = this.#options;
        return yield* normalForm(all(grant.when, ...[...ended, ...excluded].map(not)), {
            limits,
            tests,
            segments,
            effort: this.#effort,
        });
    }

    #expand(rule: ImportRule): Expanded {
        const judged = this.#judge(rule);
        // The result of the rule is unknown, so its users get nothing, neither from this rule nor from a later one.
        if (rule.losses !== undefined && rule.losses.length > 0) return { ...judged, grants: [], ends: [rule.when] };
        if ('outcome' in rule.serves) return { ...judged, ...this.#whole(rule.when, rule.serves.outcome) };
        const { split } = rule.serves;
        const parts = split.parts
            .filter(({ ranges }) => ranges.length > 0)
            .map((part) => ({
                ...part,
                serves: part.serves === 'next' ? part.serves : this.#effectiveOutcome(part.serves),
            }));
        const compiled = this.#split(rule.when, split.bucketing, parts);
        return {
            ...compiled,
            verdict: worst([judged.verdict, compiled.verdict]),
            reasons: [...judged.reasons, ...compiled.reasons],
            caveats: judged.caveats,
        };
    }

    #split(when: ImportCondition, bucketing: Bucketing, parts: readonly ImportSplitPart[]): CompiledSplit {
        if (this.#options.percentages === 'share') return ofShares(when, bucketing, parts);
        try {
            return ofPeople(when, bucketing, parts, this.#effort);
        } catch (error) {
            if (!(error instanceof TooLarge)) throw error;
            return { grants: [], ends: [when], verdict: 'lost', reasons: [error.message] };
        }
    }

    #whole(when: ImportCondition, outcome: ImportOutcome): Pick<Expanded, 'grants' | 'ends'> {
        const effective = this.#effectiveOutcome(outcome);
        if (effective === 'off') return { grants: [], ends: [when] };
        return { grants: [{ when, shares: [{ outcome: effective, share: 1 }] }], ends: [] };
    }

    /** If false must be distinguished from a missing value, true and false become values. */
    #effectiveOutcome(outcome: ImportOutcome): ImportOutcome {
        if (!this.#asValue || typeof outcome === 'object') return outcome;
        return { value: outcome === 'on' };
    }

    #judge({ when, losses = [], caveats = [] }: ImportRule): Pick<Expanded, 'verdict' | 'reasons' | 'caveats'> {
        const verdicts: Verdict[] = ['exact'];
        const reasons = new Set<string>();
        const kinds = new Set(caveats);
        if (losses.length > 0) verdicts.push('lost');
        for (const test of conditionsIn(when)) {
            if (!this.#effort.trySpend(JUDGE_EFFORT)) {
                verdicts.push('lost');
                reasons.add(TOO_LONG);
                break;
            }
            if (test.is === 'lost') {
                verdicts.push('lost');
                reasons.add(test.reason);
            } else if (test.is === 'bucket') {
                verdicts.push(this.#options.percentages === 'people' ? 'server-only' : 're-bucketed');
                reasons.add(`a percentage by ${test.bucketing.attribute}`);
            } else if (test.is === 'test') {
                const caveat = test.caveat ?? this.#mixed(test.attribute);
                if (caveat !== undefined) kinds.add(caveat);
                if (test.anyElement) kinds.add(singleValueCaveat(test.attribute));
            }
        }
        if (kinds.size > 0) verdicts.push('exact when present');
        return { verdict: worst(verdicts), reasons: [...reasons], caveats: [...kinds] };
    }

    /** Context values are text here: an attribute with two types in the source has only one. */
    #mixed(attribute: string): string | undefined {
        const types = this.#types.get(attribute);
        return types === undefined || types.size < 2
            ? undefined
            : `${attribute} is compared as ${[...types].sort().join(' and ')}: here its text decides`;
    }
}

/** Whether all users of both grants get the same result. */
function haveSameResult({ shares: [one, ...others] }: SplitGrant, { shares: [same, ...rest] }: SplitGrant): boolean {
    if (one === undefined || same === undefined || others.length > 0 || rest.length > 0) return false;
    return keyOfOutcome(one.outcome) === keyOfOutcome(same.outcome);
}

/** The number of conditions of a state. Conditions that are shared by rules count once. */
function sizeOf({ rules, off }: ForeignState): number {
    const seen = new Set<ImportCondition>();
    let size = rules.length;
    for (const { when } of [...rules, off]) for (const _ of conditionsIn(when, seen)) size++;
    return size;
}

const MAX_REASONS = 20;

/** Rules may have thousands of reasons, which are repeated for every flag that uses the same segment. */
function shown(reasons: Iterable<string>): string[] {
    const all = [...reasons];
    return all.length > MAX_REASONS ? [...all.slice(0, MAX_REASONS), `${all.length - MAX_REASONS} more reasons`] : all;
}

const locationOf = ({ path, title }: ImportRule) => ({ path, title });
