import { Text } from '@mantine/core';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { Catalogue } from '../../../components/lists/Catalogue.tsx';
import { type ListedDataSource, useDataSources, useDeleteDataSource } from './data-source.queries.ts';
import { KINDS } from './kinds.ts';

const DataSourceDialog = lazyComponent(() => import('./DataSourceDialog.tsx'), 'DataSourceDialog');
const NEEDS = 'UPDATE_EXPERIMENT_SOURCE';

/** The databases that experiments of a project can query. */
export function DataSources({ projectId }: { projectId: string }) {
    const query = useDataSources(projectId);
    const remove = useDeleteDataSource(projectId);
    return (
        <Catalogue<ListedDataSource>
            noun="data source"
            label="Data sources"
            query={query}
            rowKey={({ name }) => name}
            nameOf={({ name }) => name}
            project={projectId}
            create={NEEDS}
            createProps={{ size: 'xs', variant: 'default' }}
            edit={NEEDS}
            remove={{
                needs: NEEDS,
                action: ({ name }) => remove.mutateAsync({ name }),
                warning: 'Experiments that were stopped keep their last results.',
            }}
            columns={(open) => [
                {
                    title: 'Name',
                    isMain: true,
                    cell: (source) => (
                        <Text size="sm" fw={600} component="span" onClick={() => open(source)}>
                            {source.name}
                        </Text>
                    ),
                },
                { title: 'Database', cell: ({ kind }) => KINDS[kind] },
                { title: 'Unit', isExtra: true, cell: ({ unit }) => unit },
                { title: 'Queried', isExtra: true, cell: ({ refreshMinutes }) => `every ${refreshMinutes} minutes` },
            ]}
            dialog={(source, onClose) => (
                <DataSourceDialog projectId={projectId} name={source?.name} onClose={onClose} />
            )}
        >
            {(table, createButton) => (
                <Panel
                    title="Data sources"
                    about="Databases of yours, such as a warehouse, that compute the sums of experiments. Users and outcomes stay there."
                    actions={createButton}
                    flush={(query.data?.length ?? 0) > 0}
                >
                    {query.data?.length === 0 ? (
                        <Text size="sm">Experiments use the outcomes that applications report to Halyard.</Text>
                    ) : (
                        table
                    )}
                </Panel>
            )}
        </Catalogue>
    );
}
