import { settingsOf } from '../../../core/flags/flag-settings.ts';
import { DEFAULT_VALUES, typeOfVariants } from '../../../core/settings/value-types.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { readInPages } from '../../../storage/pages.ts';
import { listServedVariants } from '../../../storage/strategies/strategy-rows.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import type { FlagRow } from '../flags/flag.queries.ts';
import type { ManifestFlag } from './manifest.schemas.ts';

/** Returns the flags of a project with their types. Flags whose variants have several types are omitted. */
export async function listManifestFlags(db: Db, project: string): Promise<ManifestFlag[]> {
    const live = db.selectFrom('flags').selectAll().where('project', '=', project).where('archived_at', 'is', null);
    const flags = await readInPages((after, limit) =>
        live.where('name', '>', after).orderBy('name').limit(limit).execute(),
    );
    return manifestOf(db, flags);
}

export async function manifestOf(db: Db, flags: readonly FlagRow[]): Promise<ManifestFlag[]> {
    // The type of flags without a declared type is derived from their variants.
    const untyped = flags.filter(({ value_type }) => value_type === null).map(({ name }) => name);
    const variants = new Map<string, StoredVariant[]>();
    for (const names of chunked(untyped)) {
        const [ofFlags, ofStrategies] = await Promise.all([
            db.selectFrom('flag_environments').select(['flag', 'variants']).where('flag', 'in', names).execute(),
            listServedVariants(db, names),
        ]);
        for (const { flag, variants: some } of [...ofFlags, ...ofStrategies]) {
            variants.set(flag, [...(variants.get(flag) ?? []), ...some]);
        }
    }
    return flags.flatMap((flag) => {
        const { valueType, codeDefault, description } = settingsOf(flag);
        const type = valueType ?? typeOfVariants(variants.get(flag.name) ?? []);
        if (!type) return [];
        return {
            key: flag.name,
            name: flag.name,
            type,
            description,
            defaultValue: codeDefault ?? DEFAULT_VALUES[type],
        };
    });
}
