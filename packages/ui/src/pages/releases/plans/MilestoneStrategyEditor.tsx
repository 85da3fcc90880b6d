import type { NewStrategy } from '../../../api/types.ts';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { useProject } from '../../projects/project.queries.ts';
import { draftOf } from '../../strategies/draft.ts';
import { StrategyDrawer } from '../../strategies/StrategyDrawer.tsx';
import { type Milestone, type MilestoneStrategy, useSaveMilestoneStrategy } from './plan.queries.ts';

interface Props {
    at: FlagEnvironmentOfType;
    milestone: Milestone;
    strategy: MilestoneStrategy;
    isActive: boolean;
    onClose: () => void;
}

/** The editor of a strategy of a milestone. Its type cannot be changed. */
export function MilestoneStrategyEditor({ at, milestone, strategy, isActive, onClose }: Props) {
    const save = useSaveMilestoneStrategy(at);
    const { data: project } = useProject(at.projectId);
    const { id, sortOrder } = strategy;
    return (
        <StrategyDrawer
            title={`Strategy of ${milestone.name} in ${at.environment}`}
            projectId={at.projectId}
            flag={at.featureName}
            environment={{ name: at.environment, type: at.type }}
            start={draftOf(strategy)}
            defaultStickiness={project?.defaultStickiness ?? 'default'}
            proposal={({ name: _name, ...body }: NewStrategy) => ({
                project: at.projectId,
                steps: [{ ...stepTarget(at), action: 'updateMilestoneStrategy', payload: { ...body, id, sortOrder } }],
            })}
            warning={
                isActive
                    ? `This changes who gets ${at.featureName} now, because ${milestone.name} is active.`
                    : `This changes who gets ${at.featureName} once ${milestone.name} starts.`
            }
            save={{
                isPending: save.isPending,
                isSuccess: save.isSuccess,
                error: save.error,
                mutate: (body, react) => save.mutate({ strategyId: id, body: { ...body, sortOrder } }, react),
            }}
            onClose={onClose}
        />
    );
}
