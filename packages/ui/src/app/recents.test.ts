import { expect, test } from 'vitest';
import { lastProject, type Visit, visitOf, withVisit } from './recents.ts';

test('pages about one object are distinguished from other pages', () => {
    expect(visitOf('/projects/shop/features/new%20checkout')).toEqual({
        path: '/projects/shop/features/new%20checkout',
        kind: 'flag',
        name: 'new checkout',
        project: 'shop',
    });
    expect(visitOf('/projects/shop')).toMatchObject({ kind: 'project', name: 'shop' });
    expect(visitOf('/applications/till')).toMatchObject({ kind: 'application', name: 'till' });
    expect(['/projects', '/search', '/projects/a/change-requests/3', '/'].map(visitOf)).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
    ]);
});

test('the newest visit comes first, without duplicates and up to a limit', () => {
    const visits = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c'].reduce<Visit[]>(
        (all, name) => withVisit(all, { path: `/projects/${name}`, kind: 'project', name }),
        [],
    );
    expect(visits.map(({ name }) => name)).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
});

test('the last project is the one of the newest visit to it or to one of its flags', () => {
    const visits = ['/applications/till', '/projects/shop/features/gift', '/projects/web'].flatMap(
        (path) => visitOf(path) ?? [],
    );
    expect(lastProject(visits, ['web', 'shop'])).toBe('shop');
    expect(lastProject(visits, ['web'])).toBe('web');
    expect(lastProject(visits, [])).toBeUndefined();
});
