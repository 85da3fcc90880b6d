import { UNUSED_TELEMETRY } from '../../config/open-telemetry.ts';
import { nameIn, type ProcessVariables, type SettingDeclarations, text, yesNo } from '../../config/setting.ts';

const METRICS = 'scrape /internal-backstage/metrics instead';
const TELEMETRY = 'set OTEL_EXPORTER_OTLP_ENDPOINT instead (OTLP over HTTP with JSON)';
const BACKUP = 'set BACKUP_FOLDER or S3_BUCKET_NAME instead';

/** Storage of Unleash Edge that is not supported here. */
const OTHER_BACKUPS = {
    redisUrl: text(['REDIS_URL'], BACKUP),
    redisHost: text(['REDIS_HOST'], BACKUP),
};

/**
 * Settings of Unleash Edge that have no effect here. They are accepted, so that start commands need no change, and a warning is
 * logged for each one that is set. Its help text names the alternative.
 */
export const UNUSED_SETTINGS = {
    ...OTHER_BACKUPS,
    redisMode: text(['REDIS_MODE'], BACKUP),
    redisPassword: text(['REDIS_PASSWORD'], BACKUP),
    redisUsername: text(['REDIS_USERNAME'], BACKUP),
    redisPort: text(['REDIS_PORT'], BACKUP),
    redisSecure: yesNo(['REDIS_SECURE'], BACKUP, false),
    redisScheme: text(['REDIS_SCHEME'], BACKUP),
    redisReadTimeout: text(['REDIS_READ_CONNECTION_TIMEOUT_MILLISECONDS'], BACKUP),
    redisWriteTimeout: text(['REDIS_WRITE_CONNECTION_TIMEOUT_MILLISECONDS'], BACKUP),
    prometheusUrl: text(['PROMETHEUS_REMOTE_WRITE_URL'], METRICS),
    prometheusInterval: text(['PROMETHEUS_PUSH_INTERVAL'], METRICS),
    prometheusUsername: text(['PROMETHEUS_USERNAME'], METRICS),
    prometheusPassword: text(['PROMETHEUS_PASSWORD'], METRICS),
    prometheusHeader: text(['PROMETHEUS_HEADER'], METRICS),
    prometheusUserId: text(['PROMETHEUS_USER_ID'], METRICS),
    clientId: text(['CLIENT_ID'], 'add a label in the scrape configuration instead'),
    sentryDsn: text(['SENTRY_DSN'], TELEMETRY),
    sentryTracingRate: text(['SENTRY_TRACING_RATE'], TELEMETRY),
    sentryDebug: yesNo(['SENTRY_DEBUG'], TELEMETRY, false),
    sentryEnableLogs: yesNo(['SENTRY_ENABLE_LOGS'], TELEMETRY, false),
    datadogUrl: text(['DATADOG_URL'], TELEMETRY),
    otelCollectorUrl: text(['OTEL_COLLECTOR_URL'], TELEMETRY),
    ...UNUSED_TELEMETRY,
    workers: text(['WORKERS'], 'start several edge processes to use more cores'),
    delta: yesNo(['DELTA'], 'changes are received by streaming, unless STREAMING is false', false),
    consumption: yesNo(['CONSUMPTION'], 'upstream counts the reports of SDKs', false),
    enablePostFeatures: yesNo(['ENABLE_POST_FEATURES'], 'POST /api/client/features is always served', false),
    contextEnricherScript: text(['CONTEXT_ENRICHER_SCRIPT'], 'contexts are used as SDKs send them'),
    contextEnricherWorkers: text(['CONTEXT_ENRICHER_WORKERS'], 'contexts are used as SDKs send them'),
    ec2InstanceId: text(['EC2_INSTANCE_ID'], 'set INSTANCE_ID instead'),
} satisfies SettingDeclarations;

/** Returns a warning if unsupported storage is configured. */
export function lostBackup(environment: ProcessVariables): string[] {
    const names = Object.values(OTHER_BACKUPS).flatMap((setting) => nameIn(environment, setting) ?? []);
    return names.length === 0
        ? []
        : [
              `${names.join(' and ')}: this edge does not support Redis, and has no other backup. If it starts while upstream is unavailable, it has no flags, ` +
                  'and pending SDK reports are lost when it stops. Set BACKUP_FOLDER to a folder on persistent storage, or S3_BUCKET_NAME.',
          ];
}
