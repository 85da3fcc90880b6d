import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useMayChange, useMayChangeAnywhere } from '../pages/change-requests/approvals/use-protection.ts';
import { useEnvironments } from '../pages/environments/environment.queries.ts';
import { useFlag } from '../pages/flags/flag.queries.ts';
import type { useSwitchAnywhere } from '../pages/flags/table/use-switch-anywhere.tsx';
import { useFlagSearch } from '../pages/search/search.queries.ts';
import { COMMAND_RANK, type RankedGroup } from './palette-filter.ts';
import { SIZE } from './palette-objects.tsx';
import { isAbout, switchCommandIn } from './switch-command.ts';

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
export function useSwitches(query: string, onSwitch: SwitchFlag): SpotlightActionGroupData & RankedGroup {
    const [debounced] = useDebouncedValue(query, 120);
    const { data: known = [] } = useEnvironments();
    const environmentNames = known.map(({ name }) => name);
    const command = switchCommandIn(debounced, environmentNames);
    // The service finds flags by one word, and the others narrow them down.
    const [longest = ''] = (command?.words ?? []).toSorted((a, b) => b.length - a.length);
    const limit = command && command.words.length > 1 ? 100 : 8;
    const isEnabled = command !== undefined;
    const { data, isPlaceholderData } = useFlagSearch({ query: longest }, 0, { limit, isEnabled });
    // The flags of the previous text must not be switched.
    const isCurrent = command !== undefined && query.trim() === debounced.trim() && !isPlaceholderData;
    const flags = isCurrent ? (data?.features ?? []).filter((flag) => isAbout(command, flag)) : [];
    const mayChange = useMayChangeAnywhere([...new Set(flags.map(({ project }) => project))]);
    const isScheduled = command?.isScheduled ?? false;
    return {
        group: isScheduled ? 'Schedule' : 'Turn on or off',
        rank: COMMAND_RANK,
        actions: flags.flatMap(({ name, project, environments }) =>
            environments
                .filter(
                    (environment) =>
                        (command?.enabled ?? !environment.enabled) !== environment.enabled &&
                        environment.name.toLowerCase().startsWith(command?.environment ?? '') &&
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
