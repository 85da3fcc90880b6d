import {
    IconAdjustmentsHorizontal,
    IconApps,
    IconArrowsDiff,
    IconBraces,
    IconChartHistogram,
    IconChartLine,
    IconFlag3,
    IconFolders,
    IconGitPullRequest,
    IconHistory,
    IconHome,
    IconKey,
    IconListDetails,
    IconPlugConnected,
    IconServer2,
    IconSettings,
    IconStairs,
    IconTargetArrow,
    IconTransfer,
    type TablerIcon,
} from '@tabler/icons-react';
import type { RegisteredRouter } from '@tanstack/react-router';

type ScreenPath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}`>;

export interface NavigationEntry {
    label: string;
    /** The path of a route in `router.tsx`. */
    to: ScreenPath;
    icon: TablerIcon;
}

export const NAVIGATION: { title?: string; items: NavigationEntry[] }[] = [
    {
        items: [
            { label: 'Home', to: '/', icon: IconHome },
            { label: 'Projects', to: '/projects', icon: IconFolders },
            { label: 'All flags', to: '/search', icon: IconFlag3 },
            {
                label: 'Change requests',
                to: '/change-requests',
                icon: IconGitPullRequest,
            },
            { label: 'Releases', to: '/releases', icon: IconStairs },
            { label: 'Playground', to: '/playground', icon: IconAdjustmentsHorizontal },
        ],
    },
    {
        title: 'Observe',
        items: [
            { label: 'Applications', to: '/applications', icon: IconApps },
            { label: 'Metrics', to: '/metrics', icon: IconChartLine },
            { label: 'Audit log', to: '/history', icon: IconHistory },
            {
                label: 'Insights',
                to: '/insights',
                icon: IconChartHistogram,
            },
            { label: 'Compare', to: '/compare', icon: IconArrowsDiff },
        ],
    },
    {
        title: 'Configure',
        items: [
            { label: 'Segments', to: '/segments', icon: IconTargetArrow },
            { label: 'Context fields', to: '/context', icon: IconBraces },
            { label: 'Environments', to: '/environments', icon: IconServer2 },
            {
                label: 'Types and tags',
                to: '/types',
                icon: IconListDetails,
            },
            {
                label: 'Integrations',
                to: '/integrations',
                icon: IconPlugConnected,
            },
            {
                label: 'Import and export',
                to: '/transfer',
                icon: IconTransfer,
            },
            { label: 'API tokens', to: '/api-tokens', icon: IconKey },
            { label: 'Administration', to: '/admin', icon: IconSettings },
        ],
    },
];
