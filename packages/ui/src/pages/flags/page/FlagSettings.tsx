import { Button, Checkbox, Select, Stack, Textarea } from '@mantine/core';
import type { Flag } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { PageForm } from '../../../components/forms/PageForm.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useNavigateAfterSave } from '../../../components/forms/use-navigate-after-save.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { useReview } from '../../strategies/Review.tsx';
import { useBulk } from '../bulk.queries.ts';
import { deleting } from '../dialogs/archiving.ts';
import { OwnerSelect, toOwner, toText } from '../dialogs/OwnerSelect.tsx';
import { ValueFields } from '../dialogs/ValueFields.tsx';
import { defaultText, isValueType, readDefault } from '../dialogs/value-types.ts';
import { useFlagTypes, useUpdateFlag } from '../flag.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

export function FlagSettings({ at, flag }: { at: FlagAt; flag: Flag }) {
    const types = useFlagTypes();
    const begin = useNavigateAfterSave();
    const { remove, trialOf } = useBulk(at.projectId);
    const { openReview, dialog } = useReview(at.projectId);
    const { description, type, impressionData, owner, valueType, codeDefault } = flag;
    const form = useForm({
        values: {
            description: description ?? '',
            type,
            impressionData,
            owner: toText(owner),
            valueType: valueType ?? '',
            codeDefault: defaultText(codeDefault),
        },
        change: useUpdateFlag(at),
        input: (values, { owner: nextOwner, valueType: nextType, codeDefault: nextDefault, ...edited }) => ({
            ...edited,
            ...(nextOwner !== undefined && { owner: toOwner(nextOwner) }),
            // The service may reject a type without a matching default, so both are sent.
            ...((nextType !== undefined || nextDefault !== undefined) && {
                valueType: isValueType(values.valueType) ? values.valueType : null,
                codeDefault: readDefault(values.valueType, values.codeDefault).value,
            }),
        }),
    });
    const { values } = form;
    return (
        <Stack gap="md" maw={680}>
            <Panel title="About">
                <PageForm
                    form={form}
                    needs="UPDATE_FEATURE"
                    project={at.projectId}
                    isDisabled={readDefault(values.valueType, values.codeDefault).problem !== undefined}
                >
                    <Textarea label="Description" autosize minRows={2} {...form.field('description')} />
                    <Select
                        label="Type"
                        description="Sets the purpose and the expected lifetime"
                        data={(types.data ?? []).map(({ id, lifetimeDays }) => ({
                            value: id,
                            label: lifetimeDays ? `${id} (about ${lifetimeDays} days)` : `${id} (permanent)`,
                        }))}
                        {...form.field('type')}
                    />
                    <ValueFields
                        valueType={values.valueType}
                        codeDefault={values.codeDefault}
                        onChange={form.edit}
                        typeError={form.errorOf('valueType')}
                        defaultError={form.errorOf('codeDefault')}
                    />
                    <OwnerSelect
                        value={values.owner}
                        known={owner}
                        onChange={(next) => form.edit('owner', next)}
                        error={form.errorOf('owner')}
                    />
                    <Checkbox
                        size="xs"
                        label="Impression data"
                        description="SDKs report which user got which result"
                        {...form.checkbox('impressionData')}
                    />
                </PageForm>
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
                                        const navigate = begin();
                                        await remove.mutateAsync([flag.name], { mode });
                                        await navigate({
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
