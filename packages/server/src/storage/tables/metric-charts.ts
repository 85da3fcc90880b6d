import type { SeriesKind } from '../../core/series/series.ts';
import type { JsonColumn, Timestamp } from './columns.ts';

export interface MetricChartTables {
    /** A chart of a flag, of a project, or of the instance if it has neither. */
    metric_charts: {
        id: string;
        flag: string | null;
        project: string | null;
        content: JsonColumn<object>;
        created_at: Timestamp;
    };
    /** Metrics that were announced before applications report them. */
    registered_metrics: { name: string; kind: SeriesKind; created_at: Timestamp };
}
