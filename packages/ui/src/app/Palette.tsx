import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import {
    IconCalendarEvent,
    IconFileExport,
    IconFileImport,
    IconFlag3,
    IconFolderPlus,
    IconKeyboard,
    IconLogout,
    IconMoon,
    IconPlus,
    IconSearch,
    IconSun,
    IconToggleLeft,
    IconToggleRight,
    IconUserPlus,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMay } from '../components/access/may.ts';
import { NewFlagDialog } from '../pages/flags/dialogs/NewFlagDialog.tsx';
import { useNewFlagProject } from '../pages/flags/dialogs/new-flag-project.ts';
import { useSwitchAnywhere } from '../pages/flags/table/use-switch-anywhere.tsx';
import { NewProjectDialog } from '../pages/projects/NewProjectDialog.tsx';
import { useFlagSearch } from '../pages/search/search.queries.ts';
import { useSignOut } from '../pages/session/session.queries.ts';
import { NAVIGATION } from './navigation.ts';
import { PALETTE_EVENT, PALETTE_INPUT, PALETTE_WORDS, takeEarlyKeys } from './open-palette.ts';
import classes from './Palette.module.css';
import { filterGroups, LAST_RANK, type RankedGroup } from './palette-filter.ts';
import { SIZE, useEventByNumber, usePaletteObjects, useRecents, useSettings } from './palette-objects.tsx';
import { useFlagInAddress, useSwitches, useToggles } from './palette-switches.tsx';
import { SCREEN_KEYWORDS } from './screen-keywords.ts';
import { showShortcuts } from './show-shortcuts.ts';

const [store, spotlight] = createSpotlight();

/** The command palette: finds objects by name and runs commands such as create, toggle and switch theme. */
export function Palette() {
    const [query, setQuery] = useState('');
    const [creating, setCreating] = useState<'flag' | 'project'>();
    const at = useFlagInAddress();
    useEffect(() => {
        const toggle = () => {
            if (store.getState().opened) return spotlight.close();
            // While the palette fades out, it still has the previous text.
            setQuery('');
            spotlight.open();
        };
        spotlight.open();
        window.addEventListener(PALETTE_EVENT, toggle);
        return () => window.removeEventListener(PALETTE_EVENT, toggle);
    }, []);
    const { opened } = useSpotlight(store);
    const flags = useFlags(query);
    const { switchFlag, dialog } = useSwitchAnywhere();
    const toggles = useToggles(switchFlag);
    const switches = useSwitches(query, switchFlag);
    const flagProject = useNewFlagProject(at.projectId);
    const { commands, screens, account } = useCommands({ flagProject, create: setCreating, type: setQuery });
    const recents = useRecents(at.path);
    const things = usePaletteObjects(opened, at.projectId);
    const settings = useSettings(at.projectId);
    const event = useEventByNumber(query);
    const isTyped = query.trim() !== '';
    const results = filterGroups(
        // Navigation comes before commands that change something.
        isTyped
            ? [switches, flags, ...event, ...things, screens, ...settings, ...toggles, commands, account]
            : [...recents, ...toggles, commands, screens, account],
        query,
    );
    const shown = results.flatMap(({ actions }) => actions.map(({ id }) => id)).join();
    // biome-ignore lint/correctness/useExhaustiveDependencies: selects the first entry of each new list
    useEffect(() => select(isTyped ? 0 : -1), [query, shown]);
    return (
        <>
            <Spotlight
                store={store}
                actions={results}
                query={query}
                onQueryChange={setQuery}
                filter={(_query, actions) => actions}
                // The shell listens for the shortcut, even before the palette is loaded.
                shortcut={null}
                onSpotlightClose={() => void takeEarlyKeys()}
                nothingFound="Nothing matches. Try part of a name."
                highlightQuery
                classNames={{
                    search: classes['search'] ?? '',
                    actionsList: classes['list'] ?? '',
                    actionsGroup: classes['group'] ?? '',
                    action: classes['action'] ?? '',
                    actionDescription: classes['description'] ?? '',
                    actionSection: classes['section'] ?? '',
                }}
                limit={60}
                attributes={{ content: { 'aria-label': 'Command palette' } }}
                scrollable
                maxHeight="60dvh"
                searchProps={{
                    id: PALETTE_INPUT,
                    onFocus: () => {
                        const early = takeEarlyKeys();
                        if (early) setQuery(early);
                    },
                    leftSection: <IconSearch size={SIZE} />,
                    placeholder: PALETTE_WORDS,
                    'aria-label': 'Find anything',
                }}
            />
            {dialog}
            {flagProject && creating === 'flag' && (
                <NewFlagDialog projectId={flagProject} onClose={() => setCreating(undefined)} />
            )}
            {creating === 'project' && <NewProjectDialog onClose={() => setCreating(undefined)} />}
        </>
    );
}

/**
 * Spotlight selects an entry when the text changes, but some results arrive later. Enter must open the first result, and do nothing
 * while the input is empty.
 */
function select(selected: number): void {
    const actions = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? [];
    for (const [index, action] of actions.entries()) action.toggleAttribute('data-selected', index === selected);
    store.updateState((state) => ({ ...state, selected: actions.length > 0 ? selected : -1 }));
}

function useFlags(query: string): SpotlightActionGroupData {
    const navigate = useNavigate();
    const [debounced] = useDebouncedValue(query, 120);
    // The service finds flags by one word, and the palette narrows them down by the others.
    const [longest = '', ...others] = debounced
        .trim()
        .split(/\s+/)
        .toSorted((a, b) => b.length - a.length);
    const limit = others.length > 0 ? 100 : 8;
    const { data: flags } = useFlagSearch({ query: longest }, 0, { limit, isEnabled: longest !== '' });
    return {
        group: 'Flags',
        actions: (query && debounced ? (flags?.features ?? []) : []).map(({ name, project, description, tags }) => ({
            id: `flag ${project} ${name}`,
            label: name,
            description: description || project,
            keywords: (tags ?? []).map(({ type, value }) => `${type}:${value}`).join(' '),
            leftSection: <IconFlag3 size={SIZE} />,
            onClick: () =>
                void navigate({
                    to: '/projects/$projectId/features/$featureName',
                    params: { projectId: project, featureName: name },
                }),
        })),
    };
}

/** Commands that name a flag. Selecting one enters its beginning. */
const SWITCH_COMMANDS = [
    { label: 'Turn off a flag…', text: 'turn off', icon: IconToggleRight },
    { label: 'Turn on a flag…', text: 'turn on', icon: IconToggleLeft },
    { label: 'Schedule a change of a flag…', text: 'schedule', icon: IconCalendarEvent },
];

interface Commands {
    /** Global commands. */
    commands: SpotlightActionGroupData;
    /** Navigation targets. */
    screens: SpotlightActionGroupData;
    /** Never selected by mistake: after everything else. */
    account: SpotlightActionGroupData & RankedGroup;
}

interface CommandsInput {
    /** The project for new flags. Undefined: the user may not create flags. */
    flagProject: string | undefined;
    create: (what: 'flag' | 'project') => void;
    /** Enters the beginning of a command, which the user completes. */
    type: (text: string) => void;
}

function useCommands({ flagProject, create, type }: CommandsInput): Commands {
    const navigate = useNavigate();
    const may = useMay();
    const { setColorScheme } = useMantineColorScheme();
    const signOut = useSignOut();
    return {
        commands: {
            group: 'Commands',
            actions: [
                ...(flagProject
                    ? [
                          {
                              id: 'new-flag',
                              label: `Create a flag in ${flagProject}`,
                              keywords: 'new add',
                              leftSection: <IconPlus size={SIZE} />,
                              onClick: () => create('flag'),
                          },
                      ]
                    : []),
                ...(may('CREATE_PROJECT')
                    ? [
                          {
                              id: 'new-project',
                              label: 'Create a project',
                              keywords: 'new add',
                              leftSection: <IconFolderPlus size={SIZE} />,
                              onClick: () => create('project'),
                          },
                      ]
                    : []),
                ...SWITCH_COMMANDS.map(({ label, text, icon: Icon }) => ({
                    id: text,
                    label,
                    leftSection: <Icon size={SIZE} />,
                    closeSpotlightOnTrigger: false,
                    onClick: () => type(`${text} `),
                })),
                ...(may('ADMIN')
                    ? [
                          {
                              id: 'invite',
                              label: 'Invite a user',
                              keywords: 'new add create person people member',
                              leftSection: <IconUserPlus size={SIZE} />,
                              onClick: () => void navigate({ to: '/admin', search: { tab: 'users', user: 'new' } }),
                          },
                      ]
                    : []),
                {
                    id: 'import',
                    label: 'Import flags',
                    keywords: 'migrate launchdarkly unleash flipt flagsmith growthbook configcat json',
                    leftSection: <IconFileImport size={SIZE} />,
                    onClick: () => void navigate({ to: '/transfer' }),
                },
                {
                    id: 'export',
                    label: 'Export flags',
                    keywords: 'download backup json',
                    leftSection: <IconFileExport size={SIZE} />,
                    onClick: () => void navigate({ to: '/transfer', search: { export: true } }),
                },
                {
                    id: 'shortcuts',
                    label: 'Show keyboard shortcuts',
                    keywords: 'keys help',
                    leftSection: <IconKeyboard size={SIZE} />,
                    onClick: showShortcuts,
                },
                {
                    id: 'light',
                    label: 'Switch to the light theme',
                    keywords: 'colour scheme',
                    leftSection: <IconSun size={SIZE} />,
                    onClick: () => setColorScheme('light'),
                },
                {
                    id: 'dark',
                    label: 'Switch to the dark theme',
                    keywords: 'colour scheme',
                    leftSection: <IconMoon size={SIZE} />,
                    onClick: () => setColorScheme('dark'),
                },
            ],
        },
        account: {
            group: 'Account',
            rank: LAST_RANK,
            actions: [
                {
                    id: 'sign-out',
                    label: 'Sign out',
                    keywords: 'logout log off',
                    leftSection: <IconLogout size={SIZE} />,
                    onClick: () => signOut.mutate(undefined),
                },
            ],
        },
        screens: {
            group: 'Screens',
            actions: NAVIGATION.flatMap(({ items }) => items).map(({ label, to, icon: Icon }) => ({
                id: to,
                label,
                keywords: SCREEN_KEYWORDS[to],
                leftSection: <Icon size={SIZE} stroke={1.7} />,
                onClick: () => void navigate({ to }),
            })),
        },
    };
}
