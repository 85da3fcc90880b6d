import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { ago, When } from '../../components/time.tsx';
import { useApplication, useInstances } from './application.queries.ts';

const route = getRouteApi('/app/applications/$appName');

export function ApplicationPage() {
    const { appName } = route.useParams();
    const application = useApplication(appName);
    return (
        <Page
            title={appName}
            trail={[
                <Link key="applications" to="/applications">
                    Applications
                </Link>,
            ]}
            about={
                application.data &&
                `Uses ${application.data.featureCount} flags of ${application.data.projects.map((id) => (id === '*' ? 'all projects' : id)).join(', ')}.`
            }
        >
            <Loaded query={application}>
                {({ environments, issues }) => (
                    <Stack gap="md">
                        {issues.missingStrategies.length > 0 && (
                            <Alert color="brass" icon={<IconAlertTriangle size={16} />}>
                                It knows strategy types that do not exist here: {issues.missingStrategies.join(', ')}.
                            </Alert>
                        )}
                        {environments.map((environment) => (
                            <Panel
                                key={environment.name}
                                title={environment.name}
                                about={`${environment.instanceCount} ${environment.instanceCount === 1 ? 'instance' : 'instances'}, last seen ${ago(environment.lastSeen)}`}
                            >
                                <Stack gap="sm">
                                    <Group gap={6}>
                                        {environment.sdks.map((sdk) => (
                                            <Badge
                                                key={sdk}
                                                color={environment.issues.outdatedSdks.includes(sdk) ? 'brass' : 'gray'}
                                            >
                                                {sdk}
                                                {environment.issues.outdatedSdks.includes(sdk) && ' (outdated)'}
                                            </Badge>
                                        ))}
                                    </Group>
                                    {environment.issues.missingFeatures.length > 0 && (
                                        <Alert color="red" icon={<IconAlertTriangle size={16} />}>
                                            It asks for flags that do not exist:{' '}
                                            {environment.issues.missingFeatures.map((name, index) => (
                                                <span key={name}>
                                                    {index > 0 && ', '}
                                                    <code>{name}</code>
                                                </span>
                                            ))}
                                        </Alert>
                                    )}
                                    <Instances appName={appName} environment={environment.name} />
                                </Stack>
                            </Panel>
                        ))}
                        {environments.length === 0 && (
                            <Text c="dimmed">It has not been seen in any environment lately.</Text>
                        )}
                    </Stack>
                )}
            </Loaded>
        </Page>
    );
}

function Instances({ appName, environment }: { appName: string; environment: string }) {
    const instances = useInstances(appName, environment);
    return (
        <Loaded query={instances}>
            {(list) => (
                <Table
                    label={`Instances in ${environment}`}
                    rows={list}
                    rowKey={({ instanceId }) => instanceId}
                    columns={[
                        { title: 'Instance', isMain: true, cell: ({ instanceId }) => <code>{instanceId}</code> },
                        { title: 'Address', cell: ({ clientIp }) => clientIp },
                        { title: 'SDK', cell: ({ sdkVersion }) => sdkVersion ?? '' },
                        { title: 'Last seen', width: 120, cell: ({ lastSeen }) => <When at={lastSeen} c="dimmed" /> },
                    ]}
                />
            )}
        </Loaded>
    );
}
