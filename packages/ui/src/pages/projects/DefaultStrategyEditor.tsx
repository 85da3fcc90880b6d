import { StrategyDrawer } from '../strategies/StrategyDrawer.tsx';
import { defaultDraft, type EnvironmentOfProject } from './default-strategy.ts';
import { useSetDefaultStrategy } from './project.queries.ts';

interface Props {
    projectId: string;
    environment: EnvironmentOfProject;
    defaultStickiness: string;
    onClose: () => void;
}

export function DefaultStrategyEditor({ projectId, environment, defaultStickiness, onClose }: Props) {
    const save = useSetDefaultStrategy(projectId, environment.name);
    return (
        <StrategyDrawer
            title={`Default strategy in ${environment.name}`}
            projectId={projectId}
            environment={environment}
            start={defaultDraft(environment, defaultStickiness)}
            defaultStickiness={defaultStickiness}
            warning="Added to flags that are turned on without a strategy. Other flags are not affected."
            save={save}
            onClose={onClose}
        />
    );
}
