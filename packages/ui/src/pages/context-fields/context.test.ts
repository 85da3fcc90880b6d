import { expect, test } from 'vitest';
import { flatContext, sdkContext } from './context.ts';

test('a context survives the round trip', () => {
    const entered = { userId: 'ada', appName: 'shop', country: 'NO' };

    expect(sdkContext({ ...entered, plan: '' })).toEqual({
        userId: 'ada',
        appName: 'shop',
        properties: { country: 'NO' },
    });
    expect(flatContext(sdkContext(entered))).toEqual(entered);
});

test('a standard field takes precedence over a property of the same name', () => {
    expect(flatContext({ userId: 'ada', properties: { userId: 'bob', age: 7 } })).toEqual({ userId: 'ada', age: '7' });
});
