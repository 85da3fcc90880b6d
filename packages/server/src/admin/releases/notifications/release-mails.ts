import type { Change } from '../../../changes/change.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { enqueueMail } from '../../../identity/accounts/mail/mail-queue.ts';
import { findActor } from '../../../identity/accounts/users/actor.queries.ts';
import { peopleOfOwner } from '../../flags/flags/flag-owner.queries.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';

/** The owner of a flag may be a large group. */
const MAX_RECIPIENTS = 50;

interface ReleaseMail {
    subject: string;
    lines: readonly string[];
}

/** Notifies the owner of the flag, and the user who added the plan, unless they made the change. */
export async function mailRelease(
    { tx, now, actor }: Change,
    { project, featureName, environment, planId }: StrategyScope & { planId: string },
    { subject, lines }: ReleaseMail,
): Promise<void> {
    const row = await tx
        .selectFrom('release_plans')
        .innerJoin('flags', 'flags.name', 'release_plans.flag')
        .leftJoin('users', 'users.id', 'release_plans.created_by_user_id')
        .select(['flags.owner', 'users.id as creator'])
        .where('release_plans.id', '=', planId)
        .executeTakeFirst();
    if (!row) return;
    const people = new Set(row.owner === null ? [] : await peopleOfOwner(tx, row.owner));
    if (row.creator !== null) people.add(row.creator);
    for (const userId of [...people].slice(0, MAX_RECIPIENTS)) {
        // The service and signals act for nobody who would know.
        if (userId === actor.id) continue;
        const reader = await findActor(tx, userId);
        if (!reader || !mayKnowOf(reader, project)) continue;
        const content = {
            subject: `${subject}: ${featureName} in ${environment}`,
            lines: [...lines],
            link: {
                path: `/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(featureName)}`,
                label: 'Show the release',
            },
        };
        await enqueueMail(tx, { kind: 'release', userId, address: '', now, content });
    }
}
