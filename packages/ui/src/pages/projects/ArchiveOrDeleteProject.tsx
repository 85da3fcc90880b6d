import { Button, Group } from '@mantine/core';
import type { ProjectOverview } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { useNavigateAfterSave } from '../../components/forms/use-navigate-after-save.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { useArchiveProject, useDeleteProject, useReviveProject } from './project.queries.ts';

export function ArchiveOrDeleteProject({ projectId, project }: { projectId: string; project: ProjectOverview }) {
    const archive = useArchiveProject();
    const revive = useReviveProject();
    const remove = useDeleteProject();
    const begin = useNavigateAfterSave();
    const isArchived = project.archivedAt !== null;
    return (
        <Panel
            title="Archive and delete"
            about="Archive its flags first. An archived project can be restored or permanently deleted."
        >
            <Group gap="sm">
                {isArchived ? (
                    <PermissionControl to="DELETE_PROJECT" project={projectId}>
                        <Button variant="default" onClick={() => revive.mutate(projectId)}>
                            Restore
                        </Button>
                    </PermissionControl>
                ) : (
                    <Confirm
                        title={`Archive ${project.name}?`}
                        verb="Archive project"
                        action={async () => {
                            const navigate = begin();
                            await archive.mutateAsync(projectId);
                            await navigate({ to: '/projects' });
                        }}
                        trigger={
                            <PermissionControl to="DELETE_PROJECT" project={projectId}>
                                <Button variant="default">Archive this project</Button>
                            </PermissionControl>
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
                        const navigate = begin();
                        await remove.mutateAsync(projectId);
                        await navigate({ to: '/projects' });
                    }}
                    trigger={
                        <PermissionControl to="DELETE_PROJECT" project={projectId}>
                            <Button variant="light" color="red">
                                Delete this project
                            </Button>
                        </PermissionControl>
                    }
                >
                    Its archived flags, and the tokens that are valid only here, are deleted with it.
                </Confirm>
            </Group>
        </Panel>
    );
}
