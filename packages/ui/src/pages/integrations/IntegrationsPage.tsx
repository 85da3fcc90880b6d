import { Badge, Button, Drawer, Group, SimpleGrid, Stack, Switch, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconList, IconPencil, IconPlugConnected, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../components/access/may.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { RowMenu } from '../../components/lists/RowMenu.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { notify, notifyFailure } from '../../components/messages/notify.ts';
import { dateTime, exactMoment } from '../../components/time/time.tsx';
import { eventTypeLabel } from '../events/event-labels.ts';
import { IntegrationDialog } from './IntegrationDialog.tsx';
import classes from './Integrations.module.css';
import {
    type Integration,
    type IntegrationType,
    useDeleteIntegration,
    useDeliveries,
    useIntegrations,
    useSaveIntegration,
    useTryIntegration,
} from './integration.queries.ts';
import { ProviderMark } from './ProviderMark.tsx';

interface EditedIntegration {
    provider: IntegrationType;
    integration: Integration | undefined;
}

export function IntegrationsPage() {
    const integrations = useIntegrations();
    const [edited, setEdited] = useState<EditedIntegration>();
    const [logOf, setLogOf] = useState<Integration>();
    return (
        <Page title="Integrations" about="Send events to other tools: chat, monitoring or your own webhook.">
            <QueryContent query={integrations}>
                {({ addons, providers }) => (
                    <Stack gap={28}>
                        {addons.length === 0 ? (
                            <Empty title="No integrations yet" icon={<IconPlugConnected size={22} />}>
                                Choose a provider below. It receives the event types you select, from the projects and
                                environments you select.
                            </Empty>
                        ) : (
                            <IntegrationTable
                                integrations={addons}
                                providers={providers}
                                onEdit={(integration, provider) => setEdited({ integration, provider })}
                                onLog={setLogOf}
                            />
                        )}
                        <section>
                            <h2 className={classes['heading']}>Add an integration</h2>
                            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
                                {providers.map((provider) => (
                                    <PermissionControl key={provider.name} to="CREATE_ADDON">
                                        <UnstyledButton
                                            className={classes['provider']}
                                            onClick={() => setEdited({ provider, integration: undefined })}
                                        >
                                            <ProviderMark provider={provider.name} />
                                            <b>{provider.displayName}</b>
                                            <span>{provider.description}</span>
                                        </UnstyledButton>
                                    </PermissionControl>
                                ))}
                            </SimpleGrid>
                        </section>
                    </Stack>
                )}
            </QueryContent>
            {edited && <IntegrationDialog {...edited} onClose={() => setEdited(undefined)} />}
            <Drawer
                opened={logOf !== undefined}
                onClose={() => setLogOf(undefined)}
                size={640}
                title="Deliveries"
                closeButtonProps={{ 'aria-label': 'Close' }}
            >
                {logOf && <DeliveryLog integration={logOf} />}
            </Drawer>
        </Page>
    );
}

interface TableProps {
    integrations: Integration[];
    providers: IntegrationType[];
    onEdit: (integration: Integration, provider: IntegrationType) => void;
    onLog: (integration: Integration) => void;
}

function IntegrationTable({ integrations, providers, onEdit, onLog }: TableProps) {
    const save = useSaveIntegration({ isDirect: true });
    const remove = useDeleteIntegration();
    const tryOut = useTryIntegration();
    const providerOf = ({ provider }: Integration) => providers.find(({ name }) => name === provider);
    const nameOf = (integration: Integration) => providerOf(integration)?.displayName ?? integration.provider;
    const test = (integration: Integration) =>
        tryOut.mutate(integration.id, {
            onSuccess: ({ state, stateDetails }) =>
                state === 'failed'
                    ? notifyFailure(`${nameOf(integration)}: ${stateDetails}`)
                    : notify(`Test delivered to ${nameOf(integration)}`),
        });
    return (
        <Table
            label="Integrations"
            rows={integrations}
            rowKey={({ id }) => id}
            columns={[
                {
                    title: 'Receiver',
                    isMain: true,
                    cell: (integration) => (
                        <Group gap={10} wrap="nowrap">
                            <ProviderMark provider={integration.provider} />
                            <div>
                                <b>{nameOf(integration)}</b>
                                <Text size="xs" c="dimmed">
                                    {integration.description || integration.parameters['url']}
                                </Text>
                            </div>
                        </Group>
                    ),
                },
                {
                    title: 'Events',
                    width: 92,
                    cell: ({ events }) => `${events.length} ${events.length === 1 ? 'type' : 'types'}`,
                },
                {
                    title: 'Projects',
                    cell: ({ projects }) =>
                        projects.length === 0 || projects[0] === '*' ? 'all' : projects.join(', '),
                },
                {
                    title: 'Environments',
                    cell: ({ environments }) =>
                        environments.length === 0 || environments[0] === '*' ? 'all' : environments.join(', '),
                },
                {
                    title: 'Deliveries',
                    width: 150,
                    sort: ({ deliveries }) => deliveries.failing,
                    cell: (integration) => (
                        <DeliveryState
                            integration={integration}
                            name={nameOf(integration)}
                            onOpen={() => onLog(integration)}
                        />
                    ),
                },
                {
                    title: 'On',
                    width: 70,
                    cell: (integration) => (
                        <PermissionControl to="UPDATE_ADDON">
                            <Switch
                                size="sm"
                                aria-label={`${nameOf(integration)} is on`}
                                checked={integration.enabled}
                                onChange={(event) => {
                                    const { id, ...rest } = integration;
                                    // In responses, the provider is any string.
                                    const body = { ...rest, enabled: event.currentTarget.checked } as Parameters<
                                        typeof save.mutate
                                    >[0]['body'];
                                    save.mutate({ id, body, name: nameOf(integration) });
                                }}
                            />
                        </PermissionControl>
                    ),
                },
            ]}
            actions={(integration) => {
                const provider = providerOf(integration);
                return (
                    <RowMenu
                        name={`integration with ${nameOf(integration)}`}
                        actions={[
                            ...(provider
                                ? [
                                      {
                                          label: 'Edit',
                                          icon: IconPencil,
                                          needs: 'UPDATE_ADDON' as const,
                                          onClick: () => onEdit(integration, provider),
                                      },
                                  ]
                                : []),
                            {
                                label: 'Deliver a test event',
                                icon: IconSend,
                                needs: 'UPDATE_ADDON',
                                onClick: () => test(integration),
                            },
                            {
                                label: 'Deliveries',
                                icon: IconList,
                                needs: 'ADMIN',
                                onClick: () => onLog(integration),
                            },
                        ]}
                        remove={{
                            needs: 'DELETE_ADDON',
                            action: () => remove.mutateAsync(integration),
                            warning: 'It receives no more events, and its delivery history is deleted.',
                        }}
                    />
                );
            }}
            actionsWidth={60}
        />
    );
}

/** The state of the latest deliveries. Administrators can open them. */
function DeliveryState({ integration, name, onOpen }: { integration: Integration; name: string; onOpen: () => void }) {
    const isAdmin = useMay()('ADMIN');
    const { failing, lastAt } = integration.deliveries;
    if (!lastAt) {
        return (
            <Text size="sm" c="dimmed">
                none yet
            </Text>
        );
    }
    const state = failing > 0 ? <Badge color="red">{failing} failed</Badge> : <Badge color="green">delivered</Badge>;
    if (!isAdmin) return state;
    return (
        <Tooltip label={failing > 0 ? 'Latest consecutive deliveries. See why they failed' : 'See what was delivered'}>
            <UnstyledButton onClick={onOpen} aria-label={`Latest deliveries to ${name}: ${failing} failed`}>
                {state}
            </UnstyledButton>
        </Tooltip>
    );
}

const STATES = {
    success: { label: 'delivered', color: 'green' },
    successWithErrors: { label: 'delivered, later', color: 'brass' },
    failed: { label: 'failed', color: 'red' },
};

function DeliveryLog({ integration }: { integration: Integration }) {
    const deliveries = useDeliveries(integration.id);
    const tryOut = useTryIntegration();
    return (
        <Stack gap="sm">
            <Group justify="flex-end">
                <PermissionControl to="UPDATE_ADDON">
                    <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconSend size={14} />}
                        loading={tryOut.isPending}
                        onClick={() => tryOut.mutate(integration.id)}
                    >
                        Deliver a test event
                    </Button>
                </PermissionControl>
            </Group>
            <QueryContent query={deliveries}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="Nothing delivered yet">Each delivery is listed here with its result.</Empty>
                    ) : (
                        <ul className={classes['log']}>
                            {list.map(({ id, state, stateDetails, createdAt, event, details }) => (
                                <li key={id}>
                                    <Group gap={8}>
                                        <Badge color={STATES[state].color}>{STATES[state].label}</Badge>
                                        <span>{eventTypeLabel(event.type)}</span>
                                        <Text size="xs" c="dimmed" ml="auto">
                                            <span title={exactMoment(createdAt)}>{dateTime(createdAt)}</span>
                                        </Text>
                                    </Group>
                                    <Text size="sm">{stateDetails}</Text>
                                    <Text size="xs" c="dimmed">
                                        {details.attempts} {details.attempts === 1 ? 'attempt' : 'attempts'}
                                        {details.nextAttemptAt && `; next at ${dateTime(details.nextAttemptAt)}`}
                                    </Text>
                                </li>
                            ))}
                        </ul>
                    )
                }
            </QueryContent>
        </Stack>
    );
}
