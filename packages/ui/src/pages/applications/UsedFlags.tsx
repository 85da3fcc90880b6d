import { Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { Loaded } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { FlagTypeMark } from '../flags/table/FlagTypeMark.tsx';
import classes from './Applications.module.css';
import { useUsedFlags } from './application.queries.ts';
import { graphOf } from './graph.ts';
import { UsageGraph } from './UsageGraph.tsx';

interface Props {
    appName: string;
    /** The environments in which instances were seen recently. */
    running: readonly string[];
}

/** The flags evaluated by an application per environment: as a graph and as a table. */
export function UsedFlags({ appName, running }: Props) {
    const flags = useUsedFlags(appName);
    return (
        <Loaded query={flags}>
            {(list) => (
                <>
                    {(list.length > 0 || running.length > 0) && (
                        <Panel title="Usage by environment" className={classes['drawn']}>
                            <UsageGraph graph={graphOf(appName, running, list)} />
                        </Panel>
                    )}
                    <Panel title="Flags" about="Flags evaluated by this application within the retention period." flush>
                        <Table
                            label="Flags used"
                            rows={list}
                            rowKey={({ name }) => name}
                            find={({ name }) => name}
                            empty="No flags evaluated yet."
                            columns={[
                                {
                                    title: 'Flag',
                                    isMain: true,
                                    sort: ({ name }) => name,
                                    cell: ({ name, project, notFound }) => (
                                        <Group gap={6}>
                                            {project === undefined ? (
                                                <code>{name}</code>
                                            ) : (
                                                <Link
                                                    to="/projects/$projectId/features/$featureName"
                                                    params={{ projectId: project, featureName: name }}
                                                    className={classes['flag']}
                                                >
                                                    {name}
                                                </Link>
                                            )}
                                            {notFound && (
                                                <Badge size="sm" color="red">
                                                    does not exist
                                                </Badge>
                                            )}
                                        </Group>
                                    ),
                                },
                                {
                                    title: 'Type',
                                    width: 70,
                                    isExtra: true,
                                    cell: ({ type }) => type && <FlagTypeMark type={type} />,
                                },
                                {
                                    title: 'Project',
                                    sort: ({ project }) => project ?? '',
                                    cell: ({ project }) =>
                                        project && (
                                            <Link
                                                to="/projects/$projectId"
                                                params={{ projectId: project }}
                                                className={classes['beside']}
                                            >
                                                {project}
                                            </Link>
                                        ),
                                },
                                {
                                    title: 'Environments',
                                    sort: ({ environments }) => environments.join(', '),
                                    cell: ({ environments }) => environments.join(', '),
                                },
                            ]}
                        />
                    </Panel>
                </>
            )}
        </Loaded>
    );
}
