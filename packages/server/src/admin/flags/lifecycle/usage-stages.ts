import type { Tx } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { enterStage } from './stage.commands.ts';

/** A flag was used in an environment. */
export interface StageUsage {
    flag: string;
    environment: string;
}

/**
 * Advances flags when SDKs report their usage: to pre-live in any environment, to live in production if the flag is on. It is a
 * measurement, so it is part of `recordObservation`. Flags and environments that do not exist are ignored. Flags in a later stage, such as
 * completed or archived, do not change.
 */
export async function stagesReached(tx: Tx, usage: readonly StageUsage[], now: string): Promise<void> {
    for (const [environment, used] of Map.groupBy(usage, (each) => each.environment)) {
        const flags = [...new Set(used.map(({ flag }) => flag))];
        const rows = await flagsBeforeLive(tx, { environment, flags });
        const unused = rows.filter(({ wasUsed }) => !wasUsed);
        const live = rows.filter(({ type, enabled }) => type === 'production' && enabled);
        await enterStage(tx, namesOf(unused), 'pre-live', now);
        await enterStage(tx, namesOf(live), 'live', now);
    }
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

const flagsBeforeLive = prepared((tx: Tx, { environment, flags }: { environment: string; flags: readonly string[] }) =>
    tx
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
        .where('flags.name', 'in', flags)
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
        ),
);
