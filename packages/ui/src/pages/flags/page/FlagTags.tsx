import { Group, Pill, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Flag } from '../../../api/types.ts';
import { useMay } from '../../../components/access/may.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFlagExtras, useTagTypes } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { AddButton, FactBlock } from './FactBlock.tsx';

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagTags({ at, flag }: Props) {
    const { tag, untag } = useFlagExtras(at);
    const { data: types = [] } = useTagTypes();
    const [opened, dialog] = useDisclosure();
    const [type, setType] = useState('simple');
    const [value, setValue] = useState('');
    const mayUpdate = useMay()('UPDATE_FEATURE', { project: at.projectId });
    return (
        <FactBlock
            title="Tags"
            isEmpty={flag.tags.length === 0}
            add={
                <AddButton
                    label="Add a tag"
                    isLabelled={flag.tags.length === 0}
                    onClick={dialog.open}
                    needs="UPDATE_FEATURE"
                    project={at.projectId}
                />
            }
        >
            {flag.tags.length > 0 && (
                <Group gap={5}>
                    {flag.tags.map((each) => (
                        <Pill
                            key={`${each.type}:${each.value}`}
                            title={each.value}
                            withRemoveButton={mayUpdate}
                            onRemove={() => untag.mutate(each)}
                            removeButtonProps={{
                                'aria-label': `Remove tag ${each.value}`,
                                'aria-hidden': false,
                                tabIndex: 0,
                            }}
                        >
                            {each.type === 'simple' ? each.value : `${each.type}:${each.value}`}
                        </Pill>
                    ))}
                </Group>
            )}
            <FormDialog
                title="Add a tag"
                opened={opened}
                onClose={dialog.close}
                submit="Add tag"
                isBusy={tag.isPending}
                error={tag.error}
                isDisabled={value.trim().length < 2}
                onSubmit={() =>
                    tag.mutate(
                        { type, value },
                        {
                            onSuccess: () => {
                                setValue('');
                                dialog.close();
                            },
                        },
                    )
                }
            >
                <Select
                    label="Type"
                    data={types.map(({ name }) => name)}
                    value={type}
                    onChange={(next) => next && setType(next)}
                />
                <TextInput
                    label="Value"
                    description="2 to 50 characters"
                    value={value}
                    onChange={(event) => setValue(event.currentTarget.value)}
                    data-autofocus
                />
            </FormDialog>
        </FactBlock>
    );
}
