import { Type } from 'typebox';

export const DueWorkQuery = Type.Object({
    feature: Type.Optional(Type.String({ maxLength: 500, description: 'Only what changes this flag' })),
});

export const DueWorkList = Type.Array(
    Type.Object({
        kind: Type.String({ description: 'What is due: `change-request`, with the id of the request' }),
        id: Type.Integer(),
        environment: Type.String(),
        features: Type.Array(Type.String(), { description: 'Names of the flags that it changes' }),
        dueAt: Type.String({ format: 'date-time' }),
        reason: Type.Optional(Type.String({ description: 'Why it does not run at that time; missing if it will' })),
    }),
    { $id: 'dueWork' },
);
