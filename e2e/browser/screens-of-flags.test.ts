import { expect, test } from 'vitest';
import { FLAG, LONG, problemsOf } from './support/screens.ts';

test(
    'every screen of flags and their history opens without an error, fits and is accessible, wide and light, narrow and dark',
    LONG,
    async () => {
        const environments = encodeURIComponent('["development","production"]');
        const context = encodeURIComponent('{"userId":"ada,bob"}');
        const problems = await problemsOf(({ strategy, asOf, compare }) => [
            FLAG,
            ...['usage', 'history', 'settings'].map((tab) => `${FLAG}?tab=${tab}`),
            `${FLAG}?environment=production&strategy=new`,
            strategy,
            asOf,
            '/search',
            `/playground?environments=${environments}&context=${context}`,
            '/applications',
            '/applications/shop',
            '/history',
            '/history?id=1',
            '/history?query=nothing-like-this',
            '/compare',
            compare,
            '/compare?project=default&source=',
        ]);

        expect(problems).toEqual([]);
    },
);
