import { Anchor, Button, Group, Loader, Select, Stack, Tabs, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconKey } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Copyable } from '../../components/Secret.tsx';
import { useApplications } from '../applications/application.queries.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useFlagSearch } from '../search/search.queries.ts';
import { useUiConfig } from '../session/session.queries.ts';
import { useCreateToken } from '../tokens/token.queries.ts';
import classes from './Connect.module.css';
import { SNIPPETS } from './snippets.ts';

const route = getRouteApi('/app/connect');

/** From nothing to an application that asks for a flag. */
export function ConnectPage() {
    const { flag: wanted } = route.useSearch();
    const [sdk, setSdk] = useState('node');
    const [environment, setEnvironment] = useState('development');
    const [since] = useState(() => Date.now());
    const [tokens, setTokens] = useState<Record<string, string>>({});
    const { data: environments = [] } = useEnvironments();
    const { data: config } = useUiConfig();
    const { data: flags } = useFlagSearch({}, 0, { limit: 1, isWanted: wanted === undefined });
    const create = useCreateToken();
    const snippet = SNIPPETS[sdk];
    if (!snippet) return null;
    const key = `${snippet.token} ${environment}`;
    const token = tokens[key];
    const flag = wanted ?? flags?.features[0]?.name ?? 'my-first-flag';
    const make = () =>
        create.mutate(
            { tokenName: `connect-${snippet.token}-${environment}`, type: snippet.token, environment },
            {
                onSuccess: ({ secret }) => setTokens((before) => ({ ...before, [key]: secret })),
                onError: (error) => notifyFailure(messageOf(error)),
            },
        );
    return (
        <Page
            title="Connect an application"
            narrow
            about="Three steps: choose a language, make a token, run the snippet. This page notices when your application reports."
        >
            <Stack gap="md">
                <Panel title="1. Where your code runs">
                    <Tabs value={sdk} onChange={(value) => value && setSdk(value)} variant="pills">
                        <Tabs.List>
                            {Object.entries(SNIPPETS).map(([value, { label }]) => (
                                <Tabs.Tab key={value} value={value}>
                                    {label}
                                </Tabs.Tab>
                            ))}
                        </Tabs.List>
                    </Tabs>
                </Panel>
                <Panel title="2. A token">
                    <Stack gap="sm">
                        <Group align="flex-end">
                            <Select
                                label="Environment"
                                data={environments.map(({ name }) => name)}
                                value={environment}
                                onChange={(value) => value && setEnvironment(value)}
                            />
                            <Allowed to={['CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN', 'ADMIN']}>
                                <Button
                                    leftSection={<IconKey size={15} />}
                                    onClick={make}
                                    loading={create.isPending}
                                    disabled={Boolean(token)}
                                >
                                    Make a {snippet.token === 'client' ? 'backend' : 'frontend'} token
                                </Button>
                            </Allowed>
                        </Group>
                        {token && <Copyable text={token} label="Copy the token" />}
                    </Stack>
                </Panel>
                <Panel title="3. The code">
                    <Stack gap="sm">
                        {snippet.install && <Copyable text={snippet.install} label="Copy the command" />}
                        <div className={classes['code']}>
                            <Copyable
                                text={snippet.code({
                                    url: config?.serviceUrl ?? location.origin,
                                    token: token ?? '<the token of step 2>',
                                    flag,
                                })}
                                label="Copy the code"
                            />
                        </div>
                    </Stack>
                </Panel>
                <Heard since={since} />
            </Stack>
        </Page>
    );
}

/** Waits until an application reports for the first time, or again. */
function Heard({ since }: { since: number }) {
    const { data } = useApplications({ every: 2_000 });
    const heard = data?.applications.filter(({ lastSeen }) => new Date(lastSeen).getTime() >= since - 5_000) ?? [];
    return (
        <Panel>
            <Group gap="sm" aria-live="polite">
                {heard.length > 0 ? (
                    <ThemeIcon color="green" radius="xl" size={30}>
                        <IconCheck size={18} />
                    </ThemeIcon>
                ) : (
                    <Loader size={22} />
                )}
                <div>
                    <Text fw={600} size="sm">
                        {heard.length > 0 ? 'We heard from your application' : 'Waiting for your application…'}
                    </Text>
                    <Text size="sm" c="dimmed" component="div">
                        {heard.length > 0 ? (
                            <Group gap={6}>
                                {heard.map(({ appName }) => (
                                    <Anchor
                                        key={appName}
                                        size="sm"
                                        renderRoot={(props) => (
                                            <Link to="/applications/$appName" params={{ appName }} {...props} />
                                        )}
                                    >
                                        See what {appName} asks for
                                    </Anchor>
                                ))}
                            </Group>
                        ) : (
                            'SDKs report when they start, and usage about once a minute.'
                        )}
                    </Text>
                </div>
            </Group>
        </Panel>
    );
}
