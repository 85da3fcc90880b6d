import { expect, test } from 'vitest';
import { fromEnvironmentsSearch, readCompareSearch } from './compare-search.ts';

test('addresses of the former comparison of environments select the same sides', () => {
    expect(fromEnvironmentsSearch({ project: 'shop', from: 'staging', to: 'production', feature: 'lantern' })).toEqual({
        project: 'shop',
        source: 'staging',
        environment: 'production',
        feature: 'lantern',
    });
    expect(readCompareSearch({ ...fromEnvironmentsSearch({ project: 'shop' }) })).toMatchObject({
        project: 'shop',
        source: '',
    });
});

test('addresses of a comparison of moments keep their meaning', () => {
    expect(readCompareSearch({ project: 'shop', environment: 'production', from: 42, to: 'x' })).toEqual({
        project: 'shop',
        environment: 'production',
        source: undefined,
        feature: undefined,
        from: '42',
        to: 'x',
    });
});
