import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { COMMANDS } from '../packages/server/src/cli/commands.ts';
import { ADMIN_TOKEN, testApp } from '../packages/server/test/support/test-app.ts';
import { readPages } from '../scripts/docs/pages.ts';
import { unknownCommands } from './support/docs/doc-commands.ts';
import { runPage } from './support/docs/run-page.ts';
import { type DocsStep, stepsOf } from './support/docs/steps.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const OTHER_PAGES = ['README.md', 'skills/halyard/SKILL.md'];
const PAGES = [...readPages(ROOT), ...OTHER_PAGES.map((source) => ({ source, markdown: read(source) }))].map(
    ({ source, markdown }) => ({
        source,
        markdown,
        steps: stepsOf(markdown),
    }),
);
/** External services mentioned in pages, and their replacements. */
const ELSEWHERE: Record<string, () => Promise<Record<string, string>>> = {
    async 'docs/migrating/unleash.md'() {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        await app.has.strategy({ flag: name });
        return { 'https://unleash.example.com': app.url, "UNLEASH_TOKEN='…'": `UNLEASH_TOKEN='${ADMIN_TOKEN}'` };
    },
};

const ofKind = <K extends DocsStep['kind']>(kind: K) =>
    PAGES.flatMap(({ source, steps }) =>
        steps
            .filter((step): step is Extract<DocsStep, { kind: K }> => step.kind === kind)
            .map((step) => ({ source, ...step })),
    );

describe('the commands of the documentation work', () => {
    const run = PAGES.filter(({ steps }) => steps.some(({ kind }) => kind === 'shell' || kind === 'js'));

    test.each(run)('$source', { timeout: 300_000 }, async ({ source, steps }) => {
        await runPage(steps, await ELSEWHERE[source]?.());
    });
});

test('documents in it are valid and match their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(JSON.parse(read('openapi.json')), 'api');

    for (const { source, language, text, schema } of ofKind('data')) {
        if (language === 'yaml') {
            for (const { errors } of parseAllDocuments(text)) expect(errors, `${source}: ${text}`).toEqual([]);
            continue;
        }
        const [value] = language === 'jsonl' ? text.split('\n').map((line) => JSON.parse(line)) : [JSON.parse(text)];
        if (schema === undefined) continue;
        ajv.validate({ $ref: `api#/components/schemas/${schema}` }, value);
        expect(ajv.errors, `${source}: ${text}`).toBeNull();
    }
});

test('commands that are shown but not run exist, with their options', () => {
    const shown = ofKind('not run').filter(({ language }) => language === 'sh');
    const helped = Object.values(COMMANDS).flatMap(({ examples }) => examples.map(([line]) => line));
    const inText = PAGES.flatMap(({ markdown }) =>
        [...markdown.matchAll(/`(halyard [^`\n]+)`/g)].map((each) => each[1]!),
    );

    expect([...shown.map(({ text }) => text), ...helped, ...inText].flatMap(unknownCommands)).toEqual([]);
    expect(unknownCommands('halyard flag hoist x')).toHaveLength(1);
    expect(unknownCommands('A=b halyard flag on x --nowhere y')).toHaveLength(1);
});

test('only these blocks are not run', () => {
    const left = ofKind('not run')
        // Their arguments are checked above.
        .filter(({ source }) => source !== 'docs/reference/commands.md')
        .map(({ source, reason }): [string, string] => [reason, source]);
    const byReason = Map.groupBy(left, ([reason]) => reason);

    expect(
        Object.fromEntries(
            [...byReason].map(([reason, all]) => [reason, [...new Set(all.map(([, source]) => source))].sort()]),
        ),
    ).toEqual({
        'a program of others': ['docs/agents.md', 'docs/sdks/openfeature.md', 'docs/terraform.md'],
        'needs a lost second factor; operations.test.ts does it': ['docs/second-factor.md'],
        'needs a second factor; emergency.test.ts does it': ['docs/second-factor.md'],
        'asks another product': ['configcat', 'flagsmith', 'flipt', 'growthbook', 'launchdarkly', 'microsoft'].map(
            (each) => `docs/migrating/${each}.md`,
        ),
        'changes the shell it is run in': ['docs/command-line.md'],
        'command-line.md does it': ['README.md'],
        'PgBouncer; pgbouncer.test.ts does it': ['docs/reference/operations.md'],
        diagram: ['docs/high-availability.md'],
        'goes on until it is ended; edge.test.ts does it': ['docs/edge.md', 'docs/scaling.md'],
        'goes on until it is ended; unleash-edge.test.ts does it': ['docs/migrating/unleash-edge.md'],
        'installs a package': [
            'README.md',
            'docs/migrating/unleash.md',
            'docs/sdks/backend.md',
            'docs/sdks/frontend.md',
            'docs/sdks/openfeature.md',
            'docs/start.md',
        ],
        'installs and builds': ['README.md'],
        'installs a package of another product; judge-document.test.ts does it': ['docs/migrating/README.md'],
        'it is a test of its own': ['docs/agents.md'],
        'it is the test': ['README.md'],
        'needs a repository; refs/docs.test.ts does it': ['docs/code-references.md', 'docs/guides/clean-up.md'],
        'needs a running Unleash; e2e/unleash.test.ts does it': ['docs/migrating/unleash-cutover.md'],
        'needs a PostgreSQL with TLS; postgres-settings.test.ts does it': ['docs/reference/operations.md'],
        'needs a container tool': ['README.md', 'docs/air-gapped.md'],
        'needs a registry and a cluster': ['docs/operating.md'],
        'package.test.ts does it': ['README.md', 'docs/air-gapped.md', 'docs/releases.md'],
        'part of an application': ['docs/guides/ab-split.md'],
        'prompts for a password': ['README.md', 'docs/start.md'],
        publishes: ['docs/releases.md'],
        'rolling-restart.test.ts does it': ['docs/high-availability.md'],
        'starts the service and goes on': ['README.md', 'docs/high-availability.md'],
        'the file is yours; judges and import.test.ts do it': ['docs/migrating/README.md'],
        'the service must be stopped; backup.test.ts does it': ['docs/operating.md'],
        'the service must be stopped; migrate.test.ts does it': ['docs/operating.md'],
        'unleash.md does it': ['docs/migrating/unleash-cutover.md'],
        // Languages that are not installed where the tests run; their snippets are compared with the documentation of their SDKs.
        ...Object.fromEntries(
            ['csharp', 'go', 'java', 'php', 'python', 'ruby', 'rust'].map((each) => [each, ['docs/sdks/backend.md']]),
        ),
        ...Object.fromEntries(
            ['dart', 'kotlin', 'svelte', 'swift', 'vue'].map((each) => [each, ['docs/sdks/frontend.md']]),
        ),
        jsx: ['docs/sdks/backend.md', 'docs/sdks/frontend.md'],
    });
});
