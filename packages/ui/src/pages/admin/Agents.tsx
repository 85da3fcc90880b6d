import { Group, NumberInput, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { Copyable } from '../../components/forms/Secret.tsx';
import { useForm } from '../../components/forms/use-form.ts';
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
    const form = useForm({ values: current, change: useSetAgents(), input: (values) => values });
    const limit = (member: 'callsPerHour' | 'changesPerHour') => ({
        min: 1,
        max: 1_000_000,
        clampBehavior: 'strict' as const,
        ...form.field(member),
        onChange: (value: number | string) => typeof value === 'number' && form.edit(member, value),
    });
    return (
        <Panel
            title="What agents may do"
            about="An agent acts with the token of a user and never has more permissions than that user."
        >
            <PageForm
                form={form}
                note={
                    <Text size="xs" c="dimmed">
                        The audit log marks changes made by agents.
                    </Text>
                }
            >
                <Radio.Group aria-label="What agents may do" {...form.field('access')}>
                    <Stack gap="xs">
                        {Object.entries(LEVELS).map(([value, words]) => (
                            <Radio key={value} value={value} {...words} />
                        ))}
                    </Stack>
                </Radio.Group>
                <Group grow>
                    <NumberInput label="Calls per hour" {...limit('callsPerHour')} />
                    <NumberInput label="Changes per hour" {...limit('changesPerHour')} />
                </Group>
            </PageForm>
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
