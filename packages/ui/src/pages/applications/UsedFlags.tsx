import { Badge, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import rowLink from '../../components/lists/RowLink.module.css';
import { Table, type TableColumn } from '../../components/lists/Table.tsx';
import { FlagTypeMark } from '../flags/table/FlagTypeMark.tsx';
import classes from './Applications.module.css';
import { type UsedFlag, useEnvironmentOrder, useUsedFlags } from './application.queries.ts';

/** A matrix of the flags that an application evaluates and the environments in which it does. */
export function UsedFlags({ appName }: { appName: string }) {
    const flags = useUsedFlags(appName);
    const order = useEnvironmentOrder();
    return (
        <Panel title="Flags" about="Flags evaluated by this application within the retention period." flush>
            <QueryContent query={flags}>
                {(list) => (
                    <Table
                        label="Flags used"
                        // Missing flags need attention.
                        rows={list.toSorted((a, b) => Number(b.notFound ?? false) - Number(a.notFound ?? false))}
                        rowKey={({ name }) => name}
                        find={({ name }) => name}
                        empty="No flags evaluated yet."
                        columns={[
                            {
                                title: 'Flag',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: (flag) => <FlagName flag={flag} />,
                            },
                            {
                                title: 'Project',
                                isExtra: true,
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
                            ...[...new Set(list.flatMap(({ environments }) => environments))]
                                .sort(order)
                                .map(environmentColumn),
                        ]}
                    />
                )}
            </QueryContent>
        </Panel>
    );
}

function environmentColumn(environment: string): TableColumn<UsedFlag> {
    return {
        title: environment,
        width: 130,
        sort: ({ environments }) => (environments.includes(environment) ? 0 : 1),
        cell: ({ environments }) =>
            environments.includes(environment) ? (
                <span className={classes['used']}>
                    <IconCheck size={14} aria-hidden="true" /> used
                </span>
            ) : (
                <span className={classes['unused']}>–</span>
            ),
    };
}

function FlagName({ flag: { name, project, type, notFound } }: { flag: UsedFlag }) {
    return (
        <Group gap={6} wrap="nowrap">
            {type && <FlagTypeMark type={type} />}
            {project === undefined ? (
                <code>{name}</code>
            ) : (
                <Link
                    to="/projects/$projectId/features/$featureName"
                    params={{ projectId: project, featureName: name }}
                    className={rowLink['link']}
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
    );
}
