import {
    Avatar,
    Badge,
    Box,
    Button,
    Group,
    PasswordInput,
    SegmentedControl,
    Stack,
    Text,
    TextInput,
    useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { endOfDay, inDays, required } from '../../components/forms/rules.ts';
import { SecretDialog } from '../../components/forms/Secret.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Page } from '../../components/layout/Page.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { nameOf } from '../admin/user.queries.ts';
import { SecondFactors } from '../second-factor/SecondFactors.tsx';
import { SessionTable } from '../session/SessionTable.tsx';
import { useSession } from '../session/session.queries.ts';
import {
    useChangePassword,
    useCreateOwnToken,
    useDeleteOwnToken,
    useEndSession,
    useOwnSessions,
    useOwnTokens,
    useProfile,
} from './profile.queries.ts';

export function ProfilePage() {
    const { data: session } = useSession();
    const profile = useProfile();
    const { colorScheme, setColorScheme } = useMantineColorScheme();
    if (!session) return null;
    const { user } = session;
    return (
        <Page title="Your profile" narrow>
            <Stack gap="md">
                <Panel>
                    <Group>
                        <Avatar size={52} name={nameOf(user)} color="tide" />
                        <div style={{ flex: 1 }}>
                            <Text fw={600}>{nameOf(user)}</Text>
                            <Text size="sm" c="dimmed">
                                {user.email ?? user.username}
                            </Text>
                        </div>
                        {profile.data?.rootRole && <Badge>{profile.data.rootRole.name}</Badge>}
                    </Group>
                    {profile.data && (profile.data.projects.length > 0 || profile.data.groups.length > 0) && (
                        <Text size="sm" c="dimmed" mt="sm">
                            {profile.data.projects.length > 0 && `Member of ${profile.data.projects.join(', ')}. `}
                            {profile.data.groups.length > 0 && `In the groups ${profile.data.groups.join(', ')}.`}
                        </Text>
                    )}
                </Panel>
                <Panel title="Appearance">
                    <SegmentedControl
                        size="xs"
                        aria-label="Theme"
                        data={[
                            { value: 'light', label: 'Light' },
                            { value: 'dark', label: 'Dark' },
                            { value: 'auto', label: 'System' },
                        ]}
                        value={colorScheme}
                        onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
                    />
                </Panel>
                {profile.data?.canChangePassword && <Password />}
                <SecondFactors />
                <Tokens />
                <Sessions />
            </Stack>
        </Page>
    );
}

function Password() {
    const form = useForm({
        values: { oldPassword: '', password: '', confirmPassword: '' },
        validate: {
            oldPassword: (value) => (value ? null : 'Enter your current password'),
            password: (value) => (value.length >= 10 ? null : 'At least 10 characters'),
            confirmPassword: (value, { password }) => (value === password ? null : 'The passwords do not match'),
        },
        change: useChangePassword(),
        input: (values) => values,
    });
    return (
        <Panel title="Password">
            <Box maw={380}>
                <PageForm form={form} submit="Change password">
                    <PasswordInput
                        label="Current password"
                        autoComplete="current-password"
                        {...form.field('oldPassword')}
                    />
                    <PasswordInput
                        label="New password"
                        description="At least 10 characters, with upper and lower case, a digit and a special character"
                        autoComplete="new-password"
                        {...form.field('password')}
                    />
                    <PasswordInput
                        label="Confirm new password"
                        autoComplete="new-password"
                        {...form.field('confirmPassword')}
                    />
                </PageForm>
            </Box>
        </Panel>
    );
}

function Tokens() {
    const tokens = useOwnTokens();
    const remove = useDeleteOwnToken();
    const [opened, dialog] = useDisclosure();
    const [secret, setSecret] = useState<string>();
    return (
        <Panel
            title="Personal tokens"
            about="For scripts that act as you, with your permissions"
            flush
            actions={
                <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
                    New token
                </Button>
            }
        >
            <QueryContent query={tokens}>
                {(list) => (
                    <Table
                        label="Personal tokens"
                        rows={list}
                        rowKey={({ id }) => id}
                        empty="None yet."
                        columns={[
                            { title: 'Purpose', isMain: true, cell: ({ description }) => <b>{description}</b> },
                            { title: 'Last used', cell: ({ seenAt }) => <RelativeTime at={seenAt} c="dimmed" /> },
                            { title: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} c="dimmed" /> },
                        ]}
                        actions={(token) => (
                            <RowActions
                                name={`token ${token.description}`}
                                remove={{
                                    needs: [],
                                    action: () => remove.mutateAsync(token),
                                    warning: 'Scripts that use it stop working immediately.',
                                }}
                            />
                        )}
                        actionsWidth={50}
                    />
                )}
            </QueryContent>
            {opened && <NewTokenDialog onClose={dialog.close} onCreated={setSecret} />}
            <SecretDialog title="Token created" secret={secret} onClose={() => setSecret(undefined)} />
        </Panel>
    );
}

function NewTokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string) => void }) {
    const form = useForm({
        values: { description: '', expiresAt: inDays(30) },
        validate: { description: required('Enter a description') },
        unique: ['description'],
        change: useCreateOwnToken(),
        input: ({ description, expiresAt }) => ({ description, expiresAt: endOfDay(expiresAt) }),
        onSaved: ({ secret }) => {
            onClose();
            onCreated(secret);
        },
    });
    return (
        <FormDialog {...form.dialog} title="New personal token" onClose={onClose} submit="Create token">
            <TextInput label="Description" data-autofocus {...form.field('description')} />
            <TextInput type="date" label="Expires" {...form.field('expiresAt')} />
        </FormDialog>
    );
}

function Sessions() {
    const sessions = useOwnSessions();
    const end = useEndSession();
    return (
        <Panel title="Sessions" about="Where you are signed in" flush>
            <QueryContent query={sessions}>
                {(list) => <SessionTable sessions={list} onEnd={(id) => end.mutate(id)} />}
            </QueryContent>
        </Panel>
    );
}
