import {
    Button,
    Checkbox,
    Collapse,
    Radio,
    Select,
    SimpleGrid,
    Stack,
    TagsInput,
    Text,
    Textarea,
    TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../../api/types.ts';
import { useMay } from '../../../components/access/may.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useFlagPolicy } from '../../projects/flag-policy.queries.ts';
import { useProject, useProjects } from '../../projects/project.queries.ts';
import { useCreateFlag, useFlagTypes } from '../flag.queries.ts';
import { FlagTypeMark } from '../table/FlagTypeMark.tsx';
import { nameProblem, typedName } from './flag-name.ts';
import classes from './NewFlagDialog.module.css';
import { OwnerSelect, toOwner } from './OwnerSelect.tsx';
import { ValueFields } from './ValueFields.tsx';
import { isValueType, readDefault } from './value-types.ts';

interface Props {
    projectId: string;
    onClose: () => void;
    initialName?: string;
    /** Whether the user chooses the project; `projectId` is the initial choice. */
    choosesProject?: boolean;
}

export function NewFlagDialog({ projectId: initialProject, onClose, initialName = '', choosesProject = false }: Props) {
    const [chosenProject, setChosenProject] = useState<string>();
    const projectId = chosenProject ?? initialProject;
    const [isMoreShown, more] = useDisclosure();
    const types = useFlagTypes();
    const naming = useProject(projectId).data?.featureNaming;
    const policy: Schemas['flagPolicy'] = useFlagPolicy(projectId).data ?? {};
    const allowedTypes = (types.data ?? []).filter(
        ({ id, lifetimeDays }) =>
            (policy.types?.includes(id) ?? true) && !(policy.expiryRequired && lifetimeDays === null),
    );
    const form = useForm({
        values: {
            name: initialName,
            type: allowedTypes.some(({ id }) => id === 'release') ? 'release' : (allowedTypes[0]?.id ?? 'release'),
            owner: '',
            description: '',
            impressionData: false,
            tags: [] as string[],
            valueType: '',
            codeDefault: '',
        },
        validate: {
            name: (value) => nameProblem(value, naming?.pattern),
            codeDefault: (value, { valueType }) => readDefault(valueType, value).problem,
            owner: (value) =>
                policy.ownerRequired && value === '' ? 'Choose an owner: this project requires one' : undefined,
        },
        change: useCreateFlag(projectId),
        input: ({ tags, description, owner, valueType, codeDefault, ...values }) => ({
            ...values,
            ...(owner && { owner: toOwner(owner) }),
            ...(description && { description }),
            ...(isValueType(valueType) && { valueType, codeDefault: readDefault(valueType, codeDefault).value }),
            tags: tags.map((value) => ({ type: 'simple', value })),
        }),
        onSaved: ({ name }, navigate) => {
            onClose();
            void navigate({
                to: '/projects/$projectId/features/$featureName',
                params: { projectId, featureName: name },
            });
        },
    });
    return (
        <FormDialog {...form.dialog} title="New flag" size="lg" isSteady onClose={onClose} submit="Create flag">
            {choosesProject && <ProjectSelect value={projectId} onChange={setChosenProject} />}
            <TextInput
                label="Name"
                description={naming?.pattern ? namingHint(naming) : 'The key your code uses. Cannot be changed later.'}
                placeholder={naming?.example ?? 'checkout.one-click'}
                data-autofocus
                spellCheck={false}
                classNames={{ input: 'mono' }}
                {...form.field('name')}
                onChange={({ currentTarget: { value } }) => form.edit('name', typedName(value))}
            />
            <Radio.Group label="Type" {...form.field('type')}>
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} mt={4}>
                    {allowedTypes.map(({ id, description, lifetimeDays }) => (
                        <Radio.Card key={id} value={id} className={classes['card'] ?? ''} radius="md">
                            <Radio.Indicator size="xs" mt={2} />
                            <div>
                                <Text size="sm" fw={500} component="div">
                                    <FlagTypeMark type={id} withName />
                                </Text>
                                <Text size="xs" c="dimmed">
                                    {description}.{' '}
                                    {lifetimeDays ? `Expected lifetime: ${lifetimeDays} days.` : 'Permanent.'}
                                </Text>
                            </div>
                        </Radio.Card>
                    ))}
                </SimpleGrid>
            </Radio.Group>
            {policy.ownerRequired && (
                <OwnerSelect
                    value={form.values.owner}
                    onChange={(next) => form.edit('owner', next)}
                    error={form.errorOf('owner')}
                />
            )}
            <Textarea
                label="Description"
                autosize
                minRows={2}
                placeholder="What it controls, and when it can be removed"
                {...form.field('description')}
            />
            <Button
                variant="subtle"
                size="compact-sm"
                w="fit-content"
                aria-expanded={isMoreShown}
                leftSection={isMoreShown ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                onClick={more.toggle}
            >
                More
            </Button>
            <Collapse expanded={isMoreShown}>
                <Stack gap="sm">
                    <ValueFields
                        valueType={form.values.valueType}
                        codeDefault={form.values.codeDefault}
                        onChange={form.edit}
                    />
                    <TagsInput
                        label="Tags"
                        description={policy.tags && `Allowed in this project: ${policy.tags.join(', ')}`}
                        placeholder="Type and press Enter"
                        {...form.field('tags')}
                    />
                    <Checkbox
                        label="Impression data"
                        description="SDKs report which user got which result."
                        size="xs"
                        {...form.checkbox('impressionData')}
                    />
                </Stack>
            </Collapse>
        </FormDialog>
    );
}

/** The projects in which the user may create flags. */
function ProjectSelect({ value, onChange }: { value: string; onChange: (project: string) => void }) {
    const { data: projects = [] } = useProjects();
    const may = useMay();
    return (
        <Select
            label="Project"
            searchable
            allowDeselect={false}
            data={projects
                .filter(({ id }) => may('CREATE_FEATURE', { project: id }))
                .map(({ id, name }) => ({ value: id, label: name }))}
            value={value}
            onChange={(project) => project && onChange(project)}
        />
    );
}

function namingHint({ pattern, description }: { pattern: string | null; description: string | null }): string {
    return [description, `Must match ${pattern}.`].filter(Boolean).join(' ');
}
