import { expect, test } from 'vitest';
import { FLAG, LONG, problemsOf } from './support/screens.ts';

test('every dialog opens without an error, fits and is accessible, wide and light, narrow and dark', LONG, async () => {
    const problems = await problemsOf(({ request }) => [
        ['/projects', 'New project'],
        ['/projects/default', 'New flag'],
        ['/projects/default?tab=access', 'Add people'],
        ['/projects/default?tab=settings&section=approvals', 'Change the rules in production'],
        ['/projects/default?tab=settings&section=personas', 'New persona'],
        [FLAG, 'Add a dependency'],
        [FLAG, 'Add a link'],
        [FLAG, 'Add a tag'],
        [FLAG, 'Archive'],
        [FLAG, 'More actions', 'Clone…'],
        [FLAG, 'More actions', 'Move to another project…'],
        [request, /^Cancel request/],
        ['/segments', 'New segment'],
        ['/segments/1', 'Edit'],
        ['/segments/1', 'Use in flags'],
        ['/context', 'New context field'],
        ['/environments', 'New environment'],
        ['/types', 'Edit lifetime of release'],
        ['/types', 'New tag type'],
        ['/types', 'New strategy type'],
        ['/api-tokens', 'New token'],
        ['/integrations', /^Webhook/],
        ['/admin?tab=users', 'Actions for admin', 'Edit'],
        ['/admin?tab=users', 'Actions for admin', 'Sessions'],
        ['/admin?tab=users', 'Actions for admin', 'Set a password'],
        ['/admin?tab=groups', 'New group'],
        ['/admin?tab=roles', 'New role'],
        ['/admin?tab=services', 'New service account'],
        ['/admin?tab=services', 'Actions for service account Deploy', 'New token'],
        ['/admin?tab=services', 'Actions for service account Deploy', 'Delete'],
        ['/admin?tab=invites', 'New invite link'],
        ['/profile', 'New token'],
        ['/', /^Find anything/],
    ]);

    expect(problems).toEqual([]);
});
