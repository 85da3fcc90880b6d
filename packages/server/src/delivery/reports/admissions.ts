import { chunked } from '../../storage/chunked.ts';
import type { Tx } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import { BOUNDS, OTHER_APPS, type Reporter } from './bounds.ts';
import { appEnvironmentKey } from './merged-entries.ts';

/*
 * The limits in memory apply to one node and are lost on restart. Stored values are therefore limited a second time, by the rows
 * in the database. Only one caller stores at a time.
 */

/**
 * Returns the reports with the application names that their tokens may still add that day. All other names are replaced by one
 * shared name.
 */
export async function limitApplicationNames<T extends { app: string; reporter: Reporter }>(
    tx: Tx,
    reports: readonly T[],
    now: string,
): Promise<T[]> {
    const day = now.slice(0, 10);
    const admitted = new Map<number, Set<string>>();
    for (const [tokenId, ofToken] of Map.groupBy(reports, ({ reporter }) => reporter.tokenId)) {
        const names = [...new Set(ofToken.map(({ app }) => app))];
        const { applications } = BOUNDS[ofToken[0]!.reporter.kind];
        admitted.set(tokenId, await admit(tx, { tokenId, day, names, limit: applications }));
    }
    return reports.map((report) =>
        admitted.get(report.reporter.tokenId)!.has(report.app) ? report : { ...report, app: OTHER_APPS },
    );
}

const admittedNames = prepared(
    (tx: Tx, { tokenId, day, names }: { tokenId: number; day: string; names: readonly string[] }) =>
        tx
            .selectFrom('token_applications')
            .select('app')
            .where('token_id', '=', tokenId)
            .where('day', '=', day)
            .where('app', 'in', names),
);

async function admit(
    tx: Tx,
    { tokenId, day, names, limit }: { tokenId: number; day: string; names: readonly string[]; limit: number },
): Promise<Set<string>> {
    const admitted = new Set((await admittedNames(tx, { tokenId, day, names })).map(({ app }) => app));
    const others = names.filter((name) => !admitted.has(name) && name !== OTHER_APPS);
    if (others.length === 0) return admitted;
    const { count } = await tx
        .selectFrom('token_applications')
        .where('token_id', '=', tokenId)
        .where('day', '=', day)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    const added = others.slice(0, Math.max(limit - count, 0));
    for (const chunk of chunked(added)) {
        const rows = chunk.map((app) => ({ token_id: tokenId, day, app }));
        await tx.insertInto('token_applications').values(rows).execute();
    }
    for (const name of added) admitted.add(name);
    return admitted;
}

interface ApplicationEnvironment {
    app: string;
    environment: string;
}

interface ListedOptions<T> {
    listed: readonly (ApplicationEnvironment & { id: string })[];
    counts: readonly (ApplicationEnvironment & { count: number })[];
    idOf: (item: T) => string;
    limits: Readonly<Record<Reporter['kind'], number>>;
}

/** Returns the items that are already listed, and new ones up to the limit of their application and environment. */
export function limitListed<T extends ApplicationEnvironment & { reporter: Reporter }>(
    items: readonly T[],
    { listed, counts, idOf, limits }: ListedOptions<T>,
): T[] {
    const keyOf = (group: ApplicationEnvironment, id: string) => `${appEnvironmentKey(group)}\n${id}`;
    const listedKeys = new Set(listed.map((row) => keyOf(row, row.id)));
    const sizes = new Map(counts.map((row) => [appEnvironmentKey(row), row.count]));
    // Duplicates are merged: applications under one shared name may report the same instance, and a statement may touch a row once.
    const distinct = new Map(items.map((item) => [keyOf(item, idOf(item)), item]));
    return [...distinct].flatMap(([key, item]) => {
        if (listedKeys.has(key)) return [item];
        const size = sizes.get(appEnvironmentKey(item)) ?? 0;
        if (size >= limits[item.reporter.kind]) return [];
        sizes.set(appEnvironmentKey(item), size + 1);
        return [item];
    });
}
