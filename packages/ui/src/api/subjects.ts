/** The subjects of queries: the first element of a query key. */
export const SUBJECTS = [
    'access-candidates',
    'agents',
    'applications',
    'change-requests',
    'context-fields',
    'environments',
    'event-chain',
    'events',
    'experiments',
    'flag-types',
    'flags',
    'groups',
    'integrations',
    'invitation',
    'invite-links',
    'logins',
    'metrics',
    'own-second-factors',
    'own-sessions',
    'own-tokens',
    'past',
    'tokens-of-user',
    'permissions',
    'personas',
    'playground',
    'profile',
    'projects',
    'releases',
    'reset',
    'roles',
    'search',
    'second-factors',
    'segments',
    'service-accounts',
    'session',
    'sessions',
    'sign-in-methods',
    'signals',
    'sso',
    'statistics',
    'strategy-types',
    'tag-types',
    'tokens',
    'ui-config',
    'usage',
    'users',
    'views',
    'what-if',
] as const;

export type Subject = (typeof SUBJECTS)[number];

/** Some flags of a project, if nothing else is affected. */
export interface SomeFlags {
    project: string;
    flags: readonly string[];
}

/** The queries that a change invalidates: a subject, some flags, or everything. */
export type Invalidation = Subject | SomeFlags | 'everything';

declare module '@tanstack/react-query' {
    interface Register {
        /** A key with another first element would never be invalidated. */
        queryKey: readonly [Subject, ...unknown[]];
    }
}
