import { Badge, Button, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { endOfDay, inDays, required } from '../../components/forms/rules.ts';
import { Copyable } from '../../components/forms/Secret.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { useCreateInviteLink, useEnableInviteLink, useInviteLinks } from './invite-link.queries.ts';

export function InviteLinks() {
    const links = useInviteLinks();
    const enable = useEnableInviteLink();
    const [opened, dialog] = useDisclosure();
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
            {opened && <InviteLinkDialog onClose={dialog.close} />}
        </>
    );
}

function InviteLinkDialog({ onClose }: { onClose: () => void }) {
    const form = useForm({
        values: { name: '', expiresAt: inDays(7) },
        validate: { name: required('Enter a name') },
        change: useCreateInviteLink(),
        input: ({ name, expiresAt }) => ({ name, expiresAt: endOfDay(expiresAt) }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} title="New invite link" onClose={onClose} submit="Create link">
            <TextInput label="Who it is for" placeholder="Backend team" data-autofocus {...form.field('name')} />
            <TextInput type="date" label="Expires" {...form.field('expiresAt')} />
        </FormDialog>
    );
}
