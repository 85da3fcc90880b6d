import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useMayChange, useMayChangeAnywhere } from '../pages/change-requests/approvals/use-protection.ts';
import { useFlag } from '../pages/flags/flag.queries.ts';
import type { useSwitchAnywhere } from '../pages/flags/table/use-switch-anywhere.tsx';
import { useFlagSearch } from '../pages/search/search.queries.ts';
import { SIZE } from './palette-objects.tsx';
import { switchCommandIn } from './switch-command.ts';

export function useFlagInAddress(): { path: string; projectId?: string; featureName?: string } {
    const path = useRouterState({ select: (state) => state.location.pathname });
    const [, projectId, featureName] = /\/projects\/([^/]+)(?:\/features\/([^/]+))?/.exec(path) ?? [];
    return {
        path,
        ...(projectId && { projectId: decodeURIComponent(projectId) }),
        ...(featureName && { featureName: decodeURIComponent(featureName) }),
    };
}

type SwitchFlag = ReturnType<typeof useSwitchAnywhere>['switchFlag'];

/** Runs a typed command such as "turn off new-checkout in production". */
export function useSwitches(query: string, onSwitch: SwitchFlag): SpotlightActionGroupData {
    const [settled] = useDebouncedValue(query, 120);
    const command = switchCommandIn(settled);
    const { data } = useFlagSearch({ query: command?.flag ?? '' }, 0, { limit: 8, isEnabled: command !== undefined });
    const flags = command && switchCommandIn(query) ? (data?.features ?? []) : [];
    const mayChange = useMayChangeAnywhere([...new Set(flags.map(({ project }) => project))]);
    const isScheduled = command?.isScheduled ?? false;
    return {
        group: isScheduled ? 'Schedule' : 'Turn on or off',
        actions: flags.flatMap(({ name, project, environments }) =>
            environments
                .filter(
                    (environment) =>
                        (command?.enabled ?? !environment.enabled) !== environment.enabled &&
                        environment.name.startsWith(command?.environment ?? '') &&
                        mayChange('UPDATE_FEATURE_ENVIRONMENT', { project, environment: environment.name }),
                )
                // Commands for emergencies come first.
                .toSorted((a, b) => Number(b.type === 'production') - Number(a.type === 'production'))
                .map((environment) => ({
                    id: `switch ${project} ${name} ${environment.name}`,
                    label: `${isScheduled ? 'Schedule: turn' : 'Turn'} ${environment.enabled ? 'off' : 'on'} ${name} in ${environment.name}`,
                    description: project,
                    keywords: query,
                    leftSection: switchIcon(environment),
                    onClick: () =>
                        onSwitch({
                            project,
                            featureName: name,
                            environment,
                            enabled: !environment.enabled,
                            isScheduled,
                        }),
                })),
        ),
    };
}

/** Commands that toggle the flag on the current page. */
export function useToggles(onSwitch: SwitchFlag): SpotlightActionGroupData[] {
    const { projectId = '', featureName = '' } = useFlagInAddress();
    const { data: flag } = useFlag({ projectId, featureName }, featureName !== '');
    const mayChange = useMayChange(projectId);
    if (!flag || flag.archived) return [];
    return [
        {
            group: flag.name,
            actions: flag.environments
                .filter(({ name }) => mayChange('UPDATE_FEATURE_ENVIRONMENT', name))
                .map((environment) => ({
                    id: `toggle ${environment.name}`,
                    label: `Turn ${environment.enabled ? 'off' : 'on'} in ${environment.name}`,
                    keywords: 'toggle switch',
                    leftSection: switchIcon(environment),
                    onClick: () =>
                        onSwitch({
                            project: flag.project,
                            featureName: flag.name,
                            environment,
                            enabled: !environment.enabled,
                        }),
                })),
        },
    ];
}

const switchIcon = ({ enabled }: { enabled: boolean }) =>
    enabled ? <IconToggleRight size={SIZE} /> : <IconToggleLeft size={SIZE} />;
