import { Alert, Anchor, Checkbox, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/client.ts';
import type { ProjectOverview } from '../../api/types.ts';
import { PermissionFields } from '../../components/access/PermissionControl.tsx';
import { ConfirmLeaving } from '../../components/forms/ConfirmLeaving.tsx';
import { useEdits } from '../../components/forms/use-edits.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { SubmitButton } from '../../components/SubmitButton.tsx';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';
import { useUnreviewed } from '../strategies/use-unreviewed.ts';
import { useUpdateProject } from './project.queries.ts';

interface Props {
    projectId: string;
    project: ProjectOverview;
}

interface FormProps {
    projectId: string;
    title: string;
    about?: string;
    isEdited: boolean;
    isIncomplete?: boolean;
    update: ReturnType<typeof useUpdateProject>;
    onSave: () => void;
    children: ReactNode;
}

/** One section of the settings with its own Save button. */
function SettingsForm({
    projectId,
    title,
    about,
    isEdited,
    isIncomplete = false,
    update,
    onSave,
    children,
}: FormProps) {
    return (
        <Panel title={title} about={about}>
            <ConfirmLeaving isDirty={isEdited} />
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    onSave();
                }}
            >
                <PermissionFields to={['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE']} project={projectId}>
                    <Stack gap="sm">
                        {children}
                        {update.isError && (
                            <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                                {messageOf(update.error)}
                            </Alert>
                        )}
                        <Group justify="flex-end">
                            <SubmitButton loading={update.isPending} disabled={!isEdited || isIncomplete}>
                                Save
                            </SubmitButton>
                        </Group>
                    </Stack>
                </PermissionFields>
            </form>
        </Panel>
    );
}

const STICKINESS = ['default', 'userId', 'sessionId', 'random'];

export function GeneralSettings({ projectId, project }: Props) {
    const update = useUpdateProject(projectId);
    const { data: fields = [] } = useUsableContextFields(projectId);
    const sticky = [...STICKINESS, ...fields.filter(({ stickiness }) => stickiness).map(({ name }) => name)];
    const { values, edited, isEdited, edit, conflict, saveCallbacks } = useEdits({
        name: project.name,
        description: project.description ?? '',
        mode: project.mode,
        defaultStickiness: project.defaultStickiness,
        featureLimit: project.featureLimit ?? ('' as number | string),
    });
    const isNameless = !values.name.trim();
    function save() {
        const { name, description, featureLimit, ...settings } = edited;
        update.mutate(
            {
                // The service requires the name with every description.
                ...((name !== undefined || description !== undefined) && {
                    update: {
                        name: values.name,
                        ...(description !== undefined && { description: description || null }),
                    },
                }),
                settings: {
                    ...settings,
                    ...(featureLimit !== undefined && {
                        featureLimit: featureLimit === '' ? null : Number(featureLimit),
                    }),
                },
            },
            saveCallbacks(),
        );
    }
    return (
        <SettingsForm
            projectId={projectId}
            title="General"
            isEdited={isEdited}
            isIncomplete={isNameless}
            update={update}
            onSave={save}
        >
            <TextInput
                label="Name"
                value={values.name}
                onChange={(event) => edit('name', event.currentTarget.value)}
                error={isNameless ? 'Give it a name' : conflict('name')}
            />
            <Text size="xs" c="dimmed">
                Id: <code>{projectId}</code>
            </Text>
            <Textarea
                label="Description"
                autosize
                minRows={2}
                value={values.description}
                onChange={(event) => edit('description', event.currentTarget.value)}
                error={conflict('description')}
            />
            <Select
                label="Collaboration"
                data={[
                    { value: 'open', label: 'Open: everyone can propose changes, members can make them' },
                    { value: 'protected', label: 'Protected: only members can propose and make changes' },
                    { value: 'private', label: 'Private: only members can see it' },
                ]}
                value={values.mode}
                onChange={(mode) => mode && edit('mode', mode)}
                error={conflict('mode')}
            />
            <Select
                label="Default stickiness"
                description="Used by new rollouts"
                data={[...new Set(sticky)]}
                value={values.defaultStickiness}
                onChange={(defaultStickiness) => defaultStickiness && edit('defaultStickiness', defaultStickiness)}
                error={conflict('defaultStickiness')}
            />
            <NumberInput
                label="Flag limit"
                description="Leave empty for no limit"
                min={0}
                allowDecimal={false}
                value={values.featureLimit}
                onChange={(featureLimit) => edit('featureLimit', featureLimit)}
                error={conflict('featureLimit')}
            />
        </SettingsForm>
    );
}

export function NamingSettings({ projectId, project: { featureNaming } }: Props) {
    const update = useUpdateProject(projectId);
    const { values, isEdited, edit, conflict, saveCallbacks } = useEdits({
        pattern: featureNaming.pattern ?? '',
        example: featureNaming.example ?? '',
        hint: featureNaming.description ?? '',
    });
    const { pattern, example, hint } = values;
    const naming = {
        pattern: pattern || null,
        example: pattern ? example || null : null,
        description: pattern ? hint || null : null,
    };
    return (
        <SettingsForm
            projectId={projectId}
            title="Flag names"
            about="A naming pattern for new flags"
            isEdited={isEdited}
            update={update}
            onSave={() => update.mutate({ settings: { featureNaming: naming } }, saveCallbacks())}
        >
            <TextInput
                label="Pattern"
                description="A regular expression for the whole name. Leave empty to allow any name."
                placeholder="checkout\.[a-z-]+"
                classNames={{ input: 'mono' }}
                spellCheck={false}
                value={pattern}
                onChange={(event) => edit('pattern', event.currentTarget.value)}
                error={conflict('pattern')}
            />
            <TextInput
                label="Example"
                placeholder="checkout.one-click"
                disabled={!pattern}
                value={example}
                onChange={(event) => edit('example', event.currentTarget.value)}
                error={conflict('example')}
            />
            <TextInput
                label="Explanation"
                disabled={!pattern}
                value={hint}
                onChange={(event) => edit('hint', event.currentTarget.value)}
                error={conflict('hint')}
            />
        </SettingsForm>
    );
}

export function ReviewSettings({ projectId, project }: Props) {
    const update = useUpdateProject(projectId);
    const { values, isEdited, edit, saveCallbacks } = useEdits({ reviewOptional: project.reviewOptional });
    const unreviewed = useUnreviewed(projectId);
    return (
        <SettingsForm
            projectId={projectId}
            title="Reviews"
            about="Before a change in production, the interface shows what will change and who is affected."
            isEdited={isEdited}
            update={update}
            onSave={() => update.mutate({ settings: values }, saveCallbacks())}
        >
            <Checkbox
                size="xs"
                label="Users can skip the review of small changes"
                description="Turning a flag or strategy on or off, and reordering: changes that Undo can revert. Each user decides."
                checked={values.reviewOptional}
                onChange={(event) => edit('reviewOptional', event.currentTarget.checked)}
            />
            {unreviewed.isChosen && (
                <Text size="sm" component="div">
                    You skip the review of small changes.{' '}
                    <Anchor component="button" type="button" onClick={() => unreviewed.choose(false)}>
                        Show reviews again
                    </Anchor>
                </Text>
            )}
        </SettingsForm>
    );
}
