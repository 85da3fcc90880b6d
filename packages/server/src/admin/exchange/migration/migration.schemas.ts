import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';
import { MIGRATION_ACTIONS } from './migration-actions.ts';

export const MigrationSteps = Body(
    {
        steps: Type.Array(
            Body({
                action: Type.Enum(Object.keys(MIGRATION_ACTIONS) as (keyof typeof MIGRATION_ACTIONS)[]),
                input: Type.Unknown({
                    description: 'The body of the endpoint of this operation, with the members of its path',
                }),
            }),
            { maxItems: 20_000 },
        ),
    },
    { $id: 'migrationSteps' },
);
export type MigrationSteps = Static<typeof MigrationSteps>;

export const MigrationRehearsal = Type.Object(
    {
        failures: Type.Array(
            Type.Object({
                step: Type.Integer({ description: 'Index of the step in the request, from 0' }),
                message: Type.String(),
            }),
        ),
    },
    { $id: 'migrationRehearsal' },
);
