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
    ranges: 'Who is in it, e.g. 0..0.25, 0.5..=1',
    prefix: 'What is hashed before the field',
    suffix: 'What is hashed after it',
    missing: 'Where contexts without the field are: out, zero or empty',
    of: 'How many places there are, where the product lets the flag say',
};

/** Creates the strategy type of imported rollouts on demand: a new instance does not need it, and no SDK supports it. */
async function provideImportedRollout(change: Change): Promise<void> {
    if (await findStrategyType(change.tx, NAME)) return;
    await createStrategyType(change, {
        name: NAME,
        title: 'Imported percentage',
        description:
            'The same people as in the product that the flag comes from. Only where Halyard evaluates: SDKs take it for false',
        editable: false,
        parameters: strategyTypes.importedRollout.parameters.map((name) => ({
            name,
            type: 'string',
            description: DESCRIPTIONS[name] ?? '',
            required: false,
        })),
    });
}
