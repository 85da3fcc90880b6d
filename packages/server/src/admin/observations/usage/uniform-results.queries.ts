import { type Static, Type } from 'typebox';
import { DateTime } from '../../../http/route/schemas.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';

export const UniformResult = Type.Object(
    {
        enabled: Type.Boolean({ description: 'Whether the flag was on or off for all users' }),
        variant: Type.Optional(Type.String({ description: 'The variant that all users got, if there are variants' })),
        since: DateTime('Time since which all users got this value'),
    },
    {
        $id: 'featureOneAnswer',
        description: 'Only for flags that give all users in production the same value',
    },
);
export type UniformResult = Static<typeof UniformResult>;

interface EnvironmentResult {
    environment: string;
    enabled: boolean | null;
    variant: string | null;
    since: string;
}

/** Returns the results of these flags in all environments in which they are evaluated, by flag. */
export async function listEnvironmentResults(
    db: Db,
    flags: readonly string[],
): Promise<Map<string, EnvironmentResult[]>> {
    const results = new Map<string, EnvironmentResult[]>();
    for (const names of chunked(flags)) {
        for (const { flag, ...there } of await selectResults(db, { names })) {
            const list = results.get(flag);
            if (list) list.push(there);
            else results.set(flag, [there]);
        }
    }
    return results;
}

const selectResults = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db.selectFrom('flag_answers').selectAll().where('flag', 'in', names).orderBy('environment'),
);

/** Returns the common result of all production environments that evaluate the flag, and since when all of them have had it. */
export function uniformResultOf(
    environments: readonly { name: string; type: string }[],
    results: readonly EnvironmentResult[],
): UniformResult | undefined {
    if (results.length === 0) return undefined;
    const production = new Set(environments.flatMap(({ name, type }) => (type === 'production' ? name : [])));
    const [first, ...others] = results.filter(({ environment }) => production.has(environment));
    if (!first || first.enabled === null) return undefined;
    const isOne = others.every(({ enabled, variant }) => enabled === first.enabled && variant === first.variant);
    if (!isOne) return undefined;
    return {
        enabled: first.enabled,
        ...(first.variant !== null && { variant: first.variant }),
        since: others.reduce((latest, { since }) => (since > latest ? since : latest), first.since),
    };
}
