import { operators } from '@halyard/engine';
import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';

const operator = Type.Enum(Object.keys(operators), { description: 'Operator of the comparison' });

/** A condition on one context field, as callers send it. */
export const NewConstraint = Body(
    {
        contextName: Type.String({ minLength: 1, maxLength: 100, description: 'The context field' }),
        operator,
        caseInsensitive: Type.Optional(Type.Boolean({ description: 'Default: false' })),
        inverted: Type.Optional(Type.Boolean({ description: 'Inverts the result; default: false' })),
        values: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
                maxItems: 10_000,
                description: 'Values, for operators with several values',
            }),
        ),
        value: Type.Optional(
            Type.String({ maxLength: 1_000, description: 'Value, for operators with a single value' }),
        ),
    },
    { $id: 'newConstraint' },
);
export type NewConstraint = Static<typeof NewConstraint>;

export const Constraint = Type.Object(
    {
        contextName: Type.String(),
        operator: Type.String(),
        caseInsensitive: Type.Optional(Type.Boolean()),
        inverted: Type.Optional(Type.Boolean()),
        values: Type.Array(Type.String()),
        value: Type.Optional(Type.String()),
    },
    { $id: 'constraint' },
);
export type Constraint = Static<typeof Constraint>;
