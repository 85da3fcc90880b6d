import { expect, test } from 'vitest';
import { foundIn } from './palette-filter.ts';

const labels = (groups: { group: string; actions: { label?: string | undefined }[] }[]) =>
    groups.map(({ group, actions }) => [group, ...actions.map(({ label }) => label)]);

const GROUPS = [
    { group: 'Flags', actions: [{ label: 'new-checkout' }, { label: 'checkout' }] },
    { group: 'Projects', actions: [{ label: 'Shop', description: 'checkout and till' }] },
    { group: 'Screens', actions: [{ label: 'Segments', keywords: 'audiences' }] },
];

test('what is called so comes before what only mentions it', () => {
    expect(labels(foundIn(GROUPS, 'checkout'))).toEqual([
        ['Flags', 'checkout', 'new-checkout'],
        ['Projects', 'Shop'],
    ]);
    expect(labels(foundIn(GROUPS, 'audien'))).toEqual([['Screens', 'Segments']]);
});

test('a kind with a better match comes first, and no kind takes all the room', () => {
    const flags = Array.from({ length: 20 }, (_, index) => ({ label: `my-shop-${index}` }));
    const found = foundIn([{ group: 'Flags', actions: flags }, ...GROUPS.slice(1)], 'shop');
    expect(found.map(({ group }) => group)).toEqual(['Projects', 'Flags']);
    expect(found[1]?.actions).toHaveLength(6);
});

test('before anything is typed, everything is there but what is empty', () => {
    expect(foundIn([...GROUPS, { group: 'Recent', actions: [] }], '')).toEqual(GROUPS);
});
