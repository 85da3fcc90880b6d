import { strategyTypes } from '@halyard/engine';
import { type Change, type Step, stepOf } from '../../../changes/write.ts';
import { createStrategyType } from '../../catalogue/strategy-types/strategy-type.commands.ts';
import { findStrategyType } from '../../catalogue/strategy-types/strategy-type.queries.ts';
import { importFlags } from '../import-export/import.commands.ts';
import type { ForeignTranslation } from './foreign-import.ts';

/** Returns the steps of an import: the required strategy type, then each environment. */
export const stepsOf = ({ imports, isPlacedElsewhere }: ForeignTranslation): Step<unknown>[] => [
    ...(isPlacedElsewhere ? [stepOf(provideImportedRollout, undefined)] : []),
    ...imports.map((each) => stepOf(importFlags, each)),
];

const NAME = 'importedRollout';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
    algorithm: 'The product whose hash it is',
    attribute: 'The context field that is hashed',
    ranges: 'The ranges of the rollout, e.g. 0..0.25, 0.5..=1',
    prefix: 'Text that is hashed before the field',
    suffix: 'Text that is hashed after the field',
    missing: 'The position of contexts without the field: out, zero or empty',
    of: 'The number of buckets, if the product has a setting for it',
};

/** Creates the strategy type of imported rollouts on demand: a new instance does not need it, and no SDK supports it. */
async function provideImportedRollout(change: Change): Promise<void> {
    if (await findStrategyType(change.tx, NAME)) return;
    await createStrategyType(change, {
        name: NAME,
        title: 'Imported percentage',
        description:
            'Exactly the same users as in the product that the flag comes from. Only where Halyard evaluates: SDKs evaluate it to false',
        editable: false,
        parameters: strategyTypes.importedRollout.parameters.map((name) => ({
            name,
            type: 'string',
            description: DESCRIPTIONS[name] ?? '',
            required: false,
        })),
    });
}
