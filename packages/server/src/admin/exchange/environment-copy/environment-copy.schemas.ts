import { type Static, Type } from 'typebox';
import { ENVIRONMENT_NAME } from '../../../core/text/patterns.ts';
import { Body } from '../../../http/route/schemas.ts';
import { DescribedChange } from '../../governance/effects/effect.schemas.ts';
import { Reverted } from '../../governance/revert/revert.schemas.ts';

const Name = (description: string) => Type.String({ maxLength: 100, pattern: ENVIRONMENT_NAME, description });
const FlagName = (description?: string) =>
    Type.String({ minLength: 1, maxLength: 100, ...(description && { description }) });

export const CopyParams = Type.Object({
    projectId: Type.String({ minLength: 1, maxLength: 100 }),
    environment: Name('The target environment'),
});

export const DifferencesQuery = Type.Object({
    source: Name('The source environment to compare with'),
    feature: Type.Optional(FlagName('Only this flag. Default: all flags of the project')),
});

export const EnvironmentDifferences = Type.Object(
    {
        changes: Type.Array(DescribedChange, {
            description:
                'Configuration of flags in the environment (`before`), and after a copy from `source` (`after`)',
        }),
        notes: Type.Array(Type.String(), { description: 'Other differences, which are not copied' }),
    },
    { $id: 'environmentDifferences' },
);
export type EnvironmentDifferences = Static<typeof EnvironmentDifferences>;

export const CopyEnvironment = Body(
    {
        source: Name('The environment to copy from'),
        features: Type.Optional(
            Type.Array(FlagName(), {
                minItems: 1,
                maxItems: 5_000,
                description: 'Only these flags. Default: all flags of the project',
            }),
        ),
    },
    { $id: 'copyEnvironment' },
);
export type CopyEnvironment = Static<typeof CopyEnvironment>;

export const CopiedEnvironment = Type.Object(
    {
        ...Reverted.properties,
        event: Type.Integer({ description: 'The event of the copy; reverting it undoes the complete copy' }),
    },
    { $id: 'copiedEnvironment' },
);
export type CopiedEnvironment = Static<typeof CopiedEnvironment>;
