import type pg from 'pg';
import type { UnleashServer } from './unleash-server.ts';

export const FLAG_COUNT = 820;
const TYPES = ['release', 'experiment', 'operational', 'kill-switch', 'permission'];
/** A request of the import may have 500 kB. */
const FLAGS_PER_REQUEST = 410;

const nameOf = (index: number) => `flag-${String(index).padStart(3, '0')}`;
const every = (step: number, first: number) =>
    Array.from({ length: Math.ceil((FLAG_COUNT - first) / step) }, (_, index) => nameOf(first + index * step));

/** Flags that are on and special. */
export const SPECIAL_FLAGS = {
    withoutStrategies: every(20, 2),
    withDisabledStrategies: every(20, 12),
    byTime: every(20, 4),
    byEmptyProperty: every(20, 14),
};

/** Flags of a project that was created with the commercial edition. */
const FORMER_PROJECT_FLAGS = ['flag-020', 'flag-021', 'flag-023'];

export const ARCHIVED_FLAGS = ['flag-818', 'flag-819'];

/** Creates flags like those of a company that has used Unleash for years, and tokens for both environments. */
export async function fillUnleash({ send, database }: Pick<UnleashServer, 'send' | 'database'>): Promise<void> {
    await send('POST', '/api/admin/context', { name: 'tenant', stickiness: true });
    const { id: segment } = await send<{ id: number }>('POST', '/api/admin/segments', nordics(['NO', 'SE']));
    await send('POST', '/api/admin/tag-types', { name: 'team', description: 'Owner' });
    const environment = 'development';
    for (let first = 0; first < FLAG_COUNT; first += FLAGS_PER_REQUEST) {
        const count = Math.min(FLAGS_PER_REQUEST, FLAG_COUNT - first);
        const data = dataOf(Array.from({ length: count }, (_, index) => first + index));
        await send('POST', '/api/admin/features-batch/import', { project: 'default', environment, data });
    }
    await copyToProduction(database);
    await makeOld(database);
    // Rows that are stored directly are served after the next change.
    await send('PUT', `/api/admin/segments/${segment}`, nordics(['NO', 'SE', 'DK']));
    for (const type of ['client', 'frontend']) {
        for (const each of ['development', 'production']) {
            await send('POST', '/api/admin/api-tokens', {
                tokenName: type,
                type,
                environment: each,
                projects: ['*'],
            });
        }
    }
}

const nordics = (countries: string[]) => ({ name: 'nordics', constraints: [inCountries(countries)] });

/** An import of Unleash takes 8 s of CPU time for these flags. */
async function copyToProduction(database: pg.Client): Promise<void> {
    await database.query(
        `insert into feature_environments (feature_name, environment, enabled, variants)
         select feature_name, 'production', enabled and feature_name not like '%9', variants
         from feature_environments where environment = 'development'
         on conflict (feature_name, environment) do update set enabled = excluded.enabled, variants = excluded.variants`,
    );
    await database.query(
        `insert into feature_strategies
            (id, feature_name, project_name, environment, strategy_name, parameters, constraints, sort_order, title, disabled, variants)
         select 'production-' || id, feature_name, project_name, 'production', strategy_name, parameters, constraints, sort_order, title,
            disabled, variants
         from feature_strategies`,
    );
    await database.query(
        `insert into feature_strategy_segment (feature_strategy_id, segment_id)
         select 'production-' || feature_strategy_id, segment_id from feature_strategy_segment`,
    );
}

/** States that the API of the current version does not create, and ages that no request can set. */
async function makeOld(database: pg.Client): Promise<void> {
    const { withoutStrategies, withDisabledStrategies } = SPECIAL_FLAGS;
    await database.query(`insert into project_settings (project, default_stickiness) values ('default', 'tenant')`);
    await database.query('delete from feature_strategies where feature_name = any($1)', [withoutStrategies]);
    await database.query('update feature_strategies set disabled = true where feature_name = any($1)', [
        withDisabledStrategies,
    ]);
    await database.query(`update features set created_at = now() - interval '400 days'`);
    await database.query(
        `insert into dependent_features (parent, child, enabled)
         select 'flag-000', name, true from features where name = any($1)`,
        [every(100, 15)],
    );
    // The open-source edition neither creates nor lists further projects.
    await database.query(`insert into projects (id, name) values ('former', 'Former')`);
    await database.query(
        `insert into project_environments (project_id, environment_name) values ('former', 'development'), ('former', 'production')`,
    );
    await database.query(`update features set project = 'former' where name = any($1)`, [FORMER_PROJECT_FLAGS]);
    await database.query(`update feature_strategies set project_name = 'former' where feature_name = any($1)`, [
        FORMER_PROJECT_FLAGS,
    ]);
    await database.query('update features set archived_at = now() where name = any($1)', [ARCHIVED_FLAGS]);
}

function dataOf(indices: readonly number[]) {
    return {
        features: indices.map((index) => ({
            name: nameOf(index),
            type: TYPES[index % TYPES.length],
            description: index % 3 === 0 ? null : `Flag number ${index}`,
            impressionData: index % 7 === 0,
            stale: index % 11 === 0,
        })),
        featureStrategies: indices.flatMap((index) =>
            strategiesOf(index).map((strategy, sortOrder) => ({
                title: '',
                disabled: false,
                constraints: [],
                parameters: {},
                variants: [],
                segments: [],
                ...strategy,
                sortOrder,
                featureName: nameOf(index),
            })),
        ),
        featureEnvironments: indices.map((index) => ({
            name: nameOf(index),
            featureName: nameOf(index),
            // The special flags have even numbers.
            enabled: index % 2 === 0 || index % 3 !== 0,
            variants: index % 20 === 7 ? THIRDS : [],
        })),
        featureTags: indices
            .filter((index) => index % 5 === 0)
            .map((index) => ({ featureName: nameOf(index), tagType: 'team', tagValue: `team-${index % 4}` })),
        segments: [{ id: 1, name: 'nordics' }],
        tagTypes: [{ name: 'team', description: 'Owner' }],
        links: indices
            .filter((index) => index % 13 === 0)
            .map((index) => ({
                feature: nameOf(index),
                links: [{ url: `https://example.com/${index}`, title: 'Issue' }],
            })),
    };
}

/** Unleash gives the additional unit to the first of these, and stores them by name: 333, 333, 334. */
const THIRDS = ['red', 'blue', 'green'].map((name) => ({
    name,
    weight: 333,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'string', value: name },
}));

const rollout = (index: number, stickiness = 'default') => ({
    name: 'flexibleRollout',
    parameters: { rollout: String((index * 7) % 101), stickiness, groupId: nameOf(index) },
});

function strategiesOf(index: number): object[] {
    switch (index % 20) {
        case 1:
        case 3:
            return [{ ...rollout(index), variants: THIRDS }];
        case 4: {
            const value = '2020-01-01T00:00:00.000Z';
            const constraints = [{ contextName: 'currentTime', operator: 'DATE_BEFORE', value, values: [] }];
            return [{ ...rollout(index), parameters: { ...rollout(100).parameters, rollout: '100' }, constraints }];
        }
        case 6:
            return [{ ...rollout(index), segments: [1] }];
        case 8:
            return [
                { ...rollout(index), constraints: [inCountries(['NO', 'SE'])], variants: THIRDS.slice(0, 2) },
                { name: 'default' },
            ];
        case 10:
            return [{ name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8, 192.168.1.7' } }];
        case 14:
            return [
                {
                    name: 'default',
                    constraints: [{ contextName: 'age', operator: 'NUM_LT', value: '18', values: [] }],
                },
            ];
        case 16:
            return [rollout(index, 'tenant'), { ...rollout(index), title: 'Second', disabled: true }];
        default:
            return [{ ...rollout(index), constraints: index % 2 === 0 ? [inCountries(['DE'])] : [] }];
    }
}

const inCountries = (values: string[]) => ({ contextName: 'country', operator: 'IN', values });
