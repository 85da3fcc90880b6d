import fc from 'fast-check';
import type { TestApp } from '../support/test-app.ts';

/*
 * Random histories: sequences of administrator actions through the API, including rejected ones.
 */

const HOUR = 3_600_000;
const FLAGS = ['f1', 'f2', 'f3', 'f4'] as const;
const PROJECTS = ['default', 'other'] as const;
const ENVIRONMENTS = ['development', 'production'] as const;

const flag = fc.constantFrom(...FLAGS);
const environment = fc.constantFrom(...ENVIRONMENTS);
/** The index of an existing object. */
const place = fc.nat(3);

const constraint = fc.oneof(
    fc.record({
        contextName: fc.constantFrom('userId', 'region'),
        operator: fc.constantFrom('IN', 'NOT_IN'),
        values: fc.subarray(['1', '2', 'eu'], { minLength: 1 }),
    }),
    // In the middle between two changes, so that the side of a moment is unambiguous.
    fc.record({
        contextName: fc.constant('currentTime'),
        operator: fc.constantFrom('DATE_AFTER', 'DATE_BEFORE'),
        hours: fc.nat(20).map((hours) => hours + 0.5),
    }),
);

const variants = fc.constantFrom(
    [],
    [
        { name: 'a', weight: 500, weightType: 'variable', stickiness: 'userId' },
        { name: 'b', weight: 500, weightType: 'variable', stickiness: 'userId' },
    ],
);

const strategy = fc.record({
    rollout: fc.constantFrom('0', '50', '100'),
    constraints: fc.array(constraint, { maxLength: 2 }),
    segment: fc.option(place),
    variants,
    title: fc.option(fc.constantFrom('Nordics', 'Beta')),
    disabled: fc.boolean(),
});
type Strategy = typeof strategy extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('switch'), flag, environment, on: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ does: fc.constant('addStrategy'), flag, environment, strategy }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('updateStrategy'), flag, environment, place, strategy }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('deleteStrategy'), flag, environment, place }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('reorder'), flag, environment }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('variants'), flag, environment, variants }) },
    {
        weight: 2,
        arbitrary: fc.record({
            does: fc.constant('settings'),
            flag,
            type: fc.constantFrom('release', 'experiment'),
            description: fc.option(fc.constantFrom('one', 'two')),
            stale: fc.boolean(),
        }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('archive'), flag }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('revive'), flag }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('delete'), flag }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('create'), flag, project: fc.constantFrom(...PROJECTS) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('move'), flag, project: fc.constantFrom(...PROJECTS) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('depend'), flag, parent: flag, on: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('standAlone'), flag }) },
    {
        weight: 2,
        arbitrary: fc.record({
            does: fc.constant('segment'),
            place,
            constraints: fc.array(constraint, { maxLength: 2 }),
        }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('deleteSegment'), place }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('environment'), environment, there: fc.boolean() }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const history = (length: { minLength: number; maxLength: number }) => fc.array(step, length);

/** An app in which a history can run; each step advances the time by an hour. */
export async function beginHistory(app: TestApp) {
    const began = app.services.clock().getTime();
    await app.has.project({ id: 'other' });
    for (const name of FLAGS.slice(0, 2)) await app.has.flag({ name, enabled: ['development'] });
    // A flag that depends on the time only: a wrong clock changes the result.
    await app.has.flag({ name: 'f3' });
    const value = new Date(began + 3.5 * HOUR).toISOString();
    await app.has.strategy({
        flag: 'f3',
        constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value }],
    });
    await app.post('/api/admin/projects/default/features/f3/environments/development/on');
    await app.has.segment({ name: 's0', constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }] });

    const send = async (method: string, path: string, body?: unknown) =>
        app.send(method, `/api/admin/${path}`, {
            headers: body === undefined ? {} : { 'content-type': 'application/json' },
            ...(body !== undefined && { rawBody: JSON.stringify(body) }),
        });
    const projectOf = async (name: string) => {
        const { body } = await send('GET', `search/features?query=${name}`);
        return body.features.find((feature: { name: string }) => feature.name === name)?.project ?? 'default';
    };
    const addressOf = async (name: string) => `projects/${await projectOf(name)}/features/${name}`;
    const segments = async (): Promise<{ id: number; name: string }[]> => (await send('GET', 'segments')).body.segments;
    const written = (constraints: Strategy['constraints']) =>
        constraints.map((each) =>
            'hours' in each
                ? {
                      contextName: each.contextName,
                      operator: each.operator,
                      value: new Date(began + each.hours * HOUR).toISOString(),
                  }
                : each,
        );
    const writtenStrategy = async ({ rollout, constraints, segment, ...rest }: Strategy) => {
        const existing = await segments();
        return {
            name: 'flexibleRollout',
            parameters: { rollout, stickiness: 'userId', groupId: 'group' },
            constraints: written(constraints),
            segments: segment === null || existing.length === 0 ? [] : [existing[segment % existing.length]!.id],
            ...rest,
        };
    };

    async function take(each: Step): Promise<unknown> {
        const at = 'flag' in each ? await addressOf(each.flag) : '';
        const here = 'environment' in each ? `${at}/environments/${each.environment}` : '';
        switch (each.does) {
            case 'switch':
                return send('POST', `${here}/${(each as { on: boolean }).on ? 'on' : 'off'}`);
            case 'addStrategy':
                return send(
                    'POST',
                    `${here}/strategies`,
                    await writtenStrategy((each as { strategy: Strategy }).strategy),
                );
            case 'updateStrategy':
            case 'deleteStrategy': {
                const { body } = await send('GET', `${here}/strategies`);
                const chosen = Array.isArray(body) && body.at((each as { place: number }).place % (body.length || 1));
                if (!chosen) return;
                if (each.does === 'deleteStrategy') return send('DELETE', `${here}/strategies/${chosen.id}`);
                const { strategy } = each as { strategy: Strategy };
                return send('PUT', `${here}/strategies/${chosen.id}`, await writtenStrategy(strategy));
            }
            case 'reorder': {
                const { body } = await send('GET', `${here}/strategies`);
                if (!Array.isArray(body) || body.length < 2) return;
                const order = body.toReversed().map(({ id }, sortOrder) => ({ id, sortOrder }));
                return send('POST', `${here}/strategies/set-sort-order`, order);
            }
            case 'variants':
                return send('PUT', `${here}/variants`, (each as { variants: unknown }).variants);
            case 'settings': {
                const { type, description, stale } = each as {
                    type: string;
                    description: string | null;
                    stale: boolean;
                };
                return send('PATCH', at, [
                    { op: 'replace', path: '/type', value: type },
                    { op: 'replace', path: '/description', value: description },
                    { op: 'replace', path: '/stale', value: stale },
                ]);
            }
            case 'archive':
                return send('DELETE', at);
            case 'revive':
                return send('POST', `archive/revive/${(each as { flag: string }).flag}`);
            case 'delete':
                return send('DELETE', `archive/${(each as { flag: string }).flag}`);
            case 'create':
                return send('POST', `projects/${(each as { project: string }).project}/features`, {
                    name: (each as { flag: string }).flag,
                });
            case 'move':
                return send('POST', `${at}/changeProject`, { newProjectId: (each as { project: string }).project });
            case 'depend': {
                const { parent, on } = each as { parent: string; on: boolean };
                return send('POST', `${at}/dependencies`, { feature: parent, enabled: on });
            }
            case 'standAlone':
                return send('DELETE', `${at}/dependencies`);
            case 'segment': {
                const { place, constraints } = each as { place: number; constraints: Strategy['constraints'] };
                const segment = (await segments()).find(({ name }) => name === `s${place}`);
                const body = { name: `s${place}`, constraints: written(constraints) };
                return segment ? send('PUT', `segments/${segment.id}`, body) : send('POST', 'segments', body);
            }
            case 'deleteSegment': {
                const existing = await segments();
                const chosen = existing[(each as { place: number }).place % (existing.length || 1)];
                return chosen && send('DELETE', `segments/${chosen.id}`);
            }
            case 'environment': {
                const { environment, there } = each as { environment: string; there: boolean };
                return there
                    ? send('POST', 'projects/default/environments', { environment })
                    : send('DELETE', `projects/default/environments/${environment}`);
            }
        }
    }

    return {
        /** Runs or attempts a step, an hour after the previous one. */
        async take(each: Step): Promise<void> {
            app.passTime(HOUR);
            await take(each);
        },
    };
}
