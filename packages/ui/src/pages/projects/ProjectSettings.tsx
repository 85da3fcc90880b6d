import {
    Alert,
    Anchor,
    Button,
    Checkbox,
    Group,
    NumberInput,
    Select,
    Stack,
    Text,
    Textarea,
    TextInput,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { messageOf } from '../../api/client.ts';
import type { ProjectOverview } from '../../api/types.ts';
import { Allowed, AllowedFields } from '../../components/access/Allowed.tsx';
import { AskBeforeLeaving } from '../../components/forms/AskBeforeLeaving.tsx';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { useEdits } from '../../components/forms/use-edits.ts';
import { useNavigateAfterSave } from '../../components/forms/use-navigate-after-save.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { SubmitButton } from '../../components/SubmitButton.tsx';
import { ApprovalsPanel } from '../change-requests/approvals/ApprovalsPanel.tsx';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';
import { PersonaPanel } from '../personas/PersonaPanel.tsx';
import { useUnreviewed } from '../strategies/use-unreviewed.ts';
import { useArchiveProject, useDeleteProject, useReviveProject, useUpdateProject } from './project.queries.ts';

export function ProjectSettings({ projectId, project }: { projectId: string; project: ProjectOverview }) {
    const update = useUpdateProject(projectId);
    const { data: fields = [] } = useUsableContextFields(projectId);
    const sticky = [
        ...new Set([
            'default',
            'userId',
            'sessionId',
            'random',
            ...fields.filter(({ stickiness }) => stickiness).map(({ name }) => name),
        ]),
    ];
    const { values, edited, isEdited, edit, conflict, reset } = useEdits({
        name: project.name,
        description: project.description ?? '',
        mode: project.mode,
        defaultStickiness: project.defaultStickiness,
        featureLimit: project.featureLimit ?? ('' as number | string),
        pattern: project.featureNaming.pattern ?? '',
        example: project.featureNaming.example ?? '',
        hint: project.featureNaming.description ?? '',
        reviewOptional: project.reviewOptional,
    });
    const unreviewed = useUnreviewed(projectId);
    const isNameless = !values.name.trim();
    function submit(event: FormEvent) {
        event.preventDefault();
        const { name, description, mode, defaultStickiness, featureLimit, reviewOptional } = edited;
        const { pattern, example, hint } = values;
        const isNamingEdited = ['pattern', 'example', 'hint'].some((member) => member in edited);
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
                    ...(mode !== undefined && { mode }),
                    ...(defaultStickiness !== undefined && { defaultStickiness }),
                    ...(featureLimit !== undefined && {
                        featureLimit: featureLimit === '' ? null : Number(featureLimit),
                    }),
                    ...(reviewOptional !== undefined && { reviewOptional }),
                    ...(isNamingEdited && {
                        featureNaming: {
                            pattern: pattern || null,
                            example: pattern ? example || null : null,
                            description: pattern ? hint || null : null,
                        },
                    }),
                },
            },
            { onSuccess: reset },
        );
    }
    return (
        <Stack gap="md" maw={720}>
            <AskBeforeLeaving isDirty={isEdited} />
            <form onSubmit={submit}>
                <AllowedFields to={['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE']} project={projectId}>
                    <Stack gap="md">
                        <Panel title="About">
                            <Stack gap="sm">
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
                                        { value: 'open', label: 'Open: users with the permission can change it' },
                                        { value: 'protected', label: 'Protected: only members can change it' },
                                        { value: 'private', label: 'Private: only members can see it' },
                                    ]}
                                    value={values.mode}
                                    onChange={(mode) => mode && edit('mode', mode)}
                                    error={conflict('mode')}
                                />
                                <Select
                                    label="Default stickiness"
                                    description="Used by new rollouts"
                                    data={sticky}
                                    value={values.defaultStickiness}
                                    onChange={(defaultStickiness) =>
                                        defaultStickiness && edit('defaultStickiness', defaultStickiness)
                                    }
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
                            </Stack>
                        </Panel>
                        <Panel title="Names of flags" about="A naming pattern for new flags">
                            <Stack gap="sm">
                                <TextInput
                                    label="Pattern"
                                    description="A regular expression for the whole name. Leave empty to allow any name."
                                    placeholder="checkout\.[a-z-]+"
                                    classNames={{ input: 'mono' }}
                                    spellCheck={false}
                                    value={values.pattern}
                                    onChange={(event) => edit('pattern', event.currentTarget.value)}
                                    error={conflict('pattern')}
                                />
                                <TextInput
                                    label="Example"
                                    placeholder="checkout.one-click"
                                    disabled={!values.pattern}
                                    value={values.example}
                                    onChange={(event) => edit('example', event.currentTarget.value)}
                                    error={conflict('example')}
                                />
                                <TextInput
                                    label="Explanation"
                                    disabled={!values.pattern}
                                    value={values.hint}
                                    onChange={(event) => edit('hint', event.currentTarget.value)}
                                    error={conflict('hint')}
                                />
                            </Stack>
                        </Panel>
                        <Panel
                            title="Reviews"
                            about="Before a change in production, the interface shows what will change and who is affected."
                        >
                            <Checkbox
                                size="xs"
                                label="Users can skip the review of small changes"
                                description="Turning a flag or strategy on or off, and reordering: changes that Undo can revert. Each user decides."
                                checked={values.reviewOptional}
                                onChange={(event) => edit('reviewOptional', event.currentTarget.checked)}
                            />
                            {unreviewed.isChosen && (
                                <Text size="sm" mt="xs" component="div">
                                    You skip the review of small changes.{' '}
                                    <Anchor component="button" type="button" onClick={() => unreviewed.choose(false)}>
                                        Show reviews again
                                    </Anchor>
                                </Text>
                            )}
                        </Panel>
                        {update.isError && (
                            <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                                {messageOf(update.error)}
                            </Alert>
                        )}
                        <Group justify="flex-end">
                            <SubmitButton loading={update.isPending} disabled={!isEdited || isNameless}>
                                Save
                            </SubmitButton>
                        </Group>
                    </Stack>
                </AllowedFields>
            </form>
            <ApprovalsPanel projectId={projectId} />
            <PersonaPanel projectId={projectId} />
            <EndOfProject projectId={projectId} project={project} />
        </Stack>
    );
}

function EndOfProject({ projectId, project }: { projectId: string; project: ProjectOverview }) {
    const archive = useArchiveProject();
    const revive = useReviveProject();
    const remove = useDeleteProject();
    const begin = useNavigateAfterSave();
    if (projectId === 'default') return null;
    const isArchived = project.archivedAt !== null;
    return (
        <Panel
            title={isArchived ? 'Archived project' : 'Archive'}
            about="Archive its flags first. An archived project can be restored or permanently deleted."
        >
            <Group gap="sm">
                {isArchived ? (
                    <Allowed to="DELETE_PROJECT" project={projectId}>
                        <Button variant="default" onClick={() => revive.mutate(projectId)}>
                            Restore
                        </Button>
                    </Allowed>
                ) : (
                    <Confirm
                        title={`Archive ${project.name}?`}
                        verb="Archive project"
                        action={async () => {
                            const goOn = begin();
                            await archive.mutateAsync(projectId);
                            await goOn({ to: '/projects' });
                        }}
                        trigger={
                            <Allowed to="DELETE_PROJECT" project={projectId}>
                                <Button variant="default">Archive this project</Button>
                            </Allowed>
                        }
                    >
                        It disappears from lists. All its flags must be archived already.
                    </Confirm>
                )}
                <Confirm
                    title={`Permanently delete ${project.name}?`}
                    verb="Delete project"
                    typed={projectId}
                    action={async () => {
                        const goOn = begin();
                        await remove.mutateAsync(projectId);
                        await goOn({ to: '/projects' });
                    }}
                    trigger={
                        <Allowed to="DELETE_PROJECT" project={projectId}>
                            <Button variant="light" color="red">
                                Delete this project
                            </Button>
                        </Allowed>
                    }
                >
                    Its archived flags, and the tokens that are valid only here, are deleted with it.
                </Confirm>
            </Group>
        </Panel>
    );
}
