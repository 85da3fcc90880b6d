import { describe, test } from 'vitest';

const ignore = Object.assign(() => {}, { each: () => () => {} });

/**
 * `test` and `describe` for cases that run on the embedded database only, because other tests run their statements on PostgreSQL. Files
 * with such cases only are listed in `either-database.ts` instead.
 */
export const embedded =
    process.env['TEST_DATABASE'] === 'postgres'
        ? { test: ignore as unknown as typeof test, describe: ignore as unknown as typeof describe }
        : { test, describe };
