import { expect, test } from 'vitest';
import { filterGroups, LAST_RANK } from './palette-filter.ts';

const labels = (groups: { group: string; actions: { label?: string | undefined }[] }[]) =>
    groups.map(({ group, actions }) => [group, ...actions.map(({ label }) => label)]);

const GROUPS = [
    { group: 'Flags', actions: [{ label: 'new-checkout' }, { label: 'checkout' }] },
    { group: 'Projects', actions: [{ label: 'Shop', description: 'checkout and till' }] },
    { group: 'Screens', actions: [{ label: 'Segments', keywords: 'audiences' }] },
];

test('a match in the name comes before a match in the description', () => {
    expect(labels(filterGroups(GROUPS, 'checkout'))).toEqual([
        ['Flags', 'checkout', 'new-checkout'],
        ['Projects', 'Shop'],
    ]);
    expect(labels(filterGroups(GROUPS, 'audien'))).toEqual([['Screens', 'Segments']]);
});

test('the group with the best match comes first, and each group is limited', () => {
    const flags = Array.from({ length: 20 }, (_, index) => ({ label: `my-shop-${index}` }));
    const results = filterGroups([{ group: 'Flags', actions: flags }, ...GROUPS.slice(1)], 'shop');
    expect(results.map(({ group }) => group)).toEqual(['Projects', 'Flags']);
    expect(results[1]?.actions).toHaveLength(6);
});

test('a command comes before matches inside of names, and the last group is always the last', () => {
    const groups = [
        { group: 'Account', actions: [{ label: 'Sign out' }], rank: LAST_RANK },
        { group: 'Flags', actions: [{ label: 'design-out' }] },
        { group: 'Turn on or off', actions: [{ label: 'Turn off sign in production', keywords: 'sign o' }], rank: 1.5 },
    ];
    expect(filterGroups(groups, 'sign o').map(({ group }) => group)).toEqual(['Turn on or off', 'Flags', 'Account']);
});

test('an empty query returns all groups that are not empty', () => {
    expect(filterGroups([...GROUPS, { group: 'Recent', actions: [] }], '')).toEqual(GROUPS);
});
