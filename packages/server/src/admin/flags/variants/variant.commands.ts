import type { Change } from '../../../changes/change.ts';
import { forIndependentItems } from '../../../changes/independent-items.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { isSame } from '../../../core/flags/normal-form.ts';
import { applyPatch, type PatchOperation } from '../../../core/json/json-patch.ts';
import { validateAs } from '../../../http/route/schemas.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import { NewVariants } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { validateVariants } from '../../catalogue/strategy-rules/variant-rules.ts';
import { maySetVariants } from './variant.access.ts';
import { getVariants } from './variant.queries.ts';

interface Flag {
    project: string;
    featureName: string;
}

/** Replaces the variants of a flag in all of these environments, or in none. `path` is their location in the request. */
export const setVariants = withPermissionCheck(maySetVariants, replaceVariants);

async function replaceVariants(
    change: Change,
    input: Flag & { environments: readonly string[]; variants: NewVariants; path: string },
): Promise<StoredVariant[]> {
    const { project, featureName, environments } = input;
    let stored = validateVariants(input.variants, input.path);
    await forIndependentItems(change, [...new Set(environments)], async (own, some) => {
        for (const environment of some) {
            const address = { project, featureName, environment };
            const before = await getVariants(own.tx, address);
            stored = validateVariants(input.variants, input.path, { before });
            await saveVariants(own, address, { before, after: stored });
        }
    });
    return stored;
}

/** Sets the imported variants of many flags of the project with few queries. All flags must exist in the environment. */
export async function setVariantsOfFlags(
    { tx, record }: Change,
    {
        project,
        environment,
        wanted,
        path,
    }: {
        project: string;
        environment: string;
        wanted: readonly { featureName: string; variants: NewVariants }[];
        path: string;
    },
): Promise<void> {
    const checked = await mapYielding(
        wanted,
        ({ featureName, variants }) => [featureName, validateVariants(variants, path, { areExact: true })] as const,
    );
    for (const chunk of chunked([...new Map(checked)])) {
        const after = new Map(chunk);
        const all = await tx
            .selectFrom('flag_environments')
            .selectAll()
            .where('flag', 'in', [...after.keys()])
            .where('environment', '=', environment)
            .orderBy('flag')
            .execute();
        const rows = all.filter(({ flag, variants }) => !isSame(variants, after.get(flag)));
        if (rows.length === 0) continue;
        await tx
            .insertInto('flag_environments')
            .values(rows.map((row) => ({ ...row, variants: JSON.stringify(after.get(row.flag)) })))
            .onConflict((conflict) =>
                conflict
                    .columns(['flag', 'environment'])
                    .doUpdateSet(({ ref }) => ({ variants: ref('excluded.variants') })),
            )
            .execute();
        for (const { flag: featureName, variants } of rows) {
            record({
                type: 'feature-environment-variants-updated',
                project,
                featureName,
                environment,
                preData: { variants },
                data: { variants: after.get(featureName) },
            });
        }
    }
}

/** Changes the variants of a flag in one environment by a JSON Patch on their list. */
export async function patchVariants(
    change: Change,
    { patch, ...address }: Flag & { environment: string; patch: readonly PatchOperation[] },
): Promise<StoredVariant[]> {
    const before = await getVariants(change.tx, address);
    const after = validateVariants(validateAs(NewVariants, applyPatch(before, patch)), '/body', { before });
    await saveVariants(change, address, { before, after });
    return after;
}

async function saveVariants(
    { tx, record }: Change,
    address: Flag & { environment: string },
    { before, after }: Record<'before' | 'after', StoredVariant[]>,
): Promise<void> {
    await tx
        .updateTable('flag_environments')
        .set({ variants: JSON.stringify(after) })
        .where('flag', '=', address.featureName)
        .where('environment', '=', address.environment)
        .execute();
    record({
        type: 'feature-environment-variants-updated',
        ...address,
        preData: { variants: before },
        data: { variants: after },
    });
}
