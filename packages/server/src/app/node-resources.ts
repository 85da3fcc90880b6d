import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { databaseProblem } from '../core/errors/start-error.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { DatabaseClock } from '../storage/database-clock.ts';
import { DatabaseHealth } from '../storage/database-health.ts';
import { DatabaseMetrics } from '../storage/database-metrics.ts';
import { migrate } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';
import { tracedDatabase } from '../storage/traced-database.ts';
import { createLog } from '../telemetry/log.ts';
import { type OpenTelemetry, openTelemetry } from '../telemetry/otlp/open-telemetry.ts';

/** The resources of a node that the services use: telemetry, the log, the database and the clock. */
export interface NodeResources {
    config: Config;
    telemetry: OpenTelemetry;
    log: Logger;
    database: OpenDatabase;
    databaseMetrics: DatabaseMetrics;
    databaseClock: DatabaseClock;
    clock: () => Date;
    syncClock: () => Promise<void>;
    /** Whether the clock of this node is wrong. Other nodes then do the due work. */
    isDueWorkPaused: () => boolean;
    /** Migrates the database and reads its clock. */
    prepare: () => Promise<void>;
}

export interface NodeResourceOptions {
    version: string;
    /** Used instead of the clocks of this machine and of the database. */
    clock?: () => Date;
    /** Used instead of the clock of this machine, which is compared with the clock of the database. */
    nodeClock?: () => Date;
    log?: Logger;
    /** Used instead of the configured database; its connections outlive the app. */
    database?: OpenDatabase;
}

export function openNodeResources(config: Config, options: NodeResourceOptions): NodeResources {
    const nodeClock = options.clock ?? options.nodeClock ?? (() => new Date());
    const telemetry = openTelemetry(config, {
        name: 'halyard',
        version: options.version,
        onError: (error) => log.warn({ err: error }, 'could not export telemetry'),
    });
    const { tracer } = telemetry;
    const log = options.log ?? createLog(config, telemetry);
    for (const warning of config.warnings) log.warn(warning);
    const databaseMetrics = new DatabaseMetrics();
    let isInUse = false;
    const opened =
        options.database ?? openWatched(config, { log, clock: nodeClock, databaseMetrics, isInUse: () => isInUse });
    const measured = databaseMetrics.measuring(opened);
    const database = tracer ? tracedDatabase(tracer, measured) : measured;
    const databaseClock = new DatabaseClock({
        database,
        nodeClock,
        onChange: ({ state, skewSeconds, says }) => {
            if (state === 'skewed') log.error({ skewSeconds }, says);
            else log.info('the clock of this node agrees with the clock of the database');
        },
    });
    const syncClock = async () => (options.clock ? undefined : databaseClock.sync());
    return {
        config,
        telemetry,
        log,
        database,
        databaseMetrics,
        databaseClock,
        clock: options.clock ?? (() => databaseClock.now()),
        syncClock,
        isDueWorkPaused: () => databaseClock.status.state === 'skewed',
        async prepare() {
            await migrate(database.migrator, database.kind).catch((error: unknown) => {
                throw databaseProblem(error, { isPostgres: database.kind === 'postgres', dataDir: config.dataDir });
            });
            isInUse = true;
            await syncClock();
        },
    };
}

interface DatabaseWatch {
    log: Logger;
    clock: () => Date;
    databaseMetrics: DatabaseMetrics;
    /** Before the database is in use, a problem makes the start fail, which reports the reason in one line. */
    isInUse: () => boolean;
}

function openWatched(config: Config, { log, clock, databaseMetrics, isInUse }: DatabaseWatch): OpenDatabase {
    const health = new DatabaseHealth({
        clock,
        onChange: (condition, cause) => {
            databaseMetrics.onCondition(condition);
            if (!isInUse()) return;
            const { state, says } = condition;
            if (state === 'fine') log.info('the database works again');
            else log.warn({ err: cause, state }, says);
        },
    });
    return openDatabase(config, {
        onError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
        onWarning: (message) => log.warn(message),
        health,
        bounds: {
            statementMs: config.databaseStatementTimeout,
            lockMs: config.databaseLockTimeout,
            idleMs: config.databaseIdleTimeout,
        },
    });
}
