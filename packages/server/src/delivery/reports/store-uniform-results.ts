import { chunked } from '../../storage/chunked.ts';
import type { Tx } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { UsageCount } from './usage-counts.ts';

/** The variant name that SDKs report when no variant was chosen. */
const NO_VARIANT = 'disabled';

/** The stored results by environment and flag. */
type UniformResults = ReadonlyMap<string, ReadonlyMap<string, UniformResult>>;

/** The result for all users. `enabled` is null if results differed; `variant` is null if no variant was reported. */
interface UniformResult {
    enabled: boolean | null;
    variant: string | null;
}

const uniformResults = prepared((tx: Tx, { environment, flags }: { environment: string; flags: readonly string[] }) =>
    tx
        .selectFrom('flag_answers')
        .select(['flag', 'enabled', 'variant'])
        .where('environment', '=', environment)
        .where('flag', 'in', flags),
);

export async function findUniformResults(tx: Tx, counts: readonly UsageCount[]): Promise<UniformResults> {
    const byEnvironment = Map.groupBy(counts, (count) => count.environment);
    const results = [...byEnvironment].map(async ([environment, ofEnvironment]) => {
        const flags = [...new Set(ofEnvironment.map(({ flag }) => flag))];
        const rows = await uniformResults(tx, { environment, flags });
        return [environment, new Map(rows.map(({ flag, ...result }) => [flag, result]))] as const;
    });
    return new Map(await Promise.all(results));
}

interface StoreOptions {
    before: UniformResults;
    now: string;
}

/**
 * Records since when a flag has the same result for all users; such a flag can be removed from the code. While results do not
 * change, which is the usual case, nothing is written.
 */
export async function storeUniformResults(
    tx: Tx,
    counts: readonly UsageCount[],
    { before, now }: StoreOptions,
): Promise<void> {
    for (const [environment, ofEnvironment] of Map.groupBy(counts, (count) => count.environment)) {
        const byFlag = Map.groupBy(ofEnvironment, ({ flag }) => flag);
        const changed = [...byFlag].flatMap(([flag, ofFlag]) => {
            const previous = before.get(environment)?.get(flag);
            const current = resultIn(ofFlag);
            const isContinued = previous !== undefined && agree(previous, current);
            const after = isContinued ? { ...current, variant: current.variant ?? previous.variant } : current;
            const isKnown = isContinued && after.variant === previous.variant;
            return isKnown ? [] : [{ flag, environment, ...after, since: now, isContinued }];
        });
        await store(tx, changed);
    }
}

type Changed = UniformResult & { flag: string; environment: string; since: string; isContinued: boolean };

async function store(tx: Tx, changed: readonly Changed[]): Promise<void> {
    const rows = changed.map(({ isContinued: _, ...row }) => row);
    // The common variant is known only now, but it has been in effect since before.
    const continued = new Set(changed.filter(({ isContinued }) => isContinued).map(({ flag }) => flag));
    for (const isSame of [true, false]) {
        for (const chunk of chunked(rows.filter(({ flag }) => continued.has(flag) === isSame))) {
            await tx
                .insertInto('flag_answers')
                .values(chunk)
                .onConflict((conflict) =>
                    conflict.columns(['flag', 'environment']).doUpdateSet((row) => ({
                        enabled: row.ref('excluded.enabled'),
                        variant: row.ref('excluded.variant'),
                        ...(!isSame && { since: row.ref('excluded.since') }),
                    })),
                )
                .execute();
        }
    }
}

function resultIn(counts: readonly UsageCount[]): UniformResult {
    const isOn = counts.some(({ yes }) => yes > 0);
    const isOff = counts.some(({ no }) => no > 0);
    const variants = new Set(counts.flatMap((count) => [...count.variants.keys()]));
    variants.delete(NO_VARIANT);
    if ((isOn && isOff) || variants.size > 1) return { enabled: null, variant: null };
    return { enabled: isOn, variant: [...variants][0] ?? null };
}

const agree = (previous: UniformResult, current: UniformResult): boolean =>
    previous.enabled === current.enabled &&
    (previous.variant === null || current.variant === null || previous.variant === current.variant);
