import {
    IconAdjustmentsHorizontal,
    IconApps,
    IconArrowsDiff,
    IconArrowsLeftRight,
    IconBraces,
    IconChartHistogram,
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
    IconTargetArrow,
    IconTransfer,
    type TablerIcon,
} from '@tabler/icons-react';
import type { RegisteredRouter } from '@tanstack/react-router';

type ScreenPath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}`>;

interface NavigationEntry {
    label: string;
    /** The path of a route in `router.tsx`. */
    to: ScreenPath;
    icon: TablerIcon;
    /** Additional search terms for the palette. */
    keywords?: string;
}

export const NAVIGATION: { title?: string; items: NavigationEntry[] }[] = [
    {
        items: [
            { label: 'Home', to: '/', icon: IconHome, keywords: 'start dashboard favourites' },
            { label: 'Projects', to: '/projects', icon: IconFolders },
            { label: 'All flags', to: '/search', icon: IconFlag3, keywords: 'search features toggles' },
            {
                label: 'Change requests',
                to: '/change-requests',
                icon: IconGitPullRequest,
                keywords: 'approve review approvals inbox waiting draft schedule calendar',
            },
            { label: 'Playground', to: '/playground', icon: IconAdjustmentsHorizontal, keywords: 'evaluate test who' },
        ],
    },
    {
        title: 'Observe',
        items: [
            { label: 'Applications', to: '/applications', icon: IconApps, keywords: 'sdk instances' },
            { label: 'Event log', to: '/history', icon: IconHistory, keywords: 'audit changes history' },
            {
                label: 'Insights',
                to: '/insights',
                icon: IconChartHistogram,
                keywords: 'health charts technical debt time to production stale figures statistics',
            },
            { label: 'Compare moments', to: '/compare', icon: IconArrowsDiff, keywords: 'past time travel difference' },
            {
                label: 'Compare environments',
                to: '/compare-environments',
                icon: IconArrowsLeftRight,
                keywords: 'copy promote difference staging production',
            },
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
                keywords: 'tag types strategy flag lifetime',
            },
            {
                label: 'Integrations',
                to: '/integrations',
                icon: IconPlugConnected,
                keywords: 'webhook slack teams addons',
            },
            {
                label: 'Import and export',
                to: '/transfer',
                icon: IconTransfer,
                keywords: 'migrate launchdarkly unleash',
            },
            { label: 'API tokens', to: '/api-tokens', icon: IconKey, keywords: 'sdk access keys secret' },
            { label: 'Administration', to: '/admin', icon: IconSettings, keywords: 'users roles groups sso' },
        ],
    },
];
