import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { activeMilestones } from '../../../storage/releases/plan-rows.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';

interface FlagEnvironment {
    flag: string;
    environment: string;
}

/**
 * Returns which flags are served by a milestone alone where they are on: without their plan, they must be off there, because a flag that
 * is on without a strategy is on for everyone.
 */
export async function findReleasedOnly(
    db: Db,
    names: readonly string[],
): Promise<(flagEnvironment: FlagEnvironment) => boolean> {
    const released: FlagEnvironment[] = [];
    for (const chunk of chunked(names)) released.push(...(await activeMilestones(db, { names: chunk })));
    if (released.length === 0) return () => false;
    const own = await listStrategies(db, [...new Set(released.map(({ flag }) => flag))]);
    const keys = new Set(
        released
            .filter(({ flag, environment }) =>
                (own.get(flag)?.get(environment) ?? []).every(({ disabled }) => disabled),
            )
            .map(keyOf),
    );
    return (flagEnvironment) => keys.has(keyOf(flagEnvironment));
}

const keyOf = ({ flag, environment }: FlagEnvironment) => JSON.stringify([flag, environment]);
