import { type Static, Type } from 'typebox';
import { Body, Dictionary, Nullable } from '../../../http/route/schemas.ts';

/** The members are checked by `value-schema.ts`. */
const ValueSchema = Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    maxProperties: 20,
    description:
        'A JSON Schema of these keywords: type, enum, const, properties, required, additionalProperties (a boolean), items, minItems, maxItems, minLength, maxLength, pattern (RE2), minimum, maximum, title, description',
});

const name = Type.String({ minLength: 1, maxLength: 100 });

const members = {
    types: Type.Optional(
        Type.Array(name, { maxItems: 50, description: 'The allowed types of flags. Omitted: all', uniqueItems: true }),
    ),
    tags: Type.Optional(
        Type.Array(Type.String({ minLength: 3, maxLength: 120, pattern: '^[^:]+:' }), {
            maxItems: 200,
            description: 'The allowed tags, as type:value, or type:* for all values of a type. Omitted: all',
        }),
    ),
    ownerRequired: Type.Optional(Type.Boolean({ description: 'Whether every flag needs an owner' })),
    expiryRequired: Type.Optional(
        Type.Boolean({
            description:
                'Whether every flag needs a type with an expected lifetime, after which it is potentially stale',
        }),
    ),
    environments: Type.Optional(
        Type.Array(
            Body({
                environment: name,
                after: Type.String({ ...name, description: 'Where the flag must be on before it is turned on here' }),
            }),
            { maxItems: 50, description: 'The order in which flags are turned on' },
        ),
    ),
    payloads: Type.Optional(
        Body(
            {
                string: Type.Optional(ValueSchema),
                csv: Type.Optional(ValueSchema),
                number: Type.Optional(ValueSchema),
                json: Type.Optional(ValueSchema),
            },
            { description: 'Schemas of the values of variants, by type of payload' },
        ),
    ),
    contextFields: Type.Optional(
        Type.Unsafe<Record<string, Record<string, unknown>>>({
            ...Dictionary(ValueSchema, { maxProperties: 50 }),
            description:
                'Schemas of the values that constraints compare with a context field. Values that are numbers are checked as numbers if the schema is of one',
        }),
    ),
};

export const FlagPolicyUpdate = Body(members, {
    $id: 'flagPolicyUpdate',
    description: 'The rules of a project for its flags. Omitted rules are removed',
});
export const FlagPolicy = Type.Object(members, {
    $id: 'flagPolicy',
    description: 'The rules of a project for its flags',
});
export type FlagPolicy = Static<typeof FlagPolicy>;

const FlagPolicyViolation = Type.Object({
    flag: Type.String(),
    environment: Nullable(Type.String({ description: 'null: the rule concerns the flag in all environments' })),
    rule: Type.Enum(['types', 'tags', 'ownerRequired', 'expiryRequired', 'environments', 'payloads', 'contextFields']),
    message: Type.String({ description: 'The reason and the next step' }),
});
export type FlagPolicyViolation = Static<typeof FlagPolicyViolation>;

export const FlagPolicyViolations = Type.Object(
    {
        violations: Type.Array(FlagPolicyViolation),
        isComplete: Type.Boolean({ description: 'false: only the first 1,000 are listed' }),
    },
    { $id: 'flagPolicyViolations' },
);
