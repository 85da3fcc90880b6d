import type { Change } from '../../../../changes/change.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { sortForApplication } from '../applying/application-order.ts';
import { contentHashOf } from '../merge/content.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { insertRequest, storeAll } from './change.commands.ts';
import type { LocatedChange } from './proposed-changes.ts';
import { makeSelfContained } from './self-contained-changes.ts';

interface CompleteRequest extends Pick<StoredRequest, 'kind' | 'state' | 'title'> {
    proposed: readonly LocatedChange[];
    snapshots: readonly unknown[];
}

/** Stores a request with all its changes, apart from the draft of the user. The caller records the event. */
export async function storeRequest(
    change: Change,
    target: ProjectEnvironment,
    { proposed, snapshots, ...named }: CompleteRequest,
): Promise<StoredRequest> {
    const request = await insertRequest(change, target, named);
    const stored = await storeAll(change, { request: request.id, position: 0, proposed, snapshots });
    const changes = await makeSelfContained(change.tx, target, sortForApplication(stored), stored);
    const contentHash = contentHashOf(changes);
    await change.tx
        .updateTable('change_requests')
        .set({ content_hash: contentHash })
        .where('id', '=', request.id)
        .execute();
    return { ...request, content_hash: contentHash, changes };
}
