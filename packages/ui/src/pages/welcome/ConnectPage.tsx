import { Anchor, Chip, Group, Loader, Select, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Copyable } from '../../components/forms/Secret.tsx';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { useApplications } from '../applications/application.queries.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useFlagSearch } from '../search/search.queries.ts';
import { useUiConfig } from '../session/session.queries.ts';
import classes from './Connect.module.css';
import { CreateToken } from './CreateToken.tsx';
import { connectTokenName, rememberSecret, secretOf } from './connect-tokens.ts';
import type { Snippet } from './snippets/snippet.ts';
import { SNIPPETS, type SnippetName, tokenTypeOf } from './snippets.ts';

const route = getRouteApi('/app/connect');

const KINDS = [
    { kind: 'backend', title: 'On a server' },
    { kind: 'frontend', title: 'In a browser or an app, or through OpenFeature' },
] as const;

/** A guide to the first application that evaluates a flag. */
export function ConnectPage() {
    const { flag: selected } = route.useSearch();
    const [sdk, setSdk] = useState<SnippetName>('node');
    const [environment, setEnvironment] = useState('development');
    const { data: environments = [] } = useEnvironments();
    const { data: config } = useUiConfig();
    const { data: flags } = useFlagSearch({}, 0, { limit: 1, isEnabled: selected === undefined });
    const snippet: Snippet = SNIPPETS[sdk];
    const type = tokenTypeOf(snippet);
    const [, setSecret] = useState<string>();
    const token = secretOf(connectTokenName(type, environment));
    const flag = selected ?? flags?.features[0]?.name ?? 'my-first-flag';
    return (
        <Page
            title="Connect an application"
            narrow
            about="Three steps: choose a language, create a token, run the snippet. This page shows when your application connects."
            docs="sdks"
        >
            <Stack gap="md">
                <Panel title="1. Choose an SDK">
                    <div className={classes['kinds']}>
                        {KINDS.map(({ kind, title }) => (
                            <div key={kind}>
                                <Text size="xs" c="dimmed" mb={4} id={`sdks-${kind}`}>
                                    {title}
                                </Text>
                                <Chip.Group value={sdk} onChange={(value) => setSdk(value as SnippetName)}>
                                    <Group gap={6} role="radiogroup" aria-labelledby={`sdks-${kind}`}>
                                        {Object.entries(SNIPPETS)
                                            .filter(([, each]) => each.kind === kind)
                                            .map(([value, { label }]) => (
                                                <Chip key={value} value={value} size="xs">
                                                    {label}
                                                </Chip>
                                            ))}
                                    </Group>
                                </Chip.Group>
                            </div>
                        ))}
                    </div>
                </Panel>
                <Panel title="2. Create a token">
                    <Stack gap="sm">
                        <Group align="flex-end">
                            <Select
                                label="Environment"
                                data={environments.map(({ name }) => name)}
                                value={environment}
                                onChange={(value) => value && setEnvironment(value)}
                            />
                        </Group>
                        {!token && (
                            <CreateToken
                                key={`${type} ${environment}`}
                                type={type}
                                environment={environment}
                                onSecret={(secret) => {
                                    rememberSecret(connectTokenName(type, environment), secret);
                                    setSecret(secret);
                                }}
                            />
                        )}
                        {token && <Copyable text={token} label="Copy the token" />}
                    </Stack>
                </Panel>
                <Panel title="3. Run it">
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
                <ConnectionStatus />
            </Stack>
        </Page>
    );
}

/**
 * Waits until an application reports for the first time, or again. Only times of the service are compared: the clock of the browser may be
 * wrong.
 */
function ConnectionStatus() {
    const { data } = useApplications({ every: 2_000 });
    const [seenBefore, setSeenBefore] = useState<Map<string, string>>();
    if (data && !seenBefore)
        setSeenBefore(new Map(data.applications.map(({ appName, lastSeen }) => [appName, lastSeen])));
    const connected = seenBefore
        ? data!.applications.filter(({ appName, lastSeen }) => seenBefore.get(appName) !== lastSeen)
        : [];
    return (
        <Panel>
            <Group gap="sm" aria-live="polite">
                {connected.length > 0 ? (
                    <ThemeIcon color="green" radius="xl" size={30}>
                        <IconCheck size={18} />
                    </ThemeIcon>
                ) : (
                    <Loader size={22} />
                )}
                <div>
                    <Text fw={600} size="sm">
                        {connected.length > 0 ? 'Your application is connected' : 'Waiting for your application…'}
                    </Text>
                    <Text size="sm" c="dimmed" component="div">
                        {connected.length > 0 ? (
                            <Group gap={6}>
                                {connected.map(({ appName }) => (
                                    <Anchor
                                        key={appName}
                                        size="sm"
                                        renderRoot={(props) => (
                                            <Link to="/applications/$appName" params={{ appName }} {...props} />
                                        )}
                                    >
                                        See what {appName} uses
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
