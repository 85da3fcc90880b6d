import type { AdminActor } from '../../../core/access/actor.ts';
import type { ListedProject } from '../../catalogue/projects/project.schemas.ts';
import type { FlagIndex } from '../../flags/flag-index/flag-index.ts';
import { healthOf, technicalDebtOf } from '../insights/health.ts';
import { figuresOf } from '../insights/project-figures.ts';
import type { ProjectIndex } from './project-index.ts';

/** Lists the archived or the other projects that the actor can see, by name. */
export async function listProjects(
    { projectIndex, flagIndex }: { projectIndex: ProjectIndex; flagIndex: FlagIndex },
    actor: AdminActor,
    { archived = false }: { archived?: boolean },
): Promise<ListedProject[]> {
    await Promise.all([projectIndex.whenCurrent(), flagIndex.whenListed()]);
    return projectIndex.list(actor, { archived }).map(({ row, members, owners, favoriteOf, lastEventAt }) => {
        const { conditions, lastUsedAt, onboardingStatus } = figuresOf(flagIndex.of(row.id));
        return {
            id: row.id,
            name: row.name,
            description: row.description,
            mode: row.mode,
            defaultStickiness: row.default_stickiness,
            health: healthOf(conditions),
            technicalDebt: technicalDebtOf(conditions),
            favorite: actor.userId !== undefined && favoriteOf.includes(actor.userId),
            featureCount: conditions.total,
            memberCount: members,
            createdAt: row.created_at,
            updatedAt: row.updated_at,
            archivedAt: row.archived_at,
            lastUpdatedAt: lastEventAt,
            lastReportedFlagUsage: lastUsedAt,
            onboardingStatus,
            owners,
        };
    });
}
