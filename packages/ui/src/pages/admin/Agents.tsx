import { Button, Group, NumberInput, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { messageOf } from '../../api/client.ts';
import { ConfirmLeaving } from '../../components/forms/ConfirmLeaving.tsx';
import { Copyable } from '../../components/forms/Secret.tsx';
import { useEdits } from '../../components/forms/use-edits.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import classes from './Agents.module.css';
import { AGENT_CLIENTS } from './agent-clients.ts';
import { type AgentsSettings, useAgentsSettings, useSetAgents } from './agents.queries.ts';

const LEVELS: Record<AgentsSettings['access'], { label: string; description: string }> = {
    off: { label: 'Nothing', description: 'Agents have no access.' },
    read: { label: 'Read', description: 'Read and explain flags, and preview changes without applying them.' },
    propose: {
        label: 'Propose',
        description: 'Also create flags (off at first), and propose changes for people to approve and apply.',
    },
    change: {
        label: 'Change flags outside production',
        description:
            'Also change flags directly outside production. Changes that need approval, and all changes in production, are proposed.',
    },
};

/** Settings for agents, with instructions to connect them. */
export function Agents() {
    const settings = useAgentsSettings();
    return (
        <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
            <QueryContent query={settings}>{(current) => <AccessLevelForm current={current} />}</QueryContent>
            <ConnectAgent />
        </SimpleGrid>
    );
}

function AccessLevelForm({ current }: { current: AgentsSettings }) {
    const set = useSetAgents();
    const { values, isEdited, edit, conflict, saveCallbacks } = useEdits(current);
    return (
        <Panel
            title="What agents may do"
            about="An agent acts with the token of a user and never has more permissions than that user."
        >
            <ConfirmLeaving isDirty={isEdited} />
            <Stack gap="sm">
                <Radio.Group
                    aria-label="What agents may do"
                    value={values.access}
                    error={conflict('access')}
                    onChange={(access) => edit('access', access as AgentsSettings['access'])}
                >
                    <Stack gap="xs">
                        {Object.entries(LEVELS).map(([value, words]) => (
                            <Radio key={value} value={value} {...words} />
                        ))}
                    </Stack>
                </Radio.Group>
                <Group grow>
                    <NumberInput
                        label="Calls per hour"
                        min={1}
                        max={1_000_000}
                        clampBehavior="strict"
                        value={values.callsPerHour}
                        onChange={(value) => typeof value === 'number' && edit('callsPerHour', value)}
                        error={conflict('callsPerHour')}
                    />
                    <NumberInput
                        label="Changes per hour"
                        min={1}
                        max={1_000_000}
                        clampBehavior="strict"
                        value={values.changesPerHour}
                        onChange={(value) => typeof value === 'number' && edit('changesPerHour', value)}
                        error={conflict('changesPerHour')}
                    />
                </Group>
                {set.isError && (
                    <Text size="sm" c="red">
                        {messageOf(set.error)}
                    </Text>
                )}
                <Group justify="space-between">
                    <Text size="xs" c="dimmed">
                        The audit log marks changes made by agents.
                    </Text>
                    <Button
                        onClick={() => set.mutate(values, saveCallbacks())}
                        loading={set.isPending}
                        disabled={!isEdited}
                    >
                        Save
                    </Button>
                </Group>
            </Stack>
        </Panel>
    );
}

function ConnectAgent() {
    const { data: config } = useUiConfig();
    const url = config?.serviceUrl ?? location.origin;
    return (
        <Panel
            title="Connect an agent"
            about="Use the token of a service account, so that changes appear under its name, or a personal token."
        >
            <Stack gap="sm">
                {Object.entries(AGENT_CLIENTS).map(([label, snippet]) => (
                    <div key={label} className={classes['snippet']}>
                        <Text size="xs" c="dimmed" mb={4}>
                            {label}
                        </Text>
                        <Copyable text={snippet(url)} label={`Copy the lines for ${label}`} />
                    </div>
                ))}
            </Stack>
        </Panel>
    );
}
