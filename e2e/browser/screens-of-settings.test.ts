import { expect, test } from 'vitest';
import { LONG, problemsOf } from './support/screens.ts';

test(
    'every screen of settings opens without an error, fits and is accessible, wide and light, narrow and dark',
    LONG,
    async () => {
        const tabs = ['users', 'groups', 'roles', 'services', 'invites', 'sign-in', 'logins', 'agents', 'instance'];
        const screens = [
            '/segments',
            '/segments/1',
            '/context',
            '/environments',
            '/types',
            '/integrations',
            '/api-tokens',
            ...tabs.map((tab) => `/admin?tab=${tab}`),
            '/admin?tab=users&user=1',
            '/admin?tab=users&user=new',
            '/profile',
            '/connect',
            '/transfer',
            '/transfer?export=true',
            '/nowhere',
        ];
        const problems = await problemsOf(() => screens, { fromOutside: true });

        expect(problems).toEqual([]);
    },
);
