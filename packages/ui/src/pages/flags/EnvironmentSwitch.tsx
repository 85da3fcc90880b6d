import { Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Flag, FlagEnvironment } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { useSetFlagEnabled } from './flag.queries.ts';
import { hasOnlyDisabled } from './flag-state.ts';
import { TurnOnDialog } from './TurnOnDialog.tsx';

export function EnvironmentSwitch({ flag, environment }: { flag: Flag; environment: FlagEnvironment }) {
    const set = useSetFlagEnabled(flag.project);
    const [isAsking, question] = useDisclosure();
    const there = { featureName: flag.name, environment: environment.name };
    return (
        <>
            <Allowed
                to="UPDATE_FEATURE_ENVIRONMENT"
                project={flag.project}
                environment={environment.name}
                unless={flag.archived ? 'The flag is archived.' : undefined}
            >
                <Switch
                    size="md"
                    checked={environment.enabled}
                    aria-label={`${flag.name} in ${environment.name}`}
                    onChange={({ currentTarget: { checked } }) => {
                        if (checked && hasOnlyDisabled(environment)) question.open();
                        else set.mutate({ ...there, enabled: checked });
                    }}
                />
            </Allowed>
            {isAsking && (
                <TurnOnDialog
                    {...there}
                    onClose={question.close}
                    onTurnOn={(shouldActivateDisabledStrategies) =>
                        set.mutate({ ...there, enabled: true, shouldActivateDisabledStrategies })
                    }
                />
            )}
        </>
    );
}
