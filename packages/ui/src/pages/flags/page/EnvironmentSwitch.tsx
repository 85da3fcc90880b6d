import { Switch } from '@mantine/core';
import type { Flag, FlagEnvironment } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { useFlagSwitch } from '../use-flag-switch.tsx';

export function EnvironmentSwitch({ flag, environment }: { flag: Flag; environment: FlagEnvironment }) {
    const { switchFlag, dialog } = useFlagSwitch(flag.project);
    // Turning the flag on starts the first milestone of its release plan, whose strategies are not among those of the flag yet.
    const startsPlan = environment.releasePlans.some(({ activeMilestoneId }) => activeMilestoneId === null);
    const switched = startsPlan ? { ...environment, hasStrategies: true, hasEnabledStrategies: true } : environment;
    return (
        <>
            <PermissionControl
                to="UPDATE_FEATURE_ENVIRONMENT"
                project={flag.project}
                environment={environment.name}
                unless={flag.archived ? 'The flag is archived.' : undefined}
            >
                <Switch
                    size="md"
                    checked={environment.enabled}
                    aria-label={`${flag.name} in ${environment.name}`}
                    onChange={({ currentTarget: { checked } }) =>
                        switchFlag({ featureName: flag.name, environment: switched, enabled: checked })
                    }
                />
            </PermissionControl>
            {dialog}
        </>
    );
}
