import { expect, test } from 'vitest';
import { affectedTests } from './launcher/affected-tests.mjs';

const SOURCES = new Map([
    ['src/tags/tag.queries.ts', ''],
    ['src/tags/tag.routes.ts', "import { listTags } from './tag.queries.ts';"],
    ['src/tags/tag.test.ts', "import { testApp } from '../../test/app.ts';"],
    ['src/flags/flag.ts', "import { listTags } from '../tags/tag.queries.ts';"],
    ['src/flags/flag-sentence.test.ts', "import { flagSentence } from './flag.ts';"],
    ['packages/cli/src/remote/flag.ts', ''],
    ['src/cli/cli.test.ts', "import { flags } from '@halyard/cli/remote/flag';"],
    ['src/users/user.ts', ''],
    ['src/users/user.test.ts', "import { testApp } from '../../test/app.ts';"],
    ['src/app.ts', "import { tagRoutes } from './tags/tag.routes.ts';"],
    ['test/app.ts', "import { createApp } from '../src/app.ts';"],
]);

test('a change affects the tests in its folder and those that import it, not all tests that start the service', () => {
    expect(affectedTests(['src/tags/tag.queries.ts'], SOURCES)).toEqual([
        'src/flags/flag-sentence.test.ts',
        'src/tags/tag.test.ts',
    ]);
});

test('a changed composition root affects everything that starts the service', () => {
    expect(affectedTests(['src/app.ts'], SOURCES)).toEqual(['src/tags/tag.test.ts', 'src/users/user.test.ts']);
});

test('a change affects the tests that import it by the name of its package', () => {
    expect(affectedTests(['packages/cli/src/remote/flag.ts'], SOURCES)).toEqual(['src/cli/cli.test.ts']);
});

test('a changed test affects itself, and a page of the documentation nothing', () => {
    expect(affectedTests(['src/users/user.test.ts', 'docs/start.md'], SOURCES)).toEqual(['src/users/user.test.ts']);
});
