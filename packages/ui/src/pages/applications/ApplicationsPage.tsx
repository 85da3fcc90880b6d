import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Empty, Loaded } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import classes from './Applications.module.css';
import { useApplications, useForgetApplication, useUnknownFlags } from './application.queries.ts';

export function ApplicationsPage() {
    const applications = useApplications();
    const forget = useForgetApplication();
    const { data: unknown = [] } = useUnknownFlags();
    return (
        <Page
            title="Applications"
            about="Applications that report usage through an SDK."
            actions={
                <Button variant="default" renderRoot={(props) => <Link to="/connect" {...props} />}>
                    Connect an application
                </Button>
            }
        >
            <Stack gap="lg">
                <Loaded query={applications}>
                    {({ applications: list }) =>
                        list.length === 0 ? (
                            <Empty
                                title="No applications yet"
                                icon={<IconApps size={22} />}
                                action={
                                    <Button renderRoot={(props) => <Link to="/connect" {...props} />}>
                                        Connect your first SDK
                                    </Button>
                                }
                            >
                                Applications appear here when their SDK reports, with its version, its instances and the
                                flags they use.
                            </Empty>
                        ) : (
                            <Table
                                label="Applications"
                                rows={list}
                                rowKey={({ appName }) => appName}
                                find={({ appName }) => appName}
                                columns={[
                                    {
                                        title: 'Application',
                                        isMain: true,
                                        sort: ({ appName }) => appName,
                                        cell: ({ appName, description }) => (
                                            <div>
                                                <Link
                                                    to="/applications/$appName"
                                                    params={{ appName }}
                                                    className={classes['flag']}
                                                >
                                                    {appName}
                                                </Link>
                                                {description && (
                                                    <Text size="xs" c="dimmed">
                                                        {description}
                                                    </Text>
                                                )}
                                            </div>
                                        ),
                                    },
                                    {
                                        title: 'Environments',
                                        cell: ({ usage }) => (
                                            <Group gap={5}>
                                                {[...new Set(usage.flatMap(({ environments }) => environments))].map(
                                                    (name) => (
                                                        <Badge key={name} size="sm" color="gray">
                                                            {name}
                                                        </Badge>
                                                    ),
                                                )}
                                            </Group>
                                        ),
                                    },
                                    {
                                        title: 'Projects',
                                        cell: ({ usage }) =>
                                            usage.map(({ project }) => (project === '*' ? 'all' : project)).join(', '),
                                    },
                                    {
                                        title: 'First seen',
                                        width: 120,
                                        sort: ({ createdAt }) => createdAt,
                                        cell: ({ createdAt }) => <RelativeTime at={createdAt} c="dimmed" />,
                                    },
                                    {
                                        title: 'Last seen',
                                        width: 120,
                                        sort: ({ lastSeen }) => lastSeen,
                                        cell: ({ lastSeen }) => <RelativeTime at={lastSeen} c="dimmed" />,
                                    },
                                    {
                                        title: 'Actions',
                                        isHiddenTitle: true,
                                        width: 50,
                                        cell: ({ appName }) => (
                                            <RowActions
                                                name={appName}
                                                remove={{
                                                    needs: 'UPDATE_APPLICATION',
                                                    action: () => forget.mutateAsync(appName),
                                                    warning:
                                                        'Its recorded data is deleted. The application reappears when it reports again.',
                                                }}
                                            />
                                        ),
                                    },
                                ]}
                            />
                        )
                    }
                </Loaded>
                {unknown.length > 0 && (
                    <Panel
                        title="Flags that do not exist"
                        about="Applications evaluate these flags; they may be misspelt, deleted or not created yet."
                        flush
                    >
                        <Table
                            label="Unknown flags"
                            rows={unknown}
                            rowKey={({ name, appName, environment }) => `${name} ${appName} ${environment}`}
                            columns={[
                                { title: 'Flag', isMain: true, cell: ({ name }) => <code>{name}</code> },
                                {
                                    title: 'Application',
                                    cell: ({ appName }) => (
                                        <Link
                                            to="/applications/$appName"
                                            params={{ appName }}
                                            className={classes['beside']}
                                        >
                                            {appName}
                                        </Link>
                                    ),
                                },
                                { title: 'Environment', cell: ({ environment }) => environment },
                                {
                                    title: 'Last evaluated',
                                    width: 120,
                                    cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} c="dimmed" />,
                                },
                            ]}
                        />
                    </Panel>
                )}
            </Stack>
        </Page>
    );
}
