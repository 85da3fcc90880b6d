import { expect, test } from 'vitest';
import { flatContext, sdkContext } from './context.ts';

test('a context comes back as it was entered', () => {
    const entered = { userId: 'ada', appName: 'shop', country: 'NO' };

    expect(sdkContext({ ...entered, plan: '' })).toEqual({
        userId: 'ada',
        appName: 'shop',
        properties: { country: 'NO' },
    });
    expect(flatContext(sdkContext(entered))).toEqual(entered);
});

test('a usual field is what it says, not what a property of its name says', () => {
    expect(flatContext({ userId: 'ada', properties: { userId: 'bob', age: 7 } })).toEqual({ userId: 'ada', age: '7' });
});
