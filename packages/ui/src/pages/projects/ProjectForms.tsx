import { Anchor, Checkbox, NumberInput, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProjectOverview } from '../../api/types.ts';
import { PageForm } from '../../components/forms/PageForm.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { Panel } from '../../components/layout/Panel.tsx';
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
    form: { submit: () => void; isDirty: boolean; isBusy: boolean; error: unknown };
    isIncomplete?: boolean;
    children: ReactNode;
}

/** One section of the settings with its own Save button. */
function SettingsForm({ projectId, title, about, form, isIncomplete = false, children }: FormProps) {
    return (
        <Panel title={title} about={about}>
            <PageForm
                form={form}
                needs={['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE']}
                project={projectId}
                isDisabled={isIncomplete}
            >
                {children}
            </PageForm>
        </Panel>
    );
}

const STICKINESS = ['default', 'userId', 'sessionId', 'random'];

const nameRule = required('Give it a name');

export function GeneralSettings({ projectId, project }: Props) {
    const { data: fields = [] } = useUsableContextFields(projectId);
    const sticky = [...STICKINESS, ...fields.filter(({ stickiness }) => stickiness).map(({ name }) => name)];
    const form = useForm({
        values: {
            name: project.name,
            description: project.description ?? '',
            mode: project.mode,
            defaultStickiness: project.defaultStickiness,
            featureLimit: project.featureLimit ?? ('' as number | string),
        },
        change: useUpdateProject(projectId),
        input: (values, { name, description, featureLimit, ...settings }) => ({
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
        }),
    });
    const nameProblem = nameRule(form.values.name);
    return (
        <SettingsForm projectId={projectId} title="General" form={form} isIncomplete={nameProblem !== null}>
            <TextInput label="Name" {...form.field('name')} error={nameProblem ?? form.errorOf('name')} />
            <Text size="xs" c="dimmed">
                Id: <code>{projectId}</code>
            </Text>
            <Textarea label="Description" autosize minRows={2} {...form.field('description')} />
            <Select
                label="Collaboration"
                data={[
                    { value: 'open', label: 'Open: everyone can propose changes, members can make them' },
                    { value: 'protected', label: 'Protected: only members can propose and make changes' },
                    { value: 'private', label: 'Private: only members can see it' },
                ]}
                {...form.field('mode')}
            />
            <Select
                label="Default stickiness"
                description="Used by new rollouts"
                data={[...new Set(sticky)]}
                {...form.field('defaultStickiness')}
            />
            <NumberInput
                label="Flag limit"
                description="Leave empty for no limit"
                min={0}
                allowDecimal={false}
                {...form.field('featureLimit')}
            />
        </SettingsForm>
    );
}

export function NamingSettings({ projectId, project: { featureNaming } }: Props) {
    const form = useForm({
        values: {
            pattern: featureNaming.pattern ?? '',
            example: featureNaming.example ?? '',
            hint: featureNaming.description ?? '',
        },
        change: useUpdateProject(projectId),
        input: ({ pattern, example, hint }) => ({
            settings: {
                featureNaming: {
                    pattern: pattern || null,
                    example: pattern ? example || null : null,
                    description: pattern ? hint || null : null,
                },
            },
        }),
    });
    const { pattern } = form.values;
    return (
        <SettingsForm projectId={projectId} title="Flag names" about="A naming pattern for new flags" form={form}>
            <TextInput
                label="Pattern"
                description="A regular expression for the whole name. Leave empty to allow any name."
                placeholder="checkout\.[a-z-]+"
                classNames={{ input: 'mono' }}
                spellCheck={false}
                {...form.field('pattern')}
            />
            <TextInput
                label="Example"
                placeholder="checkout.one-click"
                disabled={!pattern}
                {...form.field('example')}
            />
            <TextInput label="Explanation" disabled={!pattern} {...form.field('hint')} />
        </SettingsForm>
    );
}

export function ReviewSettings({ projectId, project }: Props) {
    const form = useForm({
        values: { reviewOptional: project.reviewOptional },
        change: useUpdateProject(projectId),
        input: (settings) => ({ settings }),
    });
    const unreviewed = useUnreviewed(projectId);
    return (
        <SettingsForm
            projectId={projectId}
            title="Reviews"
            about="Before a change in production, the interface shows what will change and who is affected."
            form={form}
        >
            <Checkbox
                size="xs"
                label="Users can skip the review of small changes"
                description="Turning a flag or strategy on or off, and reordering: changes that Undo can revert. Each user decides."
                {...form.checkbox('reviewOptional')}
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
