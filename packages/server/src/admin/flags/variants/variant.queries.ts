import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import { findFlagEnvironment, getFlag } from '../flags/flag.queries.ts';

interface FlagEnvironmentAddress {
    project: string;
    featureName: string;
    environment: string;
}

/** Returns the variants of a flag in an environment that its project uses. */
export async function getVariants(
    db: Db,
    { project, featureName, environment }: FlagEnvironmentAddress,
): Promise<StoredVariant[]> {
    await getFlag(db, { project, name: featureName });
    const flagEnvironment = await findFlagEnvironment(db, featureName, environment);
    if (!flagEnvironment) throw notFound(`environment ${environment} in project ${project}`);
    return flagEnvironment.variants;
}

/**
 * Returns the variants for clients that do not support variants per environment: those of the first production environment,
 * or of the first environment if the project has no production environment.
 */
export async function getFlagVariants(
    db: Db,
    { project, featureName }: Omit<FlagEnvironmentAddress, 'environment'>,
): Promise<StoredVariant[]> {
    await getFlag(db, { project, name: featureName });
    const source = await db
        .selectFrom('flag_environments')
        .innerJoin('environments', 'environments.name', 'flag_environments.environment')
        .select('flag_environments.variants')
        .where('flag_environments.flag', '=', featureName)
        .orderBy((row) => row.case().when('environments.type', '=', 'production').then(0).else(1).end())
        .orderBy('environments.sort_order')
        .orderBy('environments.name')
        .limit(1)
        .executeTakeFirst();
    return source?.variants ?? [];
}
