import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, DateTime, Dictionary, Nullable } from '../../../http/route/schemas.ts';

const text = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }));

/** An evaluation context in the format of SDKs. */
export const EvaluationContext = Body(
    {
        userId: text,
        sessionId: text,
        remoteAddress: text,
        appName: text,
        environment: text,
        currentTime: Type.Optional(DateTime('Default: now')),
        properties: Type.Optional(Dictionary(Type.String({ maxLength: 500 }), { maxProperties: 50 })),
    },
    { $id: 'evaluationContext', description: 'Standard context fields; all other fields are in `properties`' },
);
export type EvaluationContext = Static<typeof EvaluationContext>;

const members = {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    context: EvaluationContext,
};

export const NewPersona = Body(members, { $id: 'newPersona' });
export type NewPersona = Static<typeof NewPersona>;

export const Persona = Type.Object(
    {
        id: Type.Integer(),
        project: Type.String(),
        name: Type.String(),
        description: Nullable(Type.String()),
        context: EvaluationContext,
        createdAt: DateTime(),
    },
    { $id: 'persona', description: 'A context for previewing changes, such as a premium customer in Norway' },
);
export type Persona = Static<typeof Persona>;

export const Personas = Type.Object({ personas: Type.Array(Persona) }, { $id: 'personas' });
