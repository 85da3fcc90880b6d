import type { AssignmentTables } from './tables/assignments.ts';
import type { ChangeRequestTables } from './tables/change-requests.ts';
import type { JsonColumn, Timestamp } from './tables/columns.ts';
import type { ExperimentTables } from './tables/experiments.ts';
import type { FlagTables } from './tables/flags.ts';
import type { IntegrationTables } from './tables/integrations.ts';
import type { LogTables } from './tables/log.ts';
import type { MetricChartTables } from './tables/metric-charts.ts';
import type { OutcomeTables } from './tables/outcomes.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ProjectTables } from './tables/projects.ts';
import type { ReleaseTables } from './tables/releases.ts';
import type { SafeguardTables } from './tables/safeguards.ts';
import type { SeriesTables } from './tables/series.ts';
import type { SignInTables } from './tables/sign-ins.ts';
import type { SignalTables } from './tables/signals.ts';
import type { StrategyTables } from './tables/strategies.ts';
import type { UsageTables } from './tables/usage.ts';

/** The objects whose ids are assigned by counters. */
export type Counter =
    | 'segments'
    | 'change-requests'
    | 'change-request-changes'
    | 'change-request-comments'
    | 'safeguards';

/** All tables, grouped by subject in separate files. */
export interface Tables
    extends LogTables,
        ProjectTables,
        FlagTables,
        StrategyTables,
        ChangeRequestTables,
        PeopleTables,
        SignInTables,
        UsageTables,
        SeriesTables,
        MetricChartTables,
        OutcomeTables,
        ReleaseTables,
        SafeguardTables,
        SignalTables,
        AssignmentTables,
        ExperimentTables,
        IntegrationTables {
    settings: { name: string; content: JsonColumn<Record<string, unknown>> };
    /** When a job that one node runs for all is due next. */
    job_turns: { name: string; next_at: Timestamp };
    /** Nodes on PostgreSQL report here that they run. Not part of backups and copies. */
    running_nodes: { id: string; name: string; reports: number; reported_at: Timestamp };
    /** The highest id that was ever assigned. Unlike a database sequence, a change that is rolled back uses none. */
    counters: { name: Counter; last: number };
}
