import type { NavigationEntry } from './navigation.ts';

/** Additional search terms of screens. They are loaded with the palette. */
export const SCREEN_KEYWORDS: Partial<Record<NavigationEntry['to'], string>> = {
    '/': 'start dashboard favourites',
    '/search': 'search features toggles',
    '/change-requests': 'approve review approvals inbox waiting draft schedule calendar',
    '/releases': 'rollout gradual milestones plans templates progressive canary safeguards',
    '/playground': 'evaluate test who',
    '/applications': 'sdk instances',
    '/metrics': 'charts impact outcomes counters errors latency',
    '/history': 'audit changes history',
    '/insights': 'health charts technical debt time to production stale figures statistics',
    '/compare': 'moments environments past time travel difference copy promote staging production',
    '/types': 'tag types strategy flag lifetime',
    '/integrations': 'webhook slack teams addons',
    '/transfer': 'migrate launchdarkly unleash',
    '/api-tokens': 'sdk access keys secret',
    '/admin': 'users roles groups sso',
};
