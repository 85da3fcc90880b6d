import { Text } from '@mantine/core';
import { messageOf } from '../../../api/client.ts';
import { useMay } from '../../../components/access/may.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { useSourceQuery } from '../data-sources/data-source.queries.ts';
import type { Experiment } from '../experiment.queries.ts';
import classes from './SetUp.module.css';

/** The SQL that is sent to the data source. Only users who may read its queries see it. */
export function SourceQueryPanel({ experiment }: { experiment: Experiment }) {
    const may = useMay();
    const isShown = may('UPDATE_EXPERIMENT_SOURCE', { project: experiment.project });
    const { data, error } = useSourceQuery(experiment, isShown);
    const name = experiment.source?.name ?? '';
    return (
        <Panel
            title="The query"
            about={`Data source ${name} computes the sums of each variant. Nothing else is read, and no user leaves the database.`}
        >
            {!isShown && <Text size="sm">The query contains those of the data source, which its owners may read.</Text>}
            {error && (
                <Text size="sm" c="var(--mantine-color-error)" role="status">
                    {messageOf(error)}
                </Text>
            )}
            {data && <pre className={classes['query']}>{data.sql}</pre>}
        </Panel>
    );
}
