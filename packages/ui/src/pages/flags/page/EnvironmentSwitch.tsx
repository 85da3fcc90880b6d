import { Switch } from '@mantine/core';
import type { Flag, FlagEnvironment } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { useFlagSwitch } from '../use-flag-switch.tsx';

export function EnvironmentSwitch({ flag, environment }: { flag: Flag; environment: FlagEnvironment }) {
    const { switchFlag, dialog } = useFlagSwitch(flag.project);
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
                        switchFlag({ featureName: flag.name, environment, enabled: checked })
                    }
                />
            </PermissionControl>
            {dialog}
        </>
    );
}
