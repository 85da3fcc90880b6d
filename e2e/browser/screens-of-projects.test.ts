import { expect, test } from 'vitest';
import { LONG, problemsOf } from './support/screens.ts';

test(
    'every screen of projects opens without an error, fits and is accessible, wide and light, narrow and dark',
    LONG,
    async () => {
        const tabs = [
            'change-requests',
            'releases',
            'experiments',
            'archive',
            'access',
            'tokens',
            'environments',
            'targeting',
            'metrics',
            'events',
            'settings',
        ];
        const problems = await problemsOf(({ request, experiment, draftExperiment }) => [
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
            '/projects/default/experiments/new?feature=lantern&environment=production',
            draftExperiment,
            experiment,
            '/change-requests',
            ...['mine', 'all', 'calendar'].map((tab) => `/change-requests?tab=${tab}`),
        ]);

        expect(problems).toEqual([]);
    },
);
