import { Badge, Button, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { Copyable } from '../../components/forms/Secret.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { useCreateInviteLink, useEnableInviteLink, useInviteLinks } from './invite-link.queries.ts';
import { inDays } from './ServiceAccounts.tsx';

export function InviteLinks() {
    const links = useInviteLinks();
    const enable = useEnableInviteLink();
    const create = useCreateInviteLink();
    const [opened, dialog] = useDisclosure();
    const form = useForm({
        initialValues: { name: '', expiresAt: inDays(7) },
        validate: { name: (value) => (value.trim() ? null : 'Enter a name') },
    });
    const add = (
        <Button ml="auto" leftSection={<IconPlus size={15} />} onClick={dialog.open}>
            New invite link
        </Button>
    );
    return (
        <>
            <QueryContent query={links}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="No invite links" icon={<IconMailForward size={22} />} action={add}>
                            Anyone with the link can create an account with the role Viewer. Share it with your team and
                            set an expiry date.
                        </Empty>
                    ) : (
                        <Table
                            label="Invite links"
                            rows={list}
                            rowKey={({ secret }) => secret}
                            tools={add}
                            columns={[
                                { title: 'Name', isMain: true, cell: ({ name }) => <b>{name}</b> },
                                {
                                    title: 'Link',
                                    cell: ({ url, secret }) => <Copyable text={url ?? secret} label="Copy the link" />,
                                },
                                { title: 'Joined', width: 80, cell: ({ users }) => users?.length ?? 0 },
                                {
                                    title: 'Expires',
                                    width: 130,
                                    cell: ({ expiresAt }) =>
                                        new Date(expiresAt) < new Date() ? (
                                            <Badge color="gray">expired</Badge>
                                        ) : (
                                            <RelativeTime at={expiresAt} c="dimmed" />
                                        ),
                                },
                                {
                                    title: 'Enabled',
                                    width: 80,
                                    cell: ({ secret, name, enabled, expiresAt }) => (
                                        <Switch
                                            size="sm"
                                            aria-label={`Invite link ${name} is enabled`}
                                            checked={enabled}
                                            disabled={new Date(expiresAt) < new Date()}
                                            onChange={(event) =>
                                                enable.mutate({ secret, name, enabled: event.currentTarget.checked })
                                            }
                                        />
                                    ),
                                },
                            ]}
                        />
                    )
                }
            </QueryContent>
            <FormDialog
                title="New invite link"
                opened={opened}
                onClose={dialog.close}
                submit="Create link"
                isBusy={create.isPending}
                error={create.error}
                onSubmit={form.onSubmit(({ name, expiresAt }) =>
                    create.mutate(
                        { name, expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() },
                        {
                            onSuccess: () => {
                                form.reset();
                                dialog.close();
                            },
                        },
                    ),
                )}
            >
                <TextInput
                    label="Who it is for"
                    placeholder="Backend team"
                    data-autofocus
                    {...form.getInputProps('name')}
                />
                <TextInput type="date" label="Expires" {...form.getInputProps('expiresAt')} />
            </FormDialog>
        </>
    );
}
