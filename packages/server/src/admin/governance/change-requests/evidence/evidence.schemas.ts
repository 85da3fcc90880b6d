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
            contentHash: Type.String({ description: 'Digest of the changes' }),
            createdBy: by,
            createdAt: Type.String({ format: 'date-time' }),
            breakGlass: Type.Unknown({
                description:
                    'The user who applied the change request without approval, and the reason; null: not applied without approval',
            }),
        }),
        changes: Type.Array(
            Type.Object({
                id: Type.Integer(),
                feature: Nullable(Type.String()),
                action: Type.String(),
                payload: something,
                snapshot: Type.Unknown({ description: 'The state that the change request is based on' }),
                references: Type.Optional(Type.Array(Reference)),
                createdBy: by,
                createdAt: Type.String({ format: 'date-time' }),
            }),
        ),
        reviews: Type.Array(
            Type.Object({
                verdict: Type.Enum(['approved', 'rejected']),
                contentHash: Type.String(),
                isOfThisContent: Type.Boolean({
                    description: 'Whether the change request is unchanged since the review',
                }),
                createdBy: by,
                createdAt: Type.String({ format: 'date-time' }),
            }),
        ),
        events: Type.Array(
            Type.Object({
                event: Type.Object({}, { additionalProperties: true, description: 'The exact entry of the audit log' }),
                previousHash: Type.String(),
                hash: Type.String(),
            }),
            { description: 'Events of the change request and of its application, in the order of the log' },
        ),
        chain: Type.Object({
            algorithm: Type.String({ description: 'Instructions to verify the events without this service' }),
            intact: Type.Boolean({ description: 'Whether every event is unmodified' }),
            head: Type.Object({ revision: Type.Integer(), hash: Type.String() }),
        }),
    },
    { $id: 'changeRequestEvidence' },
);
export type Evidence = Static<typeof Evidence>;
