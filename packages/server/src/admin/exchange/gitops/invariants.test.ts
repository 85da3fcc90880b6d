import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { testApp } from '../../../../test/support/test-app.ts';

/*
 * Invariants of flags in files, checked with generated files and concurrent changes: a plan after an apply is empty, a plan of pulled
 * files is empty, of two plans for the same object only one is applied, and members that a file does not own stay unchanged.
 */

const app = await testApp({ until: 'file' });
const SEGMENTS = ['law one', 'law two'];
const PARENT = 'law-parent';
await app.has.flag({ name: PARENT });
for (const name of SEGMENTS) await app.has.segment({ name, constraints: [] });

const plan = async (body: object) => (await app.post('/api/admin/gitops/plan', body)).body;
const changesIn = ({ planned }: { planned: { key: string; action: string; digest: string }[] }) =>
    planned.filter(({ action }) => action !== 'none');
/** Applying a plan without changes must not record events, which the test app checks. */
const apply = async (body: object) => {
    const { plan: _, ...files } = body as { plan?: unknown };
    const changesNothing = changesIn(await plan(files)).length === 0;
    return app.post('/api/admin/gitops/apply', body, { changesNothing });
};

const text = fc.constantFrom('a', 'b', 'zwölf', "it's", ': #', '007', 'true', 'null');
const constraint = fc.oneof(
    fc.record({
        contextName: fc.constantFrom('userId', 'region'),
        operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS'),
        values: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
        inverted: fc.boolean(),
        caseInsensitive: fc.boolean(),
    }),
    fc.record({ contextName: fc.constant('age'), operator: fc.constant('NUM_GT'), value: fc.constantFrom('7', '70') }),
);
const variants = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }).chain((names) =>
    fc.tuple(
        ...names.map((name, index) =>
            fc.record(
                {
                    name: fc.constant(name),
                    // At least one variant has a variable weight.
                    ...(index > 0 && { weight: fc.integer({ min: 0, max: 300 }) }),
                    stickiness: fc.constantFrom('default', 'userId'),
                    payload: fc.record({ type: fc.constant('string'), value: text }),
                },
                { requiredKeys: ['name'] },
            ),
        ),
    ),
);
const strategy = fc.record(
    {
        name: fc.constantFrom('flexibleRollout', 'default', 'remoteAddress'),
        title: text,
        parameters: fc.dictionary(fc.constantFrom('rollout', 'stickiness', 'IPs'), fc.constantFrom('50', 7, 'userId'), {
            maxKeys: 2,
        }),
        constraints: fc.array(constraint, { maxLength: 2 }),
        segments: fc.uniqueArray(fc.constantFrom(...SEGMENTS)),
        variants,
    },
    { requiredKeys: ['name'] },
);
const environment = fc.record(
    // An enabled flag must have an enabled strategy.
    { enabled: fc.boolean(), strategies: fc.array(strategy, { minLength: 1, maxLength: 3 }), variants },
    { requiredKeys: [] },
);
const said = fc.record(
    {
        description: fc.oneof(text, fc.constant(null)),
        type: fc.constantFrom('release', 'experiment'),
        impressionData: fc.boolean(),
        stale: fc.boolean(),
        tags: fc.uniqueArray(fc.constantFrom('simple:law', 'simple:order', 'unit'), { maxLength: 3 }),
        dependsOn: fc.constantFrom([], [{ feature: PARENT }], [{ feature: PARENT, enabled: false }]),
        environments: fc.dictionary(fc.constantFrom('development', 'production'), environment, { maxKeys: 2 }),
    },
    { requiredKeys: [] },
);

let count = 0;
const NOTHING = { planned: [], problems: [] };

test('plans of applied and of pulled files are empty, whatever the state was before', async () => {
    await fc.assert(
        fc.asyncProperty(said, said, fc.boolean(), async (first, second, owns) => {
            const flag = `law-${++count}`;
            const file = (content: object) => ({
                flags: [{ flag, project: 'default', ...content, observed: owns ? [] : ['enabled'] }],
            });
            expect(await apply(file(first))).toMatchObject({ status: 200 });
            expect(await plan(file(first))).toMatchObject(NOTHING);

            expect(await apply(file(second))).toMatchObject({ status: 200 });
            const after = await plan(file(second));
            expect(after.problems).toEqual([]);
            expect(changesIn(after)).toEqual([]);

            const { body } = await app.get('/api/admin/projects/default/gitops/files');
            const pulled = body.flags.filter((each: { flag: string }) => each.flag === flag);
            expect(pulled).toHaveLength(1);
            expect(await plan({ flags: pulled, observed: [] })).toMatchObject(NOTHING);
        }),
        { numRuns: runs(12) },
    );
}, 120_000);

test('of two plans for the same objects, the second is refused unless it is equal; the on/off state is kept', async () => {
    await fc.assert(
        fc.asyncProperty(said, said, said, fc.boolean(), async (base, one, other, isOn) => {
            const flag = `law-${++count}`;
            const file = (content: object) => ({ flags: [{ flag, project: 'default', ...content }] });
            const saved = async (content: object) => {
                const made = await plan(file(content));
                const digests = Object.fromEntries(changesIn(made).map(({ key, digest }) => [key, digest]));
                return { ...file(content), plan: { revision: made.revision, digests } };
            };
            const at = `/api/admin/projects/default/features/${flag}`;
            const isOnNow = async () =>
                (await app.get(at)).body.environments.find(({ name }: { name: string }) => name === 'production')
                    .enabled;
            await apply(file(base));
            // Turning on a flag can add a strategy, which would invalidate the plans, so the flags are on before.
            if ((await isOnNow()) !== isOn) await app.post(`${at}/environments/production/${isOn ? 'on' : 'off'}`);
            const [mine, yours] = [await saved(one), await saved(other)];

            expect(await apply(mine)).toMatchObject({ status: 200 });
            const left = Object.fromEntries(changesIn(await plan(file(other))).map(({ key, digest }) => [key, digest]));
            const isUnchanged = isDeepStrictEqual(left, yours.plan.digests);
            expect((await apply(yours)).status).toBe(isUnchanged ? 200 : 409);
            expect(await isOnNow()).toBe(isOn);
        }),
        { numRuns: runs(8) },
    );
}, 120_000);
