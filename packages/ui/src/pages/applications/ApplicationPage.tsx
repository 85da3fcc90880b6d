import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { count } from '../../components/text/numbers.ts';
import { ago, RelativeTime } from '../../components/time/time.tsx';
import { ApplicationUsage } from './ApplicationUsage.tsx';
import {
    useApplication,
    useEnvironmentOrder,
    useForgetApplication,
    useInstances,
    useOutdatedSdks,
} from './application.queries.ts';
import { UsedFlags } from './UsedFlags.tsx';

const route = getRouteApi('/app/applications/$appName');

export function ApplicationPage() {
    const { appName } = route.useParams();
    const application = useApplication(appName);
    const order = useEnvironmentOrder();
    const forget = useForgetApplication();
    const navigate = useNavigate();
    return (
        <Page
            title={appName}
            trail={[
                <Link key="applications" to="/applications">
                    Applications
                </Link>,
            ]}
            about={application.data && usageSentence(application.data)}
            actions={
                <Confirm
                    title={`Delete ${appName}?`}
                    verb="Delete"
                    action={async () => {
                        // This page would reload the deleted application.
                        await navigate({ to: '/applications' });
                        await forget.mutateAsync(appName);
                    }}
                    trigger={
                        <PermissionControl to="UPDATE_APPLICATION">
                            <Button variant="default" leftSection={<IconTrash size={15} />}>
                                Delete
                            </Button>
                        </PermissionControl>
                    }
                >
                    Its recorded data is deleted. The application reappears when it reports again.
                </Confirm>
            }
        >
            <QueryContent query={application}>
                {({ environments, issues }) => (
                    <Stack gap="md">
                        {issues.missingStrategies.length > 0 && (
                            <Alert color="brass" icon={<IconAlertTriangle size={16} />}>
                                The SDK supports strategy types that do not exist here:{' '}
                                {issues.missingStrategies.join(', ')}.
                            </Alert>
                        )}
                        <ApplicationUsage appName={appName} />
                        <UsedFlags appName={appName} />
                        {environments
                            .toSorted((a, b) => order(a.name, b.name))
                            .map((environment) => (
                                <Panel
                                    key={environment.name}
                                    title={environment.name}
                                    about={`${count(environment.instanceCount, 'instance')}, last seen ${ago(environment.lastSeen)}`}
                                >
                                    <Stack gap="sm">
                                        <Sdks sdks={environment.sdks} />
                                        <Instances appName={appName} environment={environment.name} />
                                    </Stack>
                                </Panel>
                            ))}
                        {environments.length === 0 && <Text c="dimmed">Not seen in any environment recently.</Text>}
                    </Stack>
                )}
            </QueryContent>
        </Page>
    );
}

function usageSentence({ featureCount, projects }: { featureCount: number; projects: readonly string[] }): string {
    if (featureCount === 0) return 'Uses no existing flag.';
    const of = projects.map((id) => (id === '*' ? 'all projects' : id)).join(', ');
    return `Uses ${count(featureCount, 'flag')} of ${of}.`;
}

/** The SDK versions, with a hint for outdated ones. The minimum versions are those known at the time of this release. */
function Sdks({ sdks }: { sdks: readonly string[] }) {
    const { data: outdated } = useOutdatedSdks();
    const old = sdks.flatMap((sdk) => {
        const minimum = outdated?.get(sdk);
        return minimum === undefined ? [] : [{ sdk, minimum }];
    });
    return (
        <>
            <Group gap={6}>
                {sdks.map((sdk) => (
                    <Badge key={sdk} color={outdated?.has(sdk) ? 'brass' : 'gray'}>
                        {sdk.replace(':', ' ')}
                    </Badge>
                ))}
            </Group>
            {old.map(({ sdk, minimum }) => (
                <Alert key={sdk} color="brass" icon={<IconAlertTriangle size={16} />}>
                    {sdk.replace(':', ' ')} is outdated: use {minimum} or newer, which supports the current client
                    specification. Older versions lack operators, segments or fixes.
                </Alert>
            ))}
        </>
    );
}

function Instances({ appName, environment }: { appName: string; environment: string }) {
    const instances = useInstances(appName, environment);
    return (
        <QueryContent query={instances}>
            {(list) => (
                <Table
                    label={`Instances in ${environment}`}
                    rows={list}
                    rowKey={({ instanceId }) => instanceId}
                    columns={[
                        { title: 'Instance', isMain: true, cell: ({ instanceId }) => <code>{instanceId}</code> },
                        { title: 'Address', cell: ({ clientIp }) => clientIp },
                        { title: 'SDK', cell: ({ sdkVersion }) => sdkVersion?.replace(':', ' ') },
                        {
                            title: 'Last seen',
                            width: 120,
                            cell: ({ lastSeen }) => <RelativeTime at={lastSeen} c="dimmed" />,
                        },
                    ]}
                />
            )}
        </QueryContent>
    );
}
