import { expect, test } from 'vitest';
import { slugOf } from './project-slug.ts';

test('an id is made of letters, digits and dashes, and is not one that is taken', () => {
    expect(slugOf('Crème brûlée!', [])).toBe('creme-brulee');
    expect(slugOf('  --  ', [])).toBe('project');
    expect(slugOf('Shop', ['shop', 'shop-1'])).toBe('shop-2');
});
