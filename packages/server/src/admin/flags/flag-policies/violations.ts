import { typedPayload } from '../../../core/settings/value-types.ts';
import type { FlagPolicy, FlagPolicyViolation } from './flag-policy.schemas.ts';
import type { ValueSchemas } from './value-schema.ts';

/** The parts of a flag that a policy has rules for, regardless of the environment. */
export interface PolicedFlag {
    name: string;
    type: string;
    /** The expected lifetime of flags of this type; null: unlimited. */
    lifetimeDays: number | null;
    owner: unknown;
    tags: readonly string[];
}

/** The parts of a definition for SDKs that a policy has rules for. */
export interface DefinitionFacts {
    variants?: readonly { name: string; payload?: { type: string; value: string } }[];
    constraints?: readonly Constraint[];
    strategies?: readonly { variants?: DefinitionFacts['variants']; constraints?: readonly Constraint[] }[];
}

interface Constraint {
    contextName: string;
    operator: string;
    values?: readonly string[];
    value?: string;
}

export type RuleViolation = Pick<FlagPolicyViolation, 'rule' | 'message'>;

export function violationsOfFlag(policy: FlagPolicy, flag: PolicedFlag): RuleViolation[] {
    const { types, tags, ownerRequired, expiryRequired } = policy;
    const violations: RuleViolation[] = [];
    if (types && !types.includes(flag.type)) {
        violations.push({
            rule: 'types',
            message: `The type ${flag.type} is not allowed. Use one of: ${types.join(', ') || 'none'}.`,
        });
    }
    if (ownerRequired && (flag.owner === null || flag.owner === undefined)) {
        violations.push({ rule: 'ownerRequired', message: 'The flag needs an owner. Give it a user or a group.' });
    }
    if (expiryRequired && flag.lifetimeDays === null) {
        violations.push({
            rule: 'expiryRequired',
            message: `Flags of the type ${flag.type} never expire. Use a type with an expected lifetime.`,
        });
    }
    for (const tag of tags ? flag.tags : []) {
        if (tags!.includes(tag) || tags!.includes(`${tag.slice(0, tag.indexOf(':'))}:*`)) continue;
        violations.push({ rule: 'tags', message: `The tag ${tag} is not allowed. Use one of: ${tags!.join(', ')}.` });
    }
    return violations;
}

/** Returns the broken rules of order for a flag that is on in these environments. */
export function violationsOfOrder(
    { environments = [] }: FlagPolicy,
    environment: string,
    isOnIn: ReadonlySet<string>,
): RuleViolation[] {
    return environments
        .filter((rule) => rule.environment === environment && !isOnIn.has(rule.after))
        .map(({ after }) => ({
            rule: 'environments',
            message: `A flag is on in ${environment} only if it is on in ${after}. Turn it on in ${after} first.`,
        }));
}

export function violationsOfDefinition(
    { payloads = {}, contextFields = {} }: FlagPolicy,
    { variants = [], constraints = [], strategies = [] }: DefinitionFacts,
    schemas: ValueSchemas,
): RuleViolation[] {
    const violations: RuleViolation[] = [];
    for (const { name, payload } of [...variants, ...strategies.flatMap((strategy) => strategy.variants ?? [])]) {
        const schema = payload && payloads[payload.type as keyof typeof payloads];
        const problem = schema && schemas.problemOf(schema, typedPayload(payload));
        if (problem === undefined) continue;
        violations.push({
            rule: 'payloads',
            message: `The payload of variant ${name} does not match the schema for ${payload!.type}: ${problem}. Correct the payload.`,
        });
    }
    for (const constraint of [...constraints, ...strategies.flatMap((strategy) => strategy.constraints ?? [])]) {
        const { contextName, values = [], value } = constraint;
        const schema = Object.hasOwn(contextFields, contextName) ? contextFields[contextName] : undefined;
        if (!schema || !isOfWholeValues(constraint)) continue;
        for (const each of new Set([...values, ...(value === undefined ? [] : [value])])) {
            const problem = schemas.problemOf(schema, valueFor(schema, each));
            if (problem === undefined) continue;
            violations.push({
                rule: 'contextFields',
                message: `The value ${JSON.stringify(each)} of ${contextName} does not match its schema: ${problem}. Correct the constraint.`,
            });
        }
    }
    return violations;
}

/** Other operators compare with parts of values, or with patterns. */
const isOfWholeValues = ({ operator }: Constraint) =>
    operator === 'IN' || operator === 'NOT_IN' || /^(NUM|DATE|SEMVER)_/.test(operator);

function valueFor({ type }: Record<string, unknown>, text: string): unknown {
    const isNumeric = [type].flat().some((each) => each === 'number' || each === 'integer');
    return isNumeric && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
