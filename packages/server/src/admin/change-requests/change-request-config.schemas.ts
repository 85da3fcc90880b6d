import { type Static, Type } from 'typebox';
import { Body, Nullable } from '../../http/schemas.ts';

export const ChangeRequestConfigs = Type.Array(
    Type.Object(
        {
            environment: Type.String(),
            type: Type.String({ description: 'The type of the environment' }),
            changeRequestEnabled: Type.Boolean(),
            requiredApprovals: Nullable(Type.Integer()),
        },
        { $id: 'changeRequestConfig' },
    ),
    { $id: 'changeRequestConfigs' },
);
export type ChangeRequestConfigs = Static<typeof ChangeRequestConfigs>;

export const ChangeRequestConfigUpdate = Body(
    {
        changeRequestsEnabled: Type.Boolean({ description: 'Only false: there are no change requests yet' }),
        requiredApprovals: Type.Optional(
            // Tools send 0 when they switch change requests off.
            Nullable(Type.Integer({ minimum: 0, maximum: 10, description: 'Without effect for now' })),
        ),
    },
    { $id: 'changeRequestConfigUpdate' },
);
