import type { ProjectEnvironment } from '../../../core/access/project-environment.ts';
import type { Db } from '../../../storage/database.ts';
import { findFrozenTime } from '../../catalogue/approval-rules/frozen-times.ts';
import { settingsFor } from '../change-requests/approvals/approvals.queries.ts';

/** Returns why due work may not change the environment at this time; undefined outside of its freeze windows. */
export async function findFreeze(db: Db, address: ProjectEnvironment, at: Date): Promise<string | undefined> {
    const { environment, rules } = await settingsFor(db, address);
    const frozen = findFrozenTime(rules, at);
    return frozen && `Environment ${environment} is frozen until ${frozen.until}.`;
}
