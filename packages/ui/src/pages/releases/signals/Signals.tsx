import { ActionIcon, Badge, Stack, Text, Tooltip } from '@mantine/core';
import { IconHistory, IconKey, IconWebhook } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useMay } from '../../../components/access/may.ts';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { Catalogue, NameCell } from '../../../components/lists/Catalogue.tsx';
import { count } from '../../../components/text/numbers.ts';
import { type SignalEndpoint, useDeleteSignalEndpoint, useSignalEndpoints } from './signal.queries.ts';
import { describeRule } from './signal-rules.ts';

const SignalEndpointDialog = lazyComponent(() => import('./SignalEndpointDialog.tsx'), 'SignalEndpointDialog');
const SignalUrls = lazyComponent(() => import('./SignalUrls.tsx'), 'SignalUrls');
const SignalLog = lazyComponent(() => import('./SignalLog.tsx'), 'SignalLog');

const ABOUT = 'Alerts of Alertmanager, Grafana, Datadog or Sentry can pause a release or turn a flag off.';

/** The webhooks by which alerts act on the flags of a project. */
export function Signals({ projectId }: { projectId: string }) {
    const may = useMay();
    const isReadable = may('UPDATE_PROJECT', { project: projectId });
    const query = useSignalEndpoints(projectId, isReadable);
    const remove = useDeleteSignalEndpoint(projectId);
    const [shown, setShown] = useState<{ endpointId: number; part: 'urls' | 'log' }>();
    const endpoint = query.data?.find(({ id }) => id === shown?.endpointId);
    const close = () => setShown(undefined);
    if (!isReadable) {
        return (
            <Panel title="Signals" about={ABOUT}>
                <Text size="sm" c="dimmed">
                    Only users who may change the project see its signals.
                </Text>
            </Panel>
        );
    }
    return (
        <>
            <Catalogue
                noun="signal endpoint"
                label="Signal endpoints"
                query={query}
                rowKey={({ id }) => id}
                nameOf={({ name }) => name}
                project={projectId}
                create="UPDATE_PROJECT"
                edit="UPDATE_PROJECT"
                remove={{
                    needs: 'UPDATE_PROJECT',
                    action: remove.mutateAsync,
                    warning: 'Its URLs stop working at once, and its log is deleted.',
                }}
                empty={{ title: 'No signal endpoints', icon: <IconWebhook size={22} />, about: ABOUT }}
                columns={[
                    {
                        title: 'Name',
                        isMain: true,
                        width: '24%',
                        cell: ({ name, description }) => <NameCell about={description}>{name}</NameCell>,
                    },
                    {
                        title: 'Rules',
                        cell: ({ rules }) =>
                            rules.length === 0 ? (
                                <Text size="sm" c="dimmed">
                                    None: signals are only logged
                                </Text>
                            ) : (
                                <Stack gap={2}>
                                    {rules.slice(0, MAX_RULES).map((rule) => (
                                        <Text key={describeRule(rule)} size="sm">
                                            {describeRule(rule)}
                                        </Text>
                                    ))}
                                    {rules.length > MAX_RULES && (
                                        <Text size="xs" c="dimmed">
                                            and {count(rules.length - MAX_RULES, 'other')}
                                        </Text>
                                    )}
                                </Stack>
                            ),
                    },
                    { title: 'State', width: 110, cell: (row) => <StateBadge endpoint={row} /> },
                    {
                        title: 'URLs',
                        width: 70,
                        align: 'right',
                        isExtra: true,
                        cell: ({ tokens }) => tokens.length,
                    },
                ]}
                actionsWidth={150}
                controls={({ id, name }) => (
                    <>
                        <Tooltip label="URLs">
                            <ActionIcon
                                aria-label={`URLs of ${name}`}
                                onClick={() => setShown({ endpointId: id, part: 'urls' })}
                            >
                                <IconKey size={15} />
                            </ActionIcon>
                        </Tooltip>
                        <Tooltip label="Received signals">
                            <ActionIcon
                                aria-label={`Signals received by ${name}`}
                                onClick={() => setShown({ endpointId: id, part: 'log' })}
                            >
                                <IconHistory size={15} />
                            </ActionIcon>
                        </Tooltip>
                    </>
                )}
                dialog={(row, onClose) => (
                    <SignalEndpointDialog projectId={projectId} endpoint={row} onClose={onClose} />
                )}
            >
                {(table, create) => (
                    <Panel title="Signals" about={ABOUT} actions={create} flush>
                        {table}
                    </Panel>
                )}
            </Catalogue>
            {endpoint && (
                <Suspense fallback={null}>
                    {shown?.part === 'urls' ? (
                        <SignalUrls projectId={projectId} endpoint={endpoint} onClose={close} />
                    ) : (
                        <SignalLog projectId={projectId} endpoint={endpoint} onClose={close} />
                    )}
                </Suspense>
            )}
        </>
    );
}

const MAX_RULES = 3;

function StateBadge({ endpoint: { enabled, dryRun, tokens } }: { endpoint: SignalEndpoint }) {
    if (!enabled) return <Badge color="gray">Disabled</Badge>;
    if (tokens.length === 0) return <Badge color="brass">No URL yet</Badge>;
    return dryRun ? (
        <Badge color="blue" variant="outline">
            Dry run
        </Badge>
    ) : (
        <Badge color="green">Active</Badge>
    );
}
