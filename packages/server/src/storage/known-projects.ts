import type { Expression, ExpressionBuilder, ReferenceExpression, SqlBool } from 'kysely';
import type { AdminActor } from '../core/actor.ts';

/**
 * A condition that leaves out what belongs to projects the actor may not know of; what belongs to none stays.
 * Every list that crosses projects needs it: `.where(inKnownProject(actor, 'flags.project'))`.
 */
export const inKnownProject =
    <DB, TB extends keyof DB>({ hiddenProjects }: AdminActor, project: ReferenceExpression<DB, TB>) =>
    (row: ExpressionBuilder<DB, TB>): Expression<SqlBool> =>
        hiddenProjects.length === 0
            ? row.and([])
            : row.or([row(project, 'is', null), row(project, 'not in', hiddenProjects)]);
