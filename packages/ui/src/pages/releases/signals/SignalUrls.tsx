import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { Confirm } from '../../../components/forms/Confirm.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { FormError } from '../../../components/forms/FormError.tsx';
import { required } from '../../../components/forms/rules.ts';
import { SecretDialog } from '../../../components/forms/Secret.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { Table } from '../../../components/lists/Table.tsx';
import { SubmitButton } from '../../../components/SubmitButton.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { type SignalEndpoint, useCreateSignalToken, useDeleteSignalToken } from './signal.queries.ts';

interface Props {
    projectId: string;
    endpoint: SignalEndpoint;
    onClose: () => void;
}

/** The URLs of a signal endpoint. Each contains a secret, which is shown once. */
export function SignalUrls({ projectId, endpoint: { id, name, tokens }, onClose }: Props) {
    const [url, setUrl] = useState<string>();
    const remove = useDeleteSignalToken(projectId, id);
    const form = useForm({
        values: { name: '' },
        validate: { name: required('Enter a name, such as the sender') },
        change: useCreateSignalToken(projectId, id),
        input: (values) => values,
        onSaved: (created) => {
            setUrl(created.url);
            form.edit('name', '');
        },
    });
    return (
        <>
            <Modal
                opened={url === undefined}
                onClose={onClose}
                title={`URLs of ${name}`}
                size="lg"
                closeButtonProps={{ 'aria-label': 'Close' }}
            >
                <Stack gap="md">
                    <Text size="sm">
                        The sender of signals needs a URL, which contains a secret. To replace one, create another, use
                        it in the sender, then delete the old one: no signal is lost.
                    </Text>
                    {tokens.length > 0 && (
                        <Table
                            label={`URLs of ${name}`}
                            rows={tokens}
                            rowKey={(token) => token.id}
                            columns={[
                                { title: 'Name', isMain: true, cell: (token) => token.name },
                                {
                                    title: 'Created',
                                    width: 130,
                                    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                                },
                            ]}
                            actionsWidth={56}
                            actions={(token) => (
                                <Confirm
                                    title={`Delete URL ${token.name}?`}
                                    verb="Delete"
                                    action={() => remove.mutateAsync(token)}
                                    trigger={
                                        <PermissionControl to="UPDATE_PROJECT" project={projectId}>
                                            <ActionIcon aria-label={`Delete URL ${token.name}`}>
                                                <IconTrash size={15} />
                                            </ActionIcon>
                                        </PermissionControl>
                                    }
                                >
                                    Signals that are sent to it are refused from now on.
                                </Confirm>
                            )}
                        />
                    )}
                    <Form form={form}>
                        <Stack gap="xs">
                            <Group align="flex-end" gap="xs" wrap="nowrap">
                                <TextInput
                                    label="New URL for"
                                    placeholder="Alertmanager"
                                    flex={1}
                                    {...form.field('name')}
                                />
                                <SubmitButton loading={form.isBusy}>Create URL</SubmitButton>
                            </Group>
                            <FormError error={form.error} />
                        </Stack>
                    </Form>
                    <Group justify="flex-end">
                        <Button variant="default" onClick={onClose}>
                            Close
                        </Button>
                    </Group>
                </Stack>
            </Modal>
            <SecretDialog title={`New URL of ${name}`} secret={url} onClose={() => setUrl(undefined)} />
        </>
    );
}
