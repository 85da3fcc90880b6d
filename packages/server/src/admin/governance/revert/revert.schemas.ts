import { type Static, Type } from 'typebox';
import { AsOf } from '../../../changes/past/as-of.ts';
import { ENVIRONMENT_NAME } from '../../../core/text/patterns.ts';
import { Body, BypassedApproval } from '../../../http/route/schemas.ts';
import { PlannedStep } from '../proposals/proposal.schemas.ts';
import { populationMembers, RehearsalBase, WhatIfResult } from '../what-if/what-if.schemas.ts';

const members = {
    to: Type.Optional(
        Type.String({
            ...AsOf,
            description: 'The moment to restore: a revision, or an ISO 8601 time with its time zone',
        }),
    ),
    event: Type.Optional(
        Type.Integer({
            minimum: 1,
            maximum: 2_147_483_647,
            description: 'Id of an event of the change to revert; later changes are kept',
        }),
    ),
    feature: Type.Optional(
        Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'With `to`: only this flag. Default: all flags of the project',
        }),
    ),
    environment: Type.Optional(
        Type.String({
            maxLength: 100,
            pattern: ENVIRONMENT_NAME,
            description:
                'With `to`: only this environment. Default: all environments, and properties of flags that apply to all environments',
        }),
    ),
};

export const Revert = Body(members, { $id: 'revert' });
export type Revert = Static<typeof Revert>;

export const RevertPreview = Body(
    { ...members, base: Type.Optional(RehearsalBase), ...populationMembers },
    { $id: 'revertPreview' },
);
export type RevertPreview = Static<typeof RevertPreview>;

const plan = {
    steps: Type.Array(PlannedStep),
    notes: Type.Array(Type.String(), { description: 'Differences that are not reverted, with reasons' }),
};

export const Reverted = Type.Object({ ...plan, bypassedApproval: BypassedApproval }, { $id: 'reverted' });
export type Reverted = Static<typeof Reverted>;

export const PreviewedRevert = Type.Object({ ...WhatIfResult.properties, ...plan }, { $id: 'previewedRevert' });
export type PreviewedRevert = Static<typeof PreviewedRevert>;
