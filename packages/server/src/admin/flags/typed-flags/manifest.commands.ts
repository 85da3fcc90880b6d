import type { Change } from '../../../changes/change.ts';
import { conflict } from '../../../core/errors/errors.ts';
import { settingsOf } from '../../../core/flags/flag-settings.ts';
import type { ValueType } from '../../../core/settings/value-types.ts';
import { type FlagAddress, getFlag, isStale } from '../flags/flag.queries.ts';
import { updateFlags } from '../flags/flag-settings.commands.ts';

/** Sets the value type and the code default of a flag. An existing type cannot be changed: code was generated for it. */
export async function describeForCode(
    change: Change,
    {
        project,
        name,
        valueType,
        codeDefault,
        description,
    }: FlagAddress & {
        valueType: ValueType;
        codeDefault?: unknown;
        description?: string | null;
    },
): Promise<void> {
    const flag = await getFlag(change.tx, { project, name });
    const before = settingsOf(flag);
    if (before.valueType && before.valueType !== valueType) {
        throw conflict(
            `Flag ${name} is of type ${before.valueType}, and code was generated for it. Create another flag for ${valueType}.`,
        );
    }
    const settings = {
        ...before,
        stale: isStale(flag),
        valueType,
        ...(codeDefault !== undefined && { codeDefault }),
        ...(description !== undefined && { description }),
    };
    await updateFlags(change, { project, updates: [{ name, settings }] });
}
