import { createHash } from 'node:crypto';
import { type CompiledFlag, type Context, type Explanation, explain, type FlagSet } from '@halyard/engine';
import type { ArmKind } from '../../core/assignments/interest-content.ts';

/** The arm of a unit. Only units of the same stratum are comparable: the same definition, and the same strategies apply to them. */
export interface AssignedArm {
    arm: string;
    stratum: string;
    /** The definition of the flag, by which a stratum begins. */
    definition: string;
    /** The share of the units of the stratum that each arm gets. */
    shares: Readonly<Record<string, number>>;
}

/** `none`: the unit belongs to no arm. `undecidable`: its arm cannot be computed from the context. */
export type Assignment = AssignedArm | 'none' | 'undecidable';

export const ON = 'enabled';
export const OFF = 'disabled';

interface AssignOptions {
    arms: ArmKind;
    /** Whether a missing property is known to be missing, as in an evaluation by this service. */
    isComplete: boolean;
}

type Strategy = Explanation['strategies'][number];

/** Returns the arm of a context, computed by the engine. The arm "off" are those who are left out by a percentage alone. */
export function assign(set: FlagSet, flag: string, context: Context, options: AssignOptions): Assignment {
    const compiled = set.find(flag);
    if (compiled === undefined) return 'none';
    const explanation = explain(set, flag, context);
    if (!explanation.switchedOn) return 'none';
    const parents = explanation.dependencies.map(({ feature }) => feature);
    if (!options.isComplete && parents.some((parent) => !isDecidable(set, parent, context))) return 'undecidable';
    if (!explanation.dependenciesSatisfied) return 'none';
    const applicable: number[] = [];
    for (const [index, strategy] of explanation.strategies.entries()) {
        if (strategy.disabled) continue;
        const applies = isApplicable(strategy, context, options.isComplete);
        if (applies === undefined) return 'undecidable';
        if (applies) applicable.push(index);
    }
    const definition = definitionOf(compiled, explanation);
    if (options.arms === 'variants') return variantOf(explanation, definition, context, options.isComplete);
    // A flag without strategies is on for everybody.
    if (explanation.strategies.length > 0 && applicable.length === 0) return 'none';
    const share = shareOf(
        applicable.map((index) => explanation.strategies[index]!),
        flag,
    );
    return {
        arm: explanation.enabled ? ON : OFF,
        stratum: `${definition}/${applicable.join()}`,
        definition,
        shares: { [ON]: share, [OFF]: 1 - share },
    };
}

function isDecidable(set: FlagSet, flag: string, context: Context): boolean {
    const { strategies, dependencies } = explain(set, flag, context);
    return (
        strategies.every((each) => each.disabled || isApplicable(each, context, false) !== undefined) &&
        dependencies.every(({ feature }) => isDecidable(set, feature, context))
    );
}

/** Flight recorders replace values by their SHA-256, while SDKs evaluate the values themselves. */
const HASHED = /(^|:)[0-9a-f]{64}$/i;
export const isHashed = (value: string | null) => value !== null && HASHED.test(value);

/** Whether everything but the percentage lets the context in; undefined: this cannot be known. */
function isApplicable(strategy: Strategy, context: Context, isComplete: boolean): boolean | undefined {
    let isUnknown = false;
    const constraints = [...strategy.constraints, ...strategy.segments.flatMap((segment) => segment.constraints)];
    for (const { seen, result, contextName } of constraints) {
        const isKnown = isComplete || contextName === 'currentTime' || (seen !== null && !isHashed(seen));
        if (isKnown && !result) return false;
        if (!isKnown) isUnknown = true;
    }
    if (strategy.segments.some(({ result, constraints: ofSegment }) => !result && ofSegment.length === 0)) return false;
    if (isUnknown || strategy.result.evaluationStatus !== 'complete') return undefined;
    const { rollout } = strategy;
    if (rollout === null)
        return isRuleKnown(strategy, context, isComplete) ? strategy.result.enabled === true : undefined;
    if (rollout.threshold >= 100) return true;
    const isRandom =
        rollout.stickiness === 'random' || rollout.hashInput === null || !hasUser(rollout.stickiness, context);
    return isRandom || (!isComplete && isHashed(rollout.hashInput)) ? undefined : true;
}

/** Without a user, SDKs draw a random number. */
const hasUser = (stickiness: string, { userId, sessionId }: Context) =>
    stickiness !== 'default' || [userId, sessionId].some((value) => value !== undefined && value !== '');

/** The context fields of strategies without a percentage. */
const FIELDS: Readonly<Record<string, string>> = { userWithId: 'userId', remoteAddress: 'remoteAddress' };

function isRuleKnown({ name }: Strategy, context: Context, isComplete: boolean): boolean {
    if (isComplete || name === 'default') return true;
    const field = FIELDS[name];
    const value = field === undefined ? undefined : (context as Record<string, unknown>)[field];
    return typeof value === 'string' && !isHashed(value);
}

/** The share of the units that at least one strategy lets in. Strategies of one group use the same random number. */
function shareOf(strategies: readonly Strategy[], flag: string): number {
    if (strategies.length === 0) return 1;
    const groups = new Map<string, number>();
    for (const { rollout, parameters } of strategies) {
        if (rollout === null) return 1;
        const key = `${rollout.stickiness}\n${parameters['groupId'] || flag}`;
        groups.set(key, Math.max(groups.get(key) ?? 0, rollout.threshold / 100));
    }
    let off = 1;
    for (const share of groups.values()) off *= 1 - share;
    return 1 - off;
}

function variantOf(explanation: Explanation, definition: string, context: Context, isComplete: boolean): Assignment {
    const { enabled, variant, variantChoice, variants, strategies } = explanation;
    if (!enabled || !variant.enabled || variantChoice === null || variantChoice.override !== null) return 'none';
    const { stickiness, hashInput } = variantChoice;
    const isRandom = stickiness === 'random' || hashInput === null || !hasUser(stickiness, context);
    if (isRandom || (!isComplete && isHashed(hashInput))) return 'undecidable';
    const total = variants.reduce((sum, { weight }) => sum + weight, 0);
    const first = strategies.findIndex(({ disabled, result }) => !disabled && result.enabled === true);
    const shares = variants
        .filter(({ weight }) => weight > 0)
        .map(({ name, weight }) => [name, weight / total] as const);
    return { arm: variant.name, stratum: `${definition}/${first}`, definition, shares: Object.fromEntries(shares) };
}

/** The arm that an application reported, for a context from which it cannot be computed. Its share is unknown. */
export function reportedArm(set: FlagSet, flag: string, variant: string, arms: ArmKind): Assignment {
    const compiled = set.find(flag);
    const isSwitch = variant === ON || variant === OFF;
    if (compiled === undefined || (arms === 'variants' && isSwitch)) return 'undecidable';
    const definition = definitionOf(compiled, explain(set, flag, {}));
    const arm = arms === 'variants' || variant === OFF ? variant : ON;
    return { arm, stratum: `${definition}/reported`, definition, shares: {} };
}

const definitions = new WeakMap<CompiledFlag, string>();

/** Identifies what decides about the arms: a change of it begins another stratum. */
export function definitionOf(flag: CompiledFlag, { strategies, variants, dependencies }: Explanation): string {
    const known = definitions.get(flag);
    if (known !== undefined) return known;
    const rule = ({ contextName, operator, values, value, inverted, caseInsensitive }: Constraint) => [
        ...[contextName, operator, values ?? [], value ?? null, inverted ?? false, caseInsensitive ?? false],
    ];
    const content = [
        strategies
            .filter(({ disabled }) => !disabled)
            .map((strategy) => [
                strategy.name,
                Object.entries(strategy.parameters).sort(),
                strategy.constraints.map(rule),
                strategy.segments.map((segment) => segment.constraints.map(rule)),
                strategy.variants.map(({ name, weight, stickiness }) => [name, weight, stickiness]),
            ]),
        strategies.some((strategy) => strategy.variants.length > 0)
            ? []
            : variants.map(({ name, weight }) => [name, weight]),
        dependencies.map(({ feature, wanted }) => [feature, wanted]),
    ];
    const definition = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12);
    definitions.set(flag, definition);
    return definition;
}

type Constraint = Strategy['constraints'][number];
