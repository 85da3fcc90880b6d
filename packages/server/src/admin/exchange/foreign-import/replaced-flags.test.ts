import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/projects/default/foreign-import';
const FLAG = '/api/admin/projects/default/features/banner';

const documentFor = (country: string) => ({
    features: {
        banner: { defaultValue: false, rules: [{ condition: { country }, force: true }] },
        footer: { defaultValue: true },
    },
});
const input = (country: string) => ({
    source: 'growthbook',
    document: documentFor(country),
    environments: { '*': 'development' },
});
const changesIn = ({ flags }: { flags: { name: string; change?: string }[] }) =>
    Object.fromEntries(flags.map(({ name, change }) => [name, change]));

test('the preview and the result of an import list which flags are new, replaced and unchanged', async () => {
    const app = await testApp();
    const first = await app.post(PATH, input('NO'));
    expect(changesIn(first.body)).toEqual({ banner: 'new', footer: 'new' });

    const preview = await app.post(`${PATH}/rehearsal`, input('SE'), { changesNothing: true });
    const result = await app.post(PATH, { ...input('SE'), replace: ['banner'] });

    for (const { body } of [preview, result]) {
        expect(changesIn(body)).toEqual({ banner: 'replaced', footer: 'unchanged' });
        const [banner] = body.flags;
        expect(banner.differences).toEqual([
            expect.stringMatching(/^In development, no longer: .*country.*NO/),
            expect.stringMatching(/^In development, now: .*country.*SE/),
        ]);
        expect(body.markdown).toContain('Flags here: 0 new, 1 replaced, 1 unchanged.');
        expect(body.markdown).toContain('The existing flag changes:');
        expect(body.warnings).toEqual(['These flags exist and will be overwritten: banner.']);
    }
    const again = await app.post(`${PATH}/rehearsal`, input('SE'), { changesNothing: true });
    expect(again.body.warnings).toEqual([]);
});

test('a flag that was changed by hand is not overwritten until its replacement is confirmed by name', async () => {
    const app = await testApp();
    await app.post(PATH, input('NO'));
    const off = `${FLAG}/environments/development/off`;
    expect(await app.post(off)).toMatchObject({ status: 200 });

    const refused = await app.post(PATH, input('NO'), { changesNothing: true });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.message).toContain('banner');
    expect(refused.body.message).toContain('"replace"');
    expect(refused.body.details[0].message).toContain('In development, it is turned on');
    const other = await app.post(PATH, { ...input('NO'), replace: ['footer'] }, { changesNothing: true });
    expect(other).toMatchObject({ status: 400 });

    expect(await app.post(PATH, { ...input('NO'), leaveOut: ['banner'] })).toMatchObject({ status: 200 });
    const { body: kept } = await app.get(FLAG);
    expect(kept.environments.find(({ name }: { name: string }) => name === 'development').enabled).toBe(false);
    expect(await app.post(PATH, { ...input('NO'), replace: ['*'] })).toMatchObject({ status: 200 });
    const { body: replaced } = await app.get(FLAG);
    expect(replaced.environments.find(({ name }: { name: string }) => name === 'development').enabled).toBe(true);
});

test('an import that changes nothing needs no confirmation; archived flags are not reported as changed', async () => {
    const app = await testApp();
    await app.post(PATH, input('NO'));

    const again = await app.post(PATH, input('NO'));
    expect(changesIn(again.body)).toEqual({ banner: 'unchanged', footer: 'unchanged' });
    await app.delete(FLAG);
    const third = await app.post(PATH, input('NO'));

    expect(changesIn(third.body)).toEqual({ banner: undefined, footer: 'unchanged' });
    expect(third.body.warnings.join()).toContain('archived');
});

test('a changed description and changed tags are listed', async () => {
    const app = await testApp();
    const flag = { on: false, salt: 's', variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } };
    const described = (description: string, tag: string) => ({
        source: 'launchdarkly',
        document: { flags: { banner: { ...flag, description, tags: [tag] } } },
        environments: { '*': 'development' },
    });
    await app.post(PATH, described('first', 'old'));

    const { body } = await app.post(`${PATH}/rehearsal`, described('second', 'new'), { changesNothing: true });

    expect(body.flags[0].differences).toEqual([
        'Its description becomes "second"',
        expect.stringContaining('tagged: new'),
        expect.stringContaining('untagged: old'),
    ]);
});
