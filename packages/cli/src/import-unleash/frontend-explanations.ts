import type { SdkContext } from './contexts.ts';
import type { Instance, UnleashConstraint } from './instance.ts';
import type { SdkResult } from './judge.ts';
import { isSameResult, type KnownDifference, type TokenOptions } from './token-verification.ts';

/**
 * Explains differences of flags with parents: the frontend API of Unleash loads only flags that are on. A parent that is off is missing
 * there, and a dependency on a missing parent is never satisfied. SDKs receive the parent, so a flag that requires it to be off is on.
 */
export async function parentExplainer({ source, token, pairs, judge }: TokenOptions) {
    const { environment } = token;
    const flags = new Map(source.flags.map((flag) => [flag.name, flag]));
    const pair = pairs.find((each) => each.token.environment === environment);
    const sdk = pair && judge && (await judge.of(pair.before));
    const received = new Set(pair?.before.features.map(({ name }) => name));
    const explain = (
        name: string,
        context: SdkContext,
        { source: before, target: after }: { source: SdkResult; target: SdkResult },
    ): string | undefined => {
        const parent = flags
            .get(name)
            ?.dependencies.find(
                ({ feature, enabled }) =>
                    !enabled && flags.get(feature)?.environments.get(environment)?.enabled !== true,
            )?.feature;
        if (parent === undefined || before.feature_enabled || !after.feature_enabled) return undefined;
        const isChecked = sdk !== undefined && received.has(name);
        if (isChecked && !isSameResult(sdk.evaluate(name, context), after)) return undefined;
        const evidence = isChecked
            ? `${judge!.name} evaluates the flags of Unleash like Halyard`
            : 'SDKs evaluate it like Halyard';
        return `${name} requires ${parent} to be off, and ${parent} is off. The frontend API of Unleash does not load flags that are off and never enables ${name}; ${evidence}.`;
    };
    return Object.assign(explain, { end: () => sdk?.end() });
}

/** A part of a context that the frontend API of Unleash evaluates differently. Without it, both servers must respond with the same result. */
interface ContextDifference {
    concerns(constraint: UnleashConstraint, context: SdkContext): boolean;
    reason(flag: string, fields: string): string;
}

const isEmpty = ({ properties }: SdkContext, field: string) => properties[field] === '';

const CONTEXT_DIFFERENCES: ContextDifference[] = [
    {
        concerns: ({ contextName }) => contextName === 'currentTime',
        reason: (flag) =>
            `${flag} has a date constraint. Unleash ignores the currentTime that browsers send and uses its own clock; Halyard uses currentTime. For browsers that do not send it, the results are the same.`,
    },
    {
        concerns: ({ contextName, operator }, context) => operator.startsWith('NUM_') && isEmpty(context, contextName),
        reason: (flag, fields) =>
            `${flag} compares ${fields} with a number. Unleash treats an empty value of browsers as 0; Halyard treats it as missing. For other values, the results are the same.`,
    },
];

/** Returns the context without the parts that the servers evaluate differently. */
export const comparableContext = ({ currentTime: _, properties, ...context }: SdkContext) => ({
    ...context,
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== '')),
});

/** Explains differences that disappear with a comparable context, by the constraints of the flag, its segments and its parents. */
export function contextExplainer({ flags, segments }: Instance, environment: string) {
    const byName = new Map(flags.map((flag) => [flag.name, flag]));
    const ofSegments = new Map(segments.map(({ name, constraints = [] }) => [name, constraints]));
    const constraintsOf = (name: string): UnleashConstraint[] => {
        const { strategies = [] } = byName.get(name)?.environments.get(environment) ?? {};
        return strategies.flatMap((strategy) => [
            ...strategy.constraints,
            ...strategy.segments.flatMap((segment) => ofSegments.get(segment) ?? []),
        ]);
    };
    return (flag: string, context: SdkContext): KnownDifference | undefined => {
        const parents = byName.get(flag)?.dependencies ?? [];
        const constraints = [flag, ...parents.map(({ feature }) => feature)].flatMap(constraintsOf);
        const reasons = CONTEXT_DIFFERENCES.flatMap(({ concerns, reason }) => {
            const fields = new Set(
                constraints.filter((each) => concerns(each, context)).map(({ contextName }) => contextName),
            );
            return fields.size > 0 ? reason(flag, [...fields].join(', ')) : [];
        });
        return reasons.length > 0 ? { flag, environment, reason: reasons.join(' ') } : undefined;
    };
}
