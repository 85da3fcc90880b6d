import { strategyTypes } from '@halyard/engine';
import { type Change, type Step, stepOf } from '../../../changes/change.ts';
import { takeSteps } from '../../../changes/steps.ts';
import { invalidWith } from '../../../core/errors/errors.ts';
import type { NewEvent } from '../../../core/events/event-types.ts';
import { createStrategyType } from '../../catalogue/strategy-types/strategy-type.commands.ts';
import { findStrategyType } from '../../catalogue/strategy-types/strategy-type.queries.ts';
import { importFlags } from '../import-export/import.commands.ts';
import { type FlagChange, flagChanges } from './flag-changes.ts';
import type { ForeignTranslation } from './foreign-import.ts';

export interface TranslationImport {
    translation: ForeignTranslation;
    /** Existing flags that may change; `*` for all. */
    replace: ReadonlySet<string>;
}

/** Imports all environments and returns the effect on each flag. An existing flag changes only if its replacement is confirmed. */
export async function importTranslation(
    change: Change,
    { translation, replace }: TranslationImport,
): Promise<FlagChange[]> {
    const events: NewEvent[] = [];
    const record = (event: NewEvent) => {
        events.push(event);
        change.record(event);
    };
    await takeSteps({ ...change, record }, stepsOf(translation));
    const names = new Set(translation.imports.flatMap(({ data }) => data.features.map(({ name }) => name)));
    const changes = await flagChanges(change.tx, names, events);
    requireConfirmation(changes, replace);
    return changes;
}

/** The steps of an import: the required strategy type, then each environment. */
const stepsOf = ({ imports, usesForeignHashes }: ForeignTranslation): Step[] => [
    ...(usesForeignHashes ? [stepOf(provideImportedRollout, undefined)] : []),
    ...imports.map((each) => stepOf(importFlags, each)),
];

/** Throws if existing flags would change that are not confirmed by name. They may have been changed by hand since the last import. */
function requireConfirmation(changes: readonly FlagChange[], replace: ReadonlySet<string>): void {
    if (replace.has('*')) return;
    const open = changes.filter(({ name, change }) => change === 'replaced' && !replace.has(name));
    if (open.length === 0) return;
    const names = open.slice(0, 10).map(({ name }) => name);
    throw invalidWith(
        `Nothing was imported. ${open.length === 1 ? 'This flag exists' : `These ${open.length} flags exist`} and would change: ${names.join(', ')}${open.length > 10 ? ', …' : ''}. Name them in "replace" (--replace on the command line) to replace them, or in "leaveOut" (--leave-out) to keep them.`,
        open.slice(0, 100).map(({ name, differences }) => ({
            message: `${name}: ${differences.slice(0, 5).join('; ')}`,
            path: '/body/replace',
        })),
    );
}

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
