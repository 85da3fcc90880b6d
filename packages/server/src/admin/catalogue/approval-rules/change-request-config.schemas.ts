import { type Static, Type } from 'typebox';
import { Body, Nullable } from '../../../http/route/schemas.ts';
import { ApprovalRulesBody } from './approval-rules.ts';

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

/** Tools send 0 when they switch change requests off. Numbers out of range are clamped. */
export const RequiredApprovals = Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Values outside of 1 to 10 are set to the nearest limit',
});

export const ChangeRequestConfigUpdate = Body(
    {
        changeRequestsEnabled: Type.Boolean({ description: 'Whether changes need approvals' }),
        requiredApprovals: Type.Optional(Nullable(RequiredApprovals)),
        rules: Type.Optional(ApprovalRulesBody),
    },
    {
        $id: 'changeRequestConfigUpdate',
        description: 'Omitted members are kept; initially one approval',
    },
);
export type ChangeRequestConfigUpdate = Static<typeof ChangeRequestConfigUpdate>;

/** The approval settings of a project environment, with its rules. */
export const ApprovalSettings = Type.Object(
    {
        changeRequestsEnabled: Type.Boolean(),
        requiredApprovals: Nullable(Type.Integer()),
        rules: ApprovalRulesBody,
    },
    { $id: 'approvalSettings' },
);
