import type { DataSource } from './data-source.queries.ts';

export const KINDS: Record<DataSource['kind'], string> = {
    postgres: 'PostgreSQL',
    clickhouse: 'ClickHouse',
};
