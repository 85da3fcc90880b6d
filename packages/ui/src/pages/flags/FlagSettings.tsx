import { Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { Flag } from '../../api/types.ts';
import { Allowed, AllowedFields } from '../../components/Allowed.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { Panel } from '../../components/Panel.tsx';
import { type FlagAt, useBulk, useFlagTypes, useUpdateFlag } from './flag.queries.ts';

export function FlagSettings({ at, flag }: { at: FlagAt; flag: Flag }) {
    const update = useUpdateFlag(at);
    const types = useFlagTypes();
    const navigate = useNavigate();
    const { remove } = useBulk(at.projectId);
    const form = useForm({
        initialValues: { description: flag.description ?? '', type: flag.type, impressionData: flag.impressionData },
    });
    return (
        <Stack gap="md" maw={680}>
            <Panel title="About">
                <form
                    onSubmit={form.onSubmit((values) => update.mutate(values, { onSuccess: () => form.resetDirty() }))}
                >
                    <AllowedFields to="UPDATE_FEATURE" project={at.projectId}>
                        <Stack gap="sm">
                            <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
                            <Select
                                label="Type"
                                description="Says how long it should live, and what it is for"
                                data={(types.data ?? []).map(({ id, lifetimeDays }) => ({
                                    value: id,
                                    label: lifetimeDays ? `${id} (about ${lifetimeDays} days)` : `${id} (permanent)`,
                                }))}
                                {...form.getInputProps('type')}
                            />
                            <Checkbox
                                size="xs"
                                label="Impression data"
                                description="SDKs report who was given which answer"
                                {...form.getInputProps('impressionData', { type: 'checkbox' })}
                            />
                            <Group justify="flex-end">
                                <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
                                    Save
                                </Button>
                            </Group>
                        </Stack>
                    </AllowedFields>
                </form>
            </Panel>
            {flag.archived && (
                <Panel title="Delete" about="Only archived flags can be deleted. Their history stays in the event log.">
                    <Confirm
                        title={`Delete ${flag.name} for good?`}
                        verb="Delete flag"
                        typed={flag.name}
                        action={async () => {
                            await remove.mutateAsync([flag.name]);
                            await navigate({
                                to: '/projects/$projectId',
                                params: { projectId: at.projectId },
                                search: { tab: 'archive' },
                            });
                        }}
                        trigger={
                            <Allowed to="DELETE_FEATURE" project={at.projectId}>
                                <Button color="red" variant="light">
                                    Delete this flag
                                </Button>
                            </Allowed>
                        }
                    >
                        Its strategies, variants and tags are gone for good. This cannot be undone.
                    </Confirm>
                </Panel>
            )}
        </Stack>
    );
}
