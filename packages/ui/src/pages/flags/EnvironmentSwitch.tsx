import { Switch } from '@mantine/core';
import { Allowed } from '../../components/Allowed.tsx';
import { useSetFlagEnabled } from './flag.queries.ts';

interface Props {
    projectId: string;
    featureName: string;
    environment: string;
    enabled: boolean;
    isArchived: boolean;
}

export function EnvironmentSwitch({ projectId, featureName, environment, enabled, isArchived }: Props) {
    const set = useSetFlagEnabled(projectId);
    return (
        <Allowed
            to="UPDATE_FEATURE_ENVIRONMENT"
            project={projectId}
            environment={environment}
            unless={isArchived ? 'The flag is archived.' : undefined}
        >
            <Switch
                size="md"
                checked={enabled}
                aria-label={`${featureName} in ${environment}`}
                onChange={(event) => set.mutate({ featureName, environment, enabled: event.currentTarget.checked })}
            />
        </Allowed>
    );
}
