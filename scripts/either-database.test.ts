import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EMBEDDED_ONLY_FILES } from '../packages/server/test/support/either-database.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

test('each pattern for tests that run on the embedded database only matches a test file', () => {
    const unused = EMBEDDED_ONLY_FILES.flatMap(alternatives).filter(
        (pattern) => !globSync(pattern, { cwd: ROOT }).some((file) => file.endsWith('.test.ts')),
    );

    expect(unused).toEqual([]);
});

/** Expands `{a,b}.test.ts` to two patterns, so that the test detects a renamed file. */
function alternatives(pattern: string): string[] {
    const [group, names] = /\{([^}]*)\}/.exec(pattern) ?? [];
    return group === undefined
        ? [pattern]
        : names!.split(',').flatMap((name) => alternatives(pattern.replace(group, name)));
}
