import { Alert, Stack, Textarea, TextInput } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageForm } from '../../../components/forms/PageForm.tsx';
import { required } from '../../../components/forms/rules.ts';
import { useForm } from '../../../components/forms/use-form.ts';
import { Page } from '../../../components/layout/Page.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { QueryContent } from '../../../components/layout/States.tsx';
import { MilestonesEditor } from './MilestonesEditor.tsx';
import { type TemplateAt, useSaveTemplate, useTemplate } from './template.queries.ts';
import { createPermission, editPermission } from './template-access.ts';
import { newTemplate, problemsOfMilestones, type TemplateDraft, templateDraft } from './template-draft.ts';

const route = getRouteApi('/app/release-templates/$templateId');

/** The editor of a release template. The key gives each template input of its own. */
export function TemplatePage() {
    const { templateId } = route.useParams();
    const { project } = route.useSearch();
    return templateId === 'new' ? (
        <NewTemplate key={project ?? ''} project={project} />
    ) : (
        <ExistingTemplate key={templateId} id={templateId} />
    );
}

function NewTemplate({ project }: { project: string | undefined }) {
    return (
        <TemplateFrame title="New template" project={project}>
            <Editor at={{ project }} saved={START} />
        </TemplateFrame>
    );
}

/** Created once: its keys are stable. */
const START = newTemplate();

function ExistingTemplate({ id }: { id: string }) {
    const template = useTemplate(id);
    const { name = 'Template', project, archivedAt } = template.data ?? {};
    return (
        <TemplateFrame title={name} project={project ?? undefined}>
            <QueryContent query={template}>
                {(data) => (
                    <Stack gap="md">
                        {archivedAt && (
                            <Alert color="brass" icon={<IconArchive size={16} />} title="This template is archived">
                                Plans that were made from it go on. It can no longer be changed or used.
                            </Alert>
                        )}
                        <Editor
                            at={{ id, project: project ?? undefined }}
                            saved={templateDraft(data)}
                            isArchived={Boolean(archivedAt)}
                        />
                    </Stack>
                )}
            </QueryContent>
        </TemplateFrame>
    );
}

interface FrameProps {
    title: string;
    project: string | undefined;
    children: ReactNode;
}

const TemplateFrame = ({ title, project, children }: FrameProps) => (
    <Page
        title={title}
        narrow
        trail={[
            project === undefined ? (
                <Link key="templates" to="/releases" search={{ tab: 'templates' }}>
                    Release templates
                </Link>
            ) : (
                <Link key="templates" to="/projects/$projectId" params={{ projectId: project }} search={RELEASES}>
                    Releases of {project}
                </Link>
            ),
        ]}
        about="A flag that is released with this template gets a copy of it. Later changes of the template do not change the copy."
    >
        {children}
    </Page>
);

const RELEASES = { tab: 'releases' };

interface EditorProps {
    at: TemplateAt;
    saved: TemplateDraft;
    isArchived?: boolean;
}

function Editor({ at, saved, isArchived = false }: EditorProps) {
    const save = useSaveTemplate(at);
    const form = useForm({
        values: saved,
        validate: {
            name: required('Enter a name'),
            milestones: (milestones) => {
                if (milestones.length === 0) return 'Add a milestone: without one, there is nothing to start';
                return problemsOfMilestones(milestones).size > 0 ? INCOMPLETE : undefined;
            },
        },
        change: save,
        input: (values) => values,
        onSaved: (template, navigate) => {
            if (at.id !== undefined) return;
            navigate({
                to: '/release-templates/$templateId',
                params: { templateId: template.id },
                search: { project: at.project },
            });
        },
    });
    const { project } = at;
    const problem = form.errorOf('milestones');
    return (
        <PageForm
            form={form}
            submit={at.id === undefined ? 'Create template' : 'Save'}
            isReadOnly={isArchived}
            needs={at.id === undefined ? createPermission(project) : editPermission(project)}
            {...(project !== undefined && { project })}
        >
            <Panel title="About">
                <Stack gap="sm">
                    <TextInput
                        label="Name"
                        withAsterisk
                        maxLength={255}
                        disabled={isArchived}
                        {...form.field('name')}
                    />
                    <Textarea
                        label="Description"
                        description="For example, which changes this template is for"
                        autosize
                        minRows={2}
                        maxLength={1000}
                        disabled={isArchived}
                        {...form.field('description')}
                    />
                </Stack>
            </Panel>
            <MilestonesEditor
                milestones={form.values.milestones}
                onChange={(milestones) => form.edit('milestones', milestones)}
                projectId={project}
                showsProblems={problem !== undefined}
                isReadOnly={isArchived}
            />
            {problem && problem !== INCOMPLETE && (
                <Alert color="red" role="alert">
                    {problem}
                </Alert>
            )}
        </PageForm>
    );
}

const INCOMPLETE = 'incomplete';
