import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';

/** Returns the open requests that would change these flags, by flag and environment. Drafts are visible only to their authors. */
export async function listRequestsByFlag(
    db: Db,
    flags: readonly string[],
): Promise<Map<string, Map<string, number[]>>> {
    const byFlag = new Map<string, Map<string, number[]>>();
    for (const names of chunked(flags)) {
        for (const { flag, environment, id } of await openRequestsOf(db, { names })) {
            const ofFlag = byFlag.get(flag!) ?? new Map<string, number[]>();
            ofFlag.set(environment, [...(ofFlag.get(environment) ?? []), id]);
            byFlag.set(flag!, ofFlag);
        }
    }
    return byFlag;
}

const openRequestsOf = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db
        .selectFrom('change_request_changes')
        .innerJoin('change_requests', 'change_requests.id', 'change_request_changes.request')
        // Requests do not apply to a flag that has moved to another project since.
        .innerJoin('flags', (join) =>
            join
                .onRef('flags.name', '=', 'change_request_changes.feature')
                .onRef('flags.project', '=', 'change_requests.project'),
        )
        .select(['change_request_changes.feature as flag', 'change_requests.environment', 'change_requests.id'])
        .distinct()
        .where('change_request_changes.feature', 'in', names)
        .where('change_requests.state', 'in', PUBLIC_STATES)
        .orderBy('change_requests.id'),
);

const PUBLIC_STATES = ['In review', 'Approved', 'Scheduled'] as const;
