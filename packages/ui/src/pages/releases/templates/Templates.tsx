import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconArchive, IconPlus, IconStairs } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { Confirm } from '../../../components/forms/Confirm.tsx';
import { Empty, QueryContent } from '../../../components/layout/States.tsx';
import { NameCell } from '../../../components/lists/Catalogue.tsx';
import { Table } from '../../../components/lists/Table.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useArchiveTemplate, useTemplates } from './template.queries.ts';
import { archivePermission, createPermission } from './template-access.ts';
import type { Template } from './template-draft.ts';

interface Props {
    /** Only the templates of this project. */
    projectId?: string | undefined;
    children: (table: ReactNode, createButton: ReactNode) => ReactNode;
}

/** The release templates of all projects, or of one. */
export function Templates({ projectId, children }: Props) {
    const query = useTemplates(projectId);
    const archive = useArchiveTemplate();
    const navigate = useNavigate();
    const create = (
        <PermissionControl to={createPermission(projectId)} project={projectId}>
            <Button
                leftSection={<IconPlus size={15} />}
                onClick={() =>
                    void navigate({
                        to: '/release-templates/$templateId',
                        params: { templateId: 'new' },
                        search: { project: projectId },
                    })
                }
            >
                New template
            </Button>
        </PermissionControl>
    );
    const table = (
        <QueryContent query={query}>
            {(templates) =>
                templates.length === 0 ? (
                    <Empty
                        title={projectId ? 'No templates of its own' : 'No templates yet'}
                        icon={<IconStairs size={22} />}
                    >
                        A template describes a release step by step, such as staff, 10 %, everyone. A flag gets a copy
                        of it as its plan.
                    </Empty>
                ) : (
                    <Table
                        label="Release templates"
                        rows={templates}
                        rowKey={({ id }) => id}
                        find={({ name, description }) => `${name} ${description ?? ''}`}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                sort: ({ name }) => name,
                                cell: (template) => <TemplateName template={template} />,
                            },
                            {
                                title: 'Created',
                                width: 130,
                                sort: ({ createdAt }) => createdAt,
                                cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                            },
                        ]}
                        actions={(template) => (
                            <Confirm
                                title={`Archive template ${template.name}?`}
                                verb="Archive"
                                action={() => archive.mutateAsync(template)}
                                trigger={
                                    <PermissionControl to={archivePermission(template.project)} project={projectId}>
                                        <ActionIcon aria-label={`Archive template ${template.name}`}>
                                            <IconArchive size={15} />
                                        </ActionIcon>
                                    </PermissionControl>
                                }
                            >
                                It can no longer be used for new releases. Plans that were made from it go on.
                            </Confirm>
                        )}
                        actionsWidth={56}
                    />
                )
            }
        </QueryContent>
    );
    return children(table, create);
}

const TemplateName = ({ template: { id, name, description, project } }: { template: Template }) => (
    <NameCell about={description}>
        <Anchor
            fw={600}
            renderRoot={(props) => (
                <Link
                    to="/release-templates/$templateId"
                    params={{ templateId: id }}
                    search={{ project: project ?? undefined }}
                    {...props}
                />
            )}
        >
            {name}
        </Anchor>
    </NameCell>
);
