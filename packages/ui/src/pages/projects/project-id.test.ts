import { expect, test } from 'vitest';
import { projectIdOf } from './project-id.ts';

test('an id consists of letters, digits and dashes, and is neither taken nor reserved', () => {
    expect(projectIdOf('Crème brûlée!', [])).toBe('creme-brulee');
    expect(projectIdOf('  --  ', [])).toBe('project');
    expect(projectIdOf('Shop', ['shop', 'shop-1'])).toBe('shop-2');
    expect(projectIdOf('Roles', [])).toBe('roles-1');
});
