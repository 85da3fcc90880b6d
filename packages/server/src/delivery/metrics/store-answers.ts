import { chunked } from '../../storage/chunked.ts';
import type { Tx } from '../../storage/database.ts';
import type { UsageCount } from './usage-counts.ts';

/** The variant name that SDKs report when no variant was chosen. */
const NO_VARIANT = 'disabled';

/** The result that everyone got. `enabled` is null if results differed; without a variant, none was requested. */
interface Answer {
    enabled: boolean | null;
    variant: string | null;
}

/**
 * Records since when a flag gives the same result to everyone; such a flag can be removed from the code. While nothing changes,
 * which is the usual case, this only reads.
 */
export async function storeAnswers(tx: Tx, counts: readonly UsageCount[], now: string): Promise<void> {
    for (const [environment, used] of Map.groupBy(counts, (count) => count.environment)) {
        const byFlag = Map.groupBy(used, ({ flag }) => flag);
        const before = new Map<string, Answer>();
        for (const names of chunked([...byFlag.keys()])) {
            const rows = await tx
                .selectFrom('flag_answers')
                .select(['flag', 'enabled', 'variant'])
                .where('environment', '=', environment)
                .where('flag', 'in', names)
                .execute();
            for (const { flag, ...answer } of rows) before.set(flag, answer);
        }
        const changed = [...byFlag].flatMap(([flag, ofFlag]) => {
            const was = before.get(flag);
            const is = answerIn(ofFlag);
            const goesOn = was !== undefined && agree(was, is);
            const after = goesOn ? { ...is, variant: is.variant ?? was.variant } : is;
            const isKnown = goesOn && after.variant === was.variant;
            return isKnown ? [] : [{ flag, environment, ...after, since: now, goesOn }];
        });
        await store(tx, changed);
    }
}

type Changed = Answer & { flag: string; environment: string; since: string; goesOn: boolean };

async function store(tx: Tx, changed: readonly Changed[]): Promise<void> {
    const rows = changed.map(({ goesOn: _, ...row }) => row);
    // The common variant is known only now, but it has been in effect since before.
    const keeping = new Set(changed.filter(({ goesOn }) => goesOn).map(({ flag }) => flag));
    for (const isKept of [true, false]) {
        for (const chunk of chunked(rows.filter(({ flag }) => keeping.has(flag) === isKept))) {
            await tx
                .insertInto('flag_answers')
                .values(chunk)
                .onConflict((conflict) =>
                    conflict.columns(['flag', 'environment']).doUpdateSet((row) => ({
                        enabled: row.ref('excluded.enabled'),
                        variant: row.ref('excluded.variant'),
                        ...(!isKept && { since: row.ref('excluded.since') }),
                    })),
                )
                .execute();
        }
    }
}

function answerIn(counts: readonly UsageCount[]): Answer {
    const isOn = counts.some(({ yes }) => yes > 0);
    const isOff = counts.some(({ no }) => no > 0);
    const variants = new Set(counts.flatMap((count) => [...count.variants.keys()]));
    variants.delete(NO_VARIANT);
    if ((isOn && isOff) || variants.size > 1) return { enabled: null, variant: null };
    return { enabled: isOn, variant: [...variants][0] ?? null };
}

const agree = (was: Answer, is: Answer): boolean =>
    was.enabled === is.enabled && (was.variant === null || is.variant === null || was.variant === is.variant);
