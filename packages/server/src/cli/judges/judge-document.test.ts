import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../../../test/support/build.ts';
import { halyard } from '../../../test/support/halyard.ts';
import { ADMIN_TOKEN, testApp } from '../../../test/support/test-app.ts';
import type { SourceName } from '../../import/source-names.ts';
import { judgeDocument, judgeText } from './judge-document.ts';

function temporaryFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-judge-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
}

const GROWTHBOOK = {
    features: {
        banner: { defaultValue: false, rules: [{ condition: { country: 'NO' }, force: true }] },
        footer: { defaultValue: 'small', rules: [{ coverage: 0.5, force: 'big' }] },
    },
};

async function importWithJudge(folder: string, program?: string) {
    const app = await testApp();
    writeFileSync(path.join(folder, 'features.json'), JSON.stringify(GROWTHBOOK));
    const args = ['import', 'growthbook', 'features.json', '--environment', 'development', '--judge', '--apply'];
    const ran = await halyard(args, {
        environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN },
        cwd: folder,
        ...(program && { program }),
    });
    const { status } = await app.get('/api/admin/projects/default/features/banner');
    return { ...ran, isImported: status === 200 };
}

test('an import is compared with the evaluator of the product first', async () => {
    const ran = await importWithJudge(temporaryFolder());

    expect(ran, ran.stderr).toMatchObject({ status: 0, isImported: true });
    expect(ran.json.judge).toMatchObject({ evaluator: '@growthbook/growthbook', differences: [] });
    expect(ran.json.judge.compared).toBeGreaterThan(150);
});

test('the evaluator of the current folder is preferred; differences are listed by flag, and nothing is imported', async () => {
    const folder = temporaryFolder();
    const installed = path.join(folder, 'node_modules/@growthbook/growthbook');
    mkdirSync(installed, { recursive: true });
    writeFileSync(
        path.join(installed, 'index.js'),
        `exports.GrowthBookClient = class {
            initSync() { return this; }
            evalFeature(name, { attributes }) { return { value: name === 'banner' ? true : undefined }; }
        };`,
    );

    const ran = await importWithJudge(folder);

    expect(ran, ran.stderr).toMatchObject({ status: 2, isImported: false });
    const [difference] = ran.json.judge.differences;
    expect(difference).toMatchObject({ flag: 'banner', judge: true, halyard: false });
    expect(new Set(ran.json.judge.differences.map(({ flag }: { flag: string }) => flag))).toEqual(
        new Set(['banner', 'footer']),
    );
});

test('the differences are printed flag by flag', () => {
    const difference = { flag: 'f', environment: '*', context: { userId: 'a' }, judge: 'x', halyard: false } as const;
    const differences = [
        { ...difference, verdict: 'exact' as const },
        { ...difference, flag: 'g', environment: 'live', verdict: 'exact' as const },
    ];

    expect(judgeText({ evaluator: 'package', compared: 7, differences }).split('\n')).toEqual([
        'Compared with package, percentages as with --people: 7 evaluations, 2 differences.',
        'f: 1 differences, for example:',
        '  {"userId":"a"}: package "x", Halyard false',
        'g in live: 1 differences, for example:',
        '  {"userId":"a"}: package "x", Halyard false',
    ]);
});

test('without the package, the error names it and the command that installs it', async () => {
    const folder = temporaryFolder();
    // Outside of the repository, the program does not find the packages of the repository.
    cpSync(path.dirname(await builtProgram()), path.join(folder, 'dist'), { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '0', type: 'module' }));

    const ran = await importWithJudge(folder, path.join(folder, 'dist/main.js'));

    expect(ran).toMatchObject({ status: 1, isImported: false });
    expect(ran.stderr).toContain('npm install --no-save @growthbook/growthbook');
});

const launchDarklyState = {
    on: true,
    salt: 's1',
    offVariation: 1,
    fallthrough: {
        rollout: {
            variations: [
                { variation: 0, weight: 30_000 },
                { variation: 1, weight: 70_000 },
            ],
        },
    },
    rules: [
        { variation: 0, clauses: [{ attribute: 'plan', op: 'in', values: ['pro'], contextKind: 'company' }] },
        { variation: 1, clauses: [{ attribute: '', op: 'segmentMatch', values: ['s'] }] },
    ],
};
const launchDarklySegment = {
    key: 's',
    salt: 'x',
    rules: [{ clauses: [{ attribute: 'a.b', op: 'in', values: ['x'] }] }],
};

/** Documents in formats that the generated documents do not have. */
const DOCUMENTS: [format: string, source: SourceName, document: unknown, environments?: string[]][] = [
    [
        'flags of the LaunchDarkly REST API',
        'launchdarkly',
        {
            items: [
                {
                    key: 'f',
                    variations: [
                        { _id: '1', value: 'red' },
                        { _id: '2', value: 'blue' },
                    ],
                    environments: { live: launchDarklyState, test: { ...launchDarklyState, on: false } },
                },
            ],
            segments: { live: { items: [launchDarklySegment] }, test: [launchDarklySegment] },
        },
        ['live', 'test'],
    ],
    [
        'a Flipt file with single segments',
        'flipt',
        {
            namespace: 'default',
            flags: [
                {
                    key: 'f',
                    type: 'VARIANT_FLAG_TYPE',
                    enabled: true,
                    variants: [{ key: 'a', attachment: { x: 1 } }, { key: 'b' }],
                    rules: [
                        {
                            segment: 's',
                            distributions: [
                                { variant: 'a', rollout: 50 },
                                { variant: 'b', rollout: 50 },
                            ],
                        },
                    ],
                },
                {
                    key: 'g',
                    type: 'BOOLEAN_FLAG_TYPE',
                    enabled: false,
                    rollouts: [{ segment: { key: 's', value: true } }, { threshold: { percentage: 40, value: true } }],
                },
            ],
            segments: [
                {
                    key: 's',
                    match_type: 'ALL_MATCH_TYPE',
                    constraints: [{ type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value: 'pro' }],
                },
            ],
        },
    ],
    [
        'a ConfigCat rule on well-known attributes',
        'configcat',
        {
            p: { u: 'https://cdn.example.com', r: 0, s: 'salt' },
            f: {
                f: {
                    t: 0,
                    v: { b: false },
                    r: [
                        { c: [{ u: { a: 'Email', c: 2, l: ['@b.c'] } }], s: { v: { b: true } } },
                        { c: [{ u: { a: 'Country', c: 0, l: ['NO'] } }], s: { v: { b: true } } },
                    ],
                },
            },
        },
    ],
    [
        'a Microsoft flag with groups',
        'microsoft',
        {
            feature_management: {
                feature_flags: [
                    {
                        id: 'f',
                        enabled: true,
                        conditions: {
                            client_filters: [
                                {
                                    name: 'Microsoft.Targeting',
                                    parameters: {
                                        Audience: {
                                            Groups: [{ Name: 'Ring', RolloutPercentage: 50 }],
                                            DefaultRolloutPercentage: 10,
                                        },
                                    },
                                },
                            ],
                        },
                    },
                ],
            },
        },
    ],
];

test.each(DOCUMENTS)(
    '%s gets the same results from the evaluator of the product',
    async (_, source, document, environments = ['*']) => {
        const { compared, differences } = await judgeDocument(source, document, environments);

        expect(differences).toEqual([]);
        expect(compared).toBeGreaterThan(20);
    },
);

test('a product without an evaluator for Node.js is refused', async () => {
    await expect(judgeDocument('gofeatureflag', {}, ['*'])).rejects.toThrow(
        'GO Feature Flag has no evaluator for Node.js. Omit --judge.',
    );
});
