import { type Static, Type } from 'typebox';
import { Nullable } from '../../../../http/route/schemas.ts';
import { Reference } from '../request/change-request.schemas.ts';

const by = Type.Object({ id: Type.Integer(), username: Type.String() });
const something = Type.Unknown();

export const Evidence = Type.Object(
    {
        madeAt: Type.String({ format: 'date-time' }),
        request: Type.Object({
            id: Type.Integer(),
            project: Type.String(),
            environment: Type.String(),
            kind: Type.String(),
            title: Nullable(Type.String()),
            state: Type.String(),
            minApprovals: Type.Integer(),
            contentHash: Type.String({ description: 'Of what the changes set' }),
            createdBy: by,
            createdAt: Type.String({ format: 'date-time' }),
            breakGlass: Type.Unknown({ description: 'Who applied it without approval, and why; null: nobody' }),
        }),
        changes: Type.Array(
            Type.Object({
                id: Type.Integer(),
                feature: Nullable(Type.String()),
                action: Type.String(),
                payload: something,
                snapshot: Type.Unknown({ description: 'What it was proposed against' }),
                references: Type.Optional(Type.Array(Reference)),
                createdBy: by,
                createdAt: Type.String({ format: 'date-time' }),
            }),
        ),
        reviews: Type.Array(
            Type.Object({
                verdict: Type.Enum(['approved', 'rejected']),
                contentHash: Type.String(),
                isOfThisContent: Type.Boolean({ description: 'Whether the request is still what was looked at' }),
                createdBy: by,
                createdAt: Type.String({ format: 'date-time' }),
            }),
        ),
        events: Type.Array(
            Type.Object({
                event: Type.Object(
                    {},
                    { additionalProperties: true, description: 'As it stands in the log, in no other form' },
                ),
                previousHash: Type.String(),
                hash: Type.String(),
            }),
            { description: 'What recorded it, in the order of the log: of the request, and of applying it' },
        ),
        chain: Type.Object({
            algorithm: Type.String({ description: 'How to verify the events without this service' }),
            intact: Type.Boolean({ description: 'Whether each event is what was recorded' }),
            head: Type.Object({ revision: Type.Integer(), hash: Type.String() }),
        }),
    },
    { $id: 'changeRequestEvidence' },
);
export type Evidence = Static<typeof Evidence>;
