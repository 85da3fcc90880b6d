import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { enterStage } from './stage.commands.ts';

/** A flag was used in an environment. */
export interface StageUsage {
    flag: string;
    environment: string;
}

/**
 * Advances flags when SDKs report their usage: to pre-live in any environment, to live in production if the flag is on. It is a
 * measurement, so it is part of `observe`. Flags and environments that do not exist are ignored. Flags in a later stage, such as
 * completed or archived, do not change.
 */
export async function stagesReached(tx: Tx, usage: readonly StageUsage[], now: string): Promise<void> {
    const environments = Map.groupBy(usage, ({ environment }) => environment);
    for (const [environment, used] of environments) {
        for (const names of chunked([...new Set(used.map(({ flag }) => flag))])) {
            const rows = await tx
                .selectFrom('flag_environments')
                .innerJoin('flags', 'flags.name', 'flag_environments.flag')
                .innerJoin('environments', 'environments.name', 'flag_environments.environment')
                .select(({ exists, selectFrom }) => [
                    'flags.name',
                    'environments.type',
                    'flag_environments.enabled',
                    exists(
                        selectFrom('flag_stages')
                            .select('flag_stages.flag')
                            .whereRef('flag_stages.flag', '=', 'flags.name')
                            .where('stage', '=', 'pre-live'),
                    ).as('wasUsed'),
                ])
                .where('flags.name', 'in', names)
                .where('flags.archived_at', 'is', null)
                .where('flag_environments.environment', '=', environment)
                .where(({ not, exists, selectFrom }) =>
                    not(
                        exists(
                            selectFrom('flag_stages')
                                .select('flag_stages.flag')
                                .whereRef('flag_stages.flag', '=', 'flags.name')
                                .where('stage', 'in', ['live', 'completed']),
                        ),
                    ),
                )
                .execute();
            const live = rows.filter(({ type, enabled }) => type === 'production' && enabled);
            await enterStage(
                tx,
                rows.filter(({ wasUsed }) => !wasUsed).map(({ name }) => name),
                'pre-live',
                now,
            );
            await enterStage(
                tx,
                live.map(({ name }) => name),
                'live',
                now,
            );
        }
    }
}
