import { expect, test } from 'vitest';
import { environmentOrder } from './environment-order.ts';

test('environments are listed in their order, and deleted environments last', () => {
    const order = environmentOrder([{ name: 'development' }, { name: 'staging' }, { name: 'production' }]);
    expect(['production', 'gone', 'development', 'also-gone'].sort(order)).toEqual([
        'development',
        'production',
        'also-gone',
        'gone',
    ]);
});
