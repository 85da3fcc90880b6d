import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/in-process.ts';
import { repository } from '../support/repository.ts';

interface ExpectedReference {
    flag: string;
    path: string;
    line: number;
    kind: string;
    symbol?: string;
}

const FLAGS = { 'flags.txt': 'new-checkout\nQa_Updates\nold.banner\nab\n' };

async function scan(files: Record<string, string | Buffer>, more: Record<string, string> = {}) {
    const repo = repository({ ...FLAGS, ...files, ...more });
    const done = await run(['refs', 'scan', '--dir', repo.folder, '--flags', path.join(repo.folder, 'flags.txt')]);
    expect(done.stderr).not.toContain('error');
    const places = (list: ExpectedReference[]) =>
        list.map((each) => `${each.path}:${each.line} ${each.flag} ${each.kind}`);
    return { ...repo, done, json: done.json, places: places(done.json?.references ?? []) };
}

test.each([
    ['a.ts', "\nif (unleash.isEnabled('new-checkout')) go();"],
    ['a.tsx', '\nconst on = useFlag<boolean>("new-checkout");'],
    ['a.py', '\nif client.is_enabled("new-checkout"):'],
    ['a.go', '\nok, err := client.BooleanValue(ctx, "new-checkout", false, evalCtx)'],
    ['a.java', '\nif (unleash.isEnabled("new-checkout", false)) {}'],
    ['a.kt', '\nif (unleash.isEnabled("new-checkout")) { }'],
    ['a.rb', "\nif UNLEASH.is_enabled? 'new-checkout'"],
    ['a.cs', '\nif (unleash.IsEnabled("new-checkout")) {}'],
    ['a.rs', '\nif client.is_enabled("new-checkout", None, false) {'],
    ['a.php', "\nif ($unleash->isEnabled('new-checkout')) {"],
    ['a.swift', '\nif unleash.isEnabled(name: "x") || client.getBooleanValue("new-checkout") {'],
    ['a.ex', '\nif Unleash.is_enabled?("new-checkout") do'],
    ['a.dart', "\nif (unleash.isEnabled('new-checkout')) {}"],
    ['a.vue', '\n<div v-if="$flags.isEnabled(`new-checkout`)">'],
])('a call in %s is found, with its line', async (file, text) => {
    const { places } = await scan({ [file]: text });

    expect(places).toEqual([`${file}:2 new-checkout call`]);
});

test('only whole names between delimiters match, with any letter case or punctuation', async () => {
    const { places, json } = await scan({
        'a.cs': [
            'f("Qa_Updates"); // it\'s "fine"',
            'f("qa_updates"); f("my-new-checkout"); f("new-checkout-2");',
            "don't 'new-checkout'",
            'new-checkout is a comment',
            'f("old.banner"); f("oldXbanner"); f("ab")',
        ].join('\n'),
    });

    expect(places).toEqual(['a.cs:1 Qa_Updates text', 'a.cs:3 new-checkout text', 'a.cs:5 old.banner text']);
    // The output contains names and positions, and no code.
    expect(JSON.stringify(json)).not.toContain('fine');
    expect(json.references[0].hash).toMatch(/^[0-9a-f]{16}$/);
});

test.each(['"', "'", '`'])('an unbalanced %s in a line above does not hide the names that follow', async (quote) => {
    const { places } = await scan({
        'a.ts': `// one ${quote} alone\nisEnabled(${quote}new-checkout${quote});\nisEnabled(${quote}old.banner${quote});`,
    });

    expect(places).toEqual(['a.ts:2 new-checkout call', 'a.ts:3 old.banner call']);
});

test('aliases and wrappers are detected automatically: everywhere if their name contains the flag, otherwise in their file', async () => {
    const { json, places } = await scan({
        'flags.ts': "export const NEW_CHECKOUT = 'new-checkout';\nexport const Flags = { oldBanner: 'old.banner' };\n",
        'Flags.java': 'enum Flags { QA_UPDATES("Qa_Updates"); }',
        'use.ts':
            'import { NEW_CHECKOUT, Flags } from "./flags";\nisOn(NEW_CHECKOUT);\nisOn(Flags.oldBanner);\nlet flag;\n',
        'local.ts': "const flag = 'new-checkout';\nask(flag);\n<Feature name='new-checkout' />;\nname();\n",
        'wrap.ts': 'export function isOn(flag: string) {\n    return unleash.isEnabled(flag);\n}\n',
        'call.py': 'def feature_on(self, flag):\n    return self.client.is_enabled(flag)\nfeature_on("new-checkout")\n',
        'Use.java': 'if (x(Flags.QA_UPDATES)) {}',
    });

    expect(json.aliases).toEqual({ NEW_CHECKOUT: 'new-checkout', oldBanner: 'old.banner', QA_UPDATES: 'Qa_Updates' });
    expect(json.wrappers.sort()).toEqual(['feature_on', 'isOn']);
    expect(places.sort()).toEqual([
        'Flags.java:1 Qa_Updates definition',
        'Use.java:1 Qa_Updates alias',
        'call.py:3 new-checkout call',
        'flags.ts:1 new-checkout definition',
        'flags.ts:2 old.banner definition',
        'local.ts:1 new-checkout definition',
        'local.ts:2 new-checkout alias',
        'local.ts:3 new-checkout text',
        'use.ts:1 new-checkout alias',
        'use.ts:2 new-checkout alias',
        'use.ts:3 old.banner alias',
    ]);
});

test('a repository can configure aliases, wrappers, delimiters and names that are not flags', async () => {
    const { places, json } = await scan({
        '.halyard/refs.yaml': [
            'styles: [camelcase, uppersnakecase]',
            'aliases: { checkoutV2: new-checkout }',
            'wrappers: [featureOn]',
            'delimiters: ["|"]',
            'notFlags: [debug]',
        ].join('\n'),
        'a.js': "newCheckout();\nNEW_CHECKOUT;\ncheckoutV2;\nf|new-checkout|;\nfeatureOn('mistyped');\nlog.isEnabled('debug');\n",
    });

    expect(places).toEqual(
        [1, 2, 3].map((line) => `a.js:${line} new-checkout alias`).concat('a.js:4 new-checkout text'),
    );
    expect(json.unknown).toEqual([{ flag: 'mistyped', path: 'a.js', line: 5, kind: 'call', symbol: 'featureOn' }]);
    const wrong = repository({ '.halyard/refs.yaml': 'styles: [loud]' });
    expect(await run(['refs', 'scan', '--dir', wrong.folder])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('styles must be a list of camelcase'),
    });
});

test('generated and ignored files are skipped and reported', async () => {
    const use = "isEnabled('new-checkout')";
    const repo = repository({
        ...FLAGS,
        '.gitignore': 'build/\n',
        '.halyardignore': 'docs/**\n!docs/kept.js\n',
        '.gitattributes': 'made/* linguist-generated\n',
        'a.js': use,
        'docs/x.js': use,
        'docs/kept.js': use,
        'made/x.js': use,
        'node_modules/x/index.js': use,
        'vendor/x.go': use,
        'x.min.js': use,
        'x.generated.ts': use,
        'types.ts': `// Made by \`halyard types\` from http://x: do not edit, make it again.\n${use}`,
        'picture.png': Buffer.from([137, 80, 0, 0, ...Buffer.from(use)]),
        'data.json': `"new-checkout"${' '.repeat(1024 * 1024)}`,
    });
    repo.write({ 'build/x.js': use, 'untracked.js': use });
    symlinkSync('/etc/hosts', path.join(repo.folder, 'link.js'));

    const { json, stderr } = await run([
        'refs',
        'scan',
        '--dir',
        repo.folder,
        '--flags',
        path.join(repo.folder, 'flags.txt'),
    ]);

    const paths = json.references.map(({ path: file }: ExpectedReference) => file);
    expect(paths.sort()).toEqual(['a.js', 'docs/kept.js', 'untracked.js']);
    expect(json.skipped).toMatchObject({ binary: 1, 'too large': 1, generated: 4, vendored: 2 });
    expect(json.tooLarge).toEqual(['data.json']);
    expect(stderr).toContain('Too large: data.json');
    expect(stderr).toContain('Names too short to search for: ab');
});

test('the scan time is linear even for hostile text', async () => {
    const text = [
        '\'"`'.repeat(50_000),
        `isEnabled${' '.repeat(100_000)}`,
        'isEnabled(<'.repeat(20_000),
        'function f(a) { isEnabled(a) } '.repeat(5_000),
        "x = 'new-checkout';",
    ].join('\n');

    const { places } = await scan({ 'a.js': text });

    expect(places).toEqual(['a.js:5 new-checkout definition']);
}, 10_000);

test('diff lists uses that a branch adds and removes, not moved ones, and whether any are left', async () => {
    const repo = repository({
        'flags.json':
            '[{"name":"new-checkout"},{"name":"old.banner"},{"name":"gone-flag","archived":true},{"name":"stays"}]',
        'a.ts': "isEnabled('old.banner');\nisEnabled('stays');\n",
        'b.ts': "isEnabled('old.banner');\n",
        'c.ts': "isEnabled('stays');\n",
    });
    repo.git('checkout', '-q', '-b', 'work');
    repo.commit({
        'a.ts': "// moved\n\nisEnabled('new-checkout');\n",
        'b.ts': '',
        'd.ts': "isEnabled('gone-flag');\nisEnabled('mistyped');\n",
    });
    repo.git('checkout', '-q', 'main');
    repo.commit({ 'e.ts': "isEnabled('stays')" });
    repo.git('checkout', '-q', 'work');
    const args = ['refs', 'diff', 'main', '--dir', repo.folder, '--flags', path.join(repo.folder, 'flags.json')];

    const { status, json } = await run(args);

    expect(status).toBe(2);
    const summary = json.flags.map((each: { flag: string; added: []; removed: []; isGone: boolean }) => [
        each.flag,
        each.added.length,
        each.removed.length,
        each.isGone,
    ]);
    expect(summary).toEqual([
        ['new-checkout', 1, 0, false],
        ['old.banner', 0, 2, true],
        ['gone-flag', 1, 0, false],
        ['stays', 0, 1, false],
    ]);
    expect(json.unknown).toMatchObject([{ flag: 'mistyped', path: 'd.ts', line: 2 }]);
    const { stdout } = await run([...args, '--markdown']);
    expect(stdout).toContain('| `old.banner` |  | `a.ts:1`<br>`b.ts:1` | no longer used: it can be archived |');
    expect(stdout).toContain('is archived: SDKs return the default');
    expect(await run(args.with(2, 'work'))).toMatchObject({ status: 0, json: { flags: [], unknown: [] } });
    expect(await run(args.with(2, '--upload-pack=x'))).toMatchObject({ status: 1 });
    expect(await run(args.with(2, 'nowhere'))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('git fetch'),
    });
});

test('check fails for archived and unknown flags, and when budgets are exceeded', async () => {
    const repo = repository({
        'flags.json':
            '[{"name":"new-checkout"},{"name":"older","stale":true},{"name":"gone-flag","archived":true},{"name":"unused"}]',
        'a.ts': "isEnabled('new-checkout');\nisEnabled('older');\n",
    });
    const args = ['refs', 'check', '--dir', repo.folder, '--flags', path.join(repo.folder, 'flags.json')];

    expect(await run(args)).toMatchObject({ status: 0, json: { ok: true, used: 2, stale: ['older'] } });
    expect(await run([...args, '--budget', '2', '--stale-budget', '1'])).toMatchObject({ status: 0 });
    expect(await run([...args, '--budget', '1'])).toMatchObject({
        status: 2,
        json: { problems: [expect.stringContaining('2 flags, 1 more than --budget allows')] },
    });
    expect(await run([...args, '--stale-budget', '0'])).toMatchObject({ status: 2 });
    expect(await run([...args, '--budget', 'few'])).toMatchObject({ status: 1 });
    repo.commit({ 'b.ts': "isEnabled('gone-flag');\nisEnabled('mistyped');\n" });
    expect(await run(args)).toMatchObject({
        status: 2,
        json: { archived: ['gone-flag'], unknown: ['mistyped'], problems: [expect.anything(), expect.anything()] },
    });
    const people = await run(args, { isTerminal: true, environment: { NO_COLOR: '1' } });
    expect(people.stdout).toContain('✗ gone-flag is archived, and b.ts:1 still use it.');
});

test('flags of other projects are not reported as unknown', async () => {
    const repo = repository({
        'flags.json': '[{"name":"new-checkout","project":"web"},{"name":"cart-hints","project":"shop"}]',
        'a.ts': "isEnabled('new-checkout');\nisEnabled('cart-hints');\n",
    });
    const args = ['--dir', repo.folder, '--flags', path.join(repo.folder, 'flags.json'), '--project', 'web'];

    expect((await run(['refs', 'scan', ...args])).json).toMatchObject({
        references: [{ flag: 'new-checkout' }],
        unknown: [],
    });
    expect(await run(['refs', 'check', ...args])).toMatchObject({ status: 0, json: { used: 1 } });
    expect((await run(['refs', 'diff', repo.first, ...args])).json).toMatchObject({ unknown: [] });
});

test('outside of a repository, or without a service, the error names the next step', async () => {
    expect(await run(['refs', 'scan', '--dir', '/'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is not in a git repository'),
    });
    const { folder } = repository();
    expect(await run(['refs', 'scan', '--dir', folder])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('HALYARD_URL'),
    });
});
