import { Switch, Tooltip } from '@mantine/core';
import { useMay } from '../../components/may.ts';
import { useSetFlagEnabled } from './flag.queries.ts';

interface Props {
    projectId: string;
    featureName: string;
    environment: string;
    enabled: boolean;
    size?: 'xs' | 'sm' | 'md';
    isArchived?: boolean;
}

export function EnvironmentSwitch({
    projectId,
    featureName,
    environment,
    enabled,
    size = 'sm',
    isArchived = false,
}: Props) {
    const may = useMay();
    const set = useSetFlagEnabled(projectId);
    const isAllowed = may('UPDATE_FEATURE_ENVIRONMENT', { project: projectId, environment });
    const control = (
        <Switch
            size={size}
            checked={enabled}
            disabled={!isAllowed || isArchived}
            aria-label={`${featureName} in ${environment}`}
            onChange={(event) => set.mutate({ featureName, environment, enabled: event.currentTarget.checked })}
        />
    );
    if (isAllowed && !isArchived) return control;
    const reason = isArchived
        ? 'The flag is archived.'
        : `You need the permission UPDATE_FEATURE_ENVIRONMENT in ${environment}.`;
    return (
        <Tooltip label={reason}>
            <span style={{ display: 'inline-flex' }}>{control}</span>
        </Tooltip>
    );
}
