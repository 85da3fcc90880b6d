import { Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { messageOf } from '../../../api/client.ts';
import type { Flag } from '../../../api/types.ts';
import { PermissionControl, PermissionFields } from '../../../components/access/PermissionControl.tsx';
import { ConfirmLeaving } from '../../../components/forms/ConfirmLeaving.tsx';
import { useEdits } from '../../../components/forms/use-edits.ts';
import { useNavigateAfterSave } from '../../../components/forms/use-navigate-after-save.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { SubmitButton } from '../../../components/SubmitButton.tsx';
import { useReview } from '../../strategies/Review.tsx';
import { useBulk } from '../bulk.queries.ts';
import { deleting } from '../dialogs/archiving.ts';
import { OwnerSelect, toOwner, toText } from '../dialogs/OwnerSelect.tsx';
import { ValueFields } from '../dialogs/ValueFields.tsx';
import { defaultText, isValueType, readDefault } from '../dialogs/value-types.ts';
import { useFlagTypes, useUpdateFlag } from '../flag.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

export function FlagSettings({ at, flag }: { at: FlagAt; flag: Flag }) {
    const update = useUpdateFlag(at);
    const types = useFlagTypes();
    const begin = useNavigateAfterSave();
    const { remove, trialOf } = useBulk(at.projectId);
    const { openReview, dialog } = useReview(at.projectId);
    const { description, type, impressionData, owner, valueType, codeDefault } = flag;
    const { values, edited, isEdited, edit, conflict, saveCallbacks } = useEdits({
        description: description ?? '',
        type,
        impressionData,
        owner: toText(owner),
        valueType: valueType ?? '',
        codeDefault: defaultText(codeDefault),
    });
    const isTyped = edited.valueType !== undefined || edited.codeDefault !== undefined;
    const read = readDefault(values.valueType, values.codeDefault);
    const refused = update.isError && isTyped ? messageOf(update.error) : undefined;
    return (
        <Stack gap="md" maw={680}>
            <ConfirmLeaving isDirty={isEdited} />
            <Panel title="About">
                <form
                    onSubmit={(event) => {
                        event.preventDefault();
                        if ('problem' in read) return;
                        const { owner: nextOwner, valueType: _type, codeDefault: _default, ...rest } = edited;
                        const changes = {
                            ...rest,
                            ...(nextOwner !== undefined && { owner: toOwner(nextOwner) }),
                            // The service may reject a type without a matching default, so both are sent.
                            ...(isTyped && {
                                valueType: isValueType(values.valueType) ? values.valueType : null,
                                codeDefault: read.value,
                            }),
                        };
                        update.mutate(changes, saveCallbacks());
                    }}
                >
                    <PermissionFields to="UPDATE_FEATURE" project={at.projectId}>
                        <Stack gap="sm">
                            <Textarea
                                label="Description"
                                autosize
                                minRows={2}
                                value={values.description}
                                onChange={(event) => edit('description', event.currentTarget.value)}
                                error={conflict('description')}
                            />
                            <Select
                                label="Type"
                                description="Sets the purpose and the expected lifetime"
                                data={(types.data ?? []).map(({ id, lifetimeDays }) => ({
                                    value: id,
                                    label: lifetimeDays ? `${id} (about ${lifetimeDays} days)` : `${id} (permanent)`,
                                }))}
                                value={values.type}
                                onChange={(next) => next && edit('type', next)}
                                error={conflict('type')}
                            />
                            <ValueFields
                                valueType={values.valueType}
                                codeDefault={values.codeDefault}
                                onChange={edit}
                                typeError={refused ?? conflict('valueType')}
                                defaultError={conflict('codeDefault')}
                            />
                            <OwnerSelect
                                value={values.owner}
                                known={owner}
                                onChange={(next) => edit('owner', next)}
                                error={conflict('owner')}
                            />
                            <Checkbox
                                size="xs"
                                label="Impression data"
                                description="SDKs report which user got which result"
                                checked={values.impressionData}
                                onChange={(event) => edit('impressionData', event.currentTarget.checked)}
                            />
                            <Group justify="flex-end">
                                <SubmitButton loading={update.isPending} disabled={!isEdited || 'problem' in read}>
                                    Save
                                </SubmitButton>
                            </Group>
                        </Stack>
                    </PermissionFields>
                </form>
            </Panel>
            {flag.archived && (
                <Panel title="Delete" about="Only archived flags can be deleted. Their history stays in the audit log.">
                    <PermissionControl to="DELETE_FEATURE" project={at.projectId}>
                        <Button
                            color="red"
                            variant="light"
                            onClick={() =>
                                openReview({
                                    ...deleting(at.projectId, flag.name, trialOf('delete', [flag.name])),
                                    run: async (mode) => {
                                        const goOn = begin();
                                        await remove.mutateAsync([flag.name], { mode });
                                        await goOn({
                                            to: '/projects/$projectId',
                                            params: { projectId: at.projectId },
                                            search: { tab: 'archive' },
                                        });
                                    },
                                })
                            }
                        >
                            Delete this flag
                        </Button>
                    </PermissionControl>
                </Panel>
            )}
            {dialog}
        </Stack>
    );
}
