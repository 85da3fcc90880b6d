import type { Change } from '../../../changes/write.ts';
import { conflict } from '../../../core/errors/errors.ts';
import { settingsOf } from '../../../core/flags/flag-settings.ts';
import type { ValueType } from '../../../core/settings/value-types.ts';
import { type FlagAddress, getFlag, isStale } from '../flags/flag.queries.ts';
import { updateFlags } from '../flags/flag-settings.commands.ts';

/** Says what type a flag has and what code uses without it. A type that was said stays: code was made for it. */
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
            `Flag ${name} is of type ${before.valueType}, and code was made for that. Create another flag for ${valueType}.`,
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
