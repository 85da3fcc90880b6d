import { expect, test } from 'vitest';
import { LONG, problemsOf } from './support/screens.ts';

test(
    'every screen of projects opens without an error, fits and is accessible, wide and light, narrow and dark',
    LONG,
    async () => {
        const tabs = [
            'change-requests',
            'releases',
            'archive',
            'access',
            'tokens',
            'environments',
            'targeting',
            'metrics',
            'events',
            'settings',
        ];
        const problems = await problemsOf(({ request }) => [
            '/',
            '/insights',
            '/metrics',
            '/releases',
            '/releases?tab=templates',
            '/release-templates/new',
            '/projects',
            '/projects/default',
            '/projects/default?panel=status',
            ...tabs.map((tab) => `/projects/default?tab=${tab}`),
            ...['approvals', 'names', 'policy', 'reviews', 'personas'].map(
                (section) => `/projects/default?tab=settings&section=${section}`,
            ),
            '/projects/default?tab=environments&strategy=production',
            request,
            '/change-requests',
            ...['mine', 'all', 'calendar'].map((tab) => `/change-requests?tab=${tab}`),
        ]);

        expect(problems).toEqual([]);
    },
);
