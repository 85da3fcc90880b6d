import {
    Anchor,
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
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useMay } from '../../../components/access/may.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { NameInput } from '../../../components/forms/NameInput.tsx';
import { useNavigateAfterSave } from '../../../components/forms/use-navigate-after-save.ts';
import { useProject, useProjects } from '../../projects/project.queries.ts';
import { useCreateFlag, useFlagTypes } from '../flag.queries.ts';
import { FlagTypeMark } from '../table/FlagTypeMark.tsx';
import { nameProblem, suggestedName } from './flag-name.ts';
import classes from './NewFlagDialog.module.css';
import { ValueFields } from './ValueFields.tsx';
import { isValueType, readDefault } from './value-types.ts';

interface Props {
    projectId: string;
    opened: boolean;
    onClose: () => void;
    initialName?: string;
    /** Whether the user chooses the project; `projectId` is the initial choice. */
    choosesProject?: boolean;
}

const initialValues = {
    name: '',
    type: 'release',
    description: '',
    impressionData: false,
    tags: [] as string[],
    valueType: '',
    codeDefault: '',
};

export function NewFlagDialog({
    projectId: initialProject,
    opened,
    onClose,
    initialName = '',
    choosesProject = false,
}: Props) {
    const [chosenProject, setChosenProject] = useState<string>();
    const projectId = chosenProject ?? initialProject;
    const [isMoreShown, more] = useDisclosure();
    const begin = useNavigateAfterSave();
    const create = useCreateFlag(projectId);
    const types = useFlagTypes();
    const naming = useProject(projectId).data?.featureNaming;
    const form = useForm({
        initialValues,
        validate: { name: (value) => nameProblem(value, naming?.pattern) },
    });
    const { setValues, reset } = form;
    useEffect(() => {
        if (opened) setValues({ ...initialValues, name: initialName });
    }, [opened, initialName, setValues]);
    const suggestion = suggestedName(form.values.name);
    const close = () => {
        reset();
        setChosenProject(undefined);
        more.close();
        create.reset();
        onClose();
    };
    const submit = form.onSubmit(({ tags, description, valueType, codeDefault, ...rest }) => {
        const read = readDefault(valueType, codeDefault);
        if ('problem' in read) return;
        const goOn = begin();
        create.mutate(
            {
                ...rest,
                ...(description && { description }),
                ...(isValueType(valueType) && { valueType, codeDefault: read.value }),
                tags: tags.map((value) => ({ type: 'simple', value })),
            },
            {
                onSuccess: ({ name }) => {
                    close();
                    void goOn({
                        to: '/projects/$projectId/features/$featureName',
                        params: { projectId, featureName: name },
                    });
                },
            },
        );
    });
    return (
        <FormDialog
            title="New flag"
            size="lg"
            isSteady
            opened={opened}
            onClose={close}
            onSubmit={submit}
            submit="Create flag"
            isBusy={create.isPending}
            error={create.error}
        >
            {choosesProject && <ProjectSelect value={projectId} onChange={setChosenProject} />}
            <NameInput
                label="Name"
                description={naming?.pattern ? namingHint(naming) : 'The key your code uses. Cannot be changed later.'}
                placeholder={naming?.example ?? 'checkout.one-click'}
                data-autofocus
                spellCheck={false}
                classNames={{ input: 'mono' }}
                {...form.getInputProps('name')}
            />
            {suggestion && (
                <Anchor
                    component="button"
                    type="button"
                    size="xs"
                    w="fit-content"
                    onClick={() => form.setFieldValue('name', suggestion)}
                >
                    Use <code>{suggestion}</code>
                </Anchor>
            )}
            <Radio.Group label="Type" {...form.getInputProps('type')}>
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} mt={4}>
                    {(types.data ?? []).map(({ id, description, lifetimeDays }) => (
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
            <Textarea
                label="Description"
                autosize
                minRows={2}
                placeholder="What it controls, and when it can be removed"
                {...form.getInputProps('description')}
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
                        onChange={(member, value) => form.setFieldValue(member, value)}
                    />
                    <TagsInput label="Tags" placeholder="Type and press Enter" {...form.getInputProps('tags')} />
                    <Checkbox
                        label="Impression data"
                        description="SDKs report which user got which result."
                        size="xs"
                        {...form.getInputProps('impressionData', { type: 'checkbox' })}
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
