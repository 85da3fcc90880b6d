import type { ChangeRequestTables } from './tables/change-requests.ts';
import type { JsonColumn, Timestamp } from './tables/columns.ts';
import type { FlagTables } from './tables/flags.ts';
import type { IntegrationTables } from './tables/integrations.ts';
import type { LogTables } from './tables/log.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ProjectTables } from './tables/projects.ts';
import type { SignInTables } from './tables/sign-ins.ts';
import type { StrategyTables } from './tables/strategies.ts';
import type { UsageTables } from './tables/usage.ts';

/** What numbers are given out for. */
export type Counter = 'segments' | 'change-requests' | 'change-request-changes' | 'change-request-comments';

/** All tables, those of each noun in its own file. */
export interface Tables
    extends LogTables,
        ProjectTables,
        FlagTables,
        StrategyTables,
        ChangeRequestTables,
        PeopleTables,
        SignInTables,
        UsageTables,
        IntegrationTables {
    settings: { name: string; content: JsonColumn<Record<string, unknown>> };
    /** When a job that one node does for all is to be done next. */
    job_turns: { name: string; next_at: Timestamp };
    /** The highest id that was ever given out. Unlike a sequence of the database, a change that is undone takes none. */
    counters: { name: Counter; last: number };
}
