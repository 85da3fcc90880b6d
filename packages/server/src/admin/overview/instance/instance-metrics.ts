import { sql } from 'kysely';
import { archivedThrough, horizonOf } from '../../../changes/archive/horizon.ts';
import type { ResourceLimits } from '../../../core/settings/resource-limits.ts';
import type { Db } from '../../../storage/database.ts';
import { by, gauge, type Metric } from '../../../telemetry/metric.ts';
import { lifecycleMetrics } from '../../flags/lifecycle/lifecycle-metrics.ts';

const DAY_MS = 86_400_000;
/** The maximum number of SDK versions in metrics, most used first: clients can send arbitrary versions. */
const SDK_VERSIONS = 50;

interface InstanceMetricsDependencies {
    db: Db;
    version: string;
    clock: () => Date;
    limits: ResourceLimits;
}

/** Metrics about the database content: the same on every node. */
export async function instanceMetrics({ db, version, clock, limits }: InstanceMetricsDependencies): Promise<Metric[]> {
    const count = sql<number>`count(*)`.as('count');
    const rows = (table: 'environments' | 'segments' | 'groups' | 'roles' | 'applications') =>
        db.selectFrom(table).select(count);
    const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString();
    const appsSince = (days: number) => rows('applications').where('seen_at', '>=', daysAgo(days));
    const users = db.selectFrom('users').select(count).where('deleted_at', 'is', null);
    const [counts, projects, tokens, sdks, head, archived, horizon, lifecycle] = await Promise.all([
        db
            .selectNoFrom([
                db.selectFrom('flags').select(count).where('archived_at', 'is', null).as('flags'),
                db.selectFrom('flags').select(count).where('archived_at', 'is not', null).as('archived'),
                rows('environments').as('environments'),
                rows('segments').as('segments'),
                rows('groups').as('groups'),
                rows('roles').as('roles'),
                users.where('is_service', '=', true).as('serviceAccounts'),
                users.where('is_service', '=', false).as('users'),
                rows('applications').as('apps'),
                appsSince(7).as('apps7'),
                appsSince(30).as('apps30'),
                db.selectFrom('deliveries').select(count).where('due_at', 'is not', null).as('deliveries'),
                db.selectFrom('mails').select(count).where('due_at', 'is not', null).as('mails'),
            ])
            .executeTakeFirstOrThrow(),
        db.selectFrom('projects').select(['mode', count]).where('archived_at', 'is', null).groupBy('mode').execute(),
        db.selectFrom('api_tokens').select(['type', count]).groupBy('type').execute(),
        db
            .selectFrom('app_instances')
            .select(['sdk_version', count])
            .where('sdk_version', 'is not', null)
            .groupBy('sdk_version')
            .orderBy('count', 'desc')
            .limit(SDK_VERSIONS)
            .execute(),
        db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow(),
        archivedThrough(db),
        horizonOf(db),
        lifecycleMetrics(db),
    ]);
    return [
        gauge('feature_toggles_total', 'Flags that are not archived', [
            { labels: { version }, value: counts.flags ?? 0 },
        ]),
        gauge('feature_toggles_archived_total', 'Flags that are archived', counts.archived ?? 0),
        gauge(
            'projects_total',
            'Projects, by mode',
            projects.map(({ mode, count: value }) => ({ labels: { mode }, value })),
        ),
        gauge('environments_total', 'Environments', counts.environments ?? 0),
        gauge('segments_total', 'Segments', counts.segments ?? 0),
        gauge('groups_total', 'Groups', counts.groups ?? 0),
        gauge('roles_total', 'Roles', counts.roles ?? 0),
        gauge('users_total', 'Users', counts.users ?? 0),
        gauge('service_accounts_total', 'Service accounts', counts.serviceAccounts ?? 0),
        gauge(
            'api_tokens_total',
            'API tokens, by type',
            tokens.map(({ type, count: value }) => ({ labels: { type }, value })),
        ),
        gauge(
            'client_apps_total',
            'Applications that have been seen',
            by('range', { allTime: counts.apps ?? 0, '7d': counts.apps7 ?? 0, '30d': counts.apps30 ?? 0 }),
        ),
        gauge(
            'client_sdk_versions',
            `Instances of applications by SDK, the ${SDK_VERSIONS} most used versions`,
            sdks.map(({ sdk_version, count: value }) => {
                const [name = '', number = ''] = sdk_version!.slice(0, 100).split(/[:@](?=[^:@]*$)/);
                return { labels: { sdk_name: name, sdk_version: number }, value };
            }),
        ),
        gauge('resource_limit', 'Limits of the number of objects, by kind', by('resource', { ...limits })),
        gauge('halyard_event_log_events', 'Events in the log', head.revision - archived),
        gauge('halyard_event_log_archived_through', 'The last event that is in an archive', archived),
        gauge('halyard_past_horizon', 'The oldest revision that can be viewed', horizon.revision),
        gauge('halyard_deliveries_waiting', 'Pending deliveries to integrations', counts.deliveries ?? 0),
        gauge('halyard_mails_waiting', 'Queued mails', counts.mails ?? 0),
        ...lifecycle,
    ];
}
