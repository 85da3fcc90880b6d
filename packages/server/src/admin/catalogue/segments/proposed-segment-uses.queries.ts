import type { AdminActor } from '../../../core/access/actor.ts';
import { asRecord } from '../../../core/json/is-record.ts';
import type { Db } from '../../../storage/database.ts';
import { mayViewRequest, OPEN_STATES } from '../approval-rules/request-visibility.ts';

export interface ProposedUse {
    projectId: string;
    featureName: string;
    environment: string;
    strategyName: string;
    /** The id of an existing strategy. */
    id?: string;
    changeRequest: { id: number; title: string | null };
}

/**
 * Lists the strategies that would use a segment after open change requests are applied, limited to what the actor can
 * see.
 */
export async function listProposedSegmentUses(db: Db, actor: AdminActor, segment: number): Promise<ProposedUse[]> {
    const rows = await db
        .selectFrom('change_request_changes as changes')
        .innerJoin('change_requests as requests', 'requests.id', 'changes.request')
        .select([
            'requests.id as request',
            'requests.title',
            'requests.project',
            'requests.environment',
            'requests.state',
            'requests.created_by_user_id',
            'changes.feature',
            'changes.payload',
            'changes.snapshot',
        ])
        .where('requests.state', 'in', OPEN_STATES)
        .where('changes.feature', 'is not', null)
        .orderBy('requests.id')
        .orderBy('changes.position')
        .execute();
    return rows.flatMap((row) => {
        // Only payloads of strategies contain segments.
        const strategy = asRecord(row.payload) as { id?: string; name?: string; segments?: number[] };
        if (!strategy.segments?.includes(segment) || !mayViewRequest(actor, row)) return [];
        return [
            {
                projectId: row.project,
                // Strategies always belong to a flag.
                featureName: row.feature!,
                environment: row.environment,
                strategyName: strategy.name ?? '',
                ...(row.snapshot !== null && strategy.id !== undefined && { id: strategy.id }),
                changeRequest: { id: row.request, title: row.title },
            },
        ];
    });
}
