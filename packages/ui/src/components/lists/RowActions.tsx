import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RequiredPermission } from '../access/may.ts';
import { PermissionControl } from '../access/PermissionControl.tsx';
import { Confirm } from '../forms/Confirm.tsx';

type Remove = { needs: RequiredPermission } & (
    | { action: () => Promise<unknown>; warning: ReactNode; typed?: string }
    /** A custom confirmation, for example a review of changes that affect production. */
    | { confirm: () => void }
);

interface Props {
    name: string;
    /** The project of the permissions; undefined for any project. */
    project?: string | undefined;
    edit?: { needs: RequiredPermission; action: () => void };
    remove?: Remove;
    /** Why the row can be neither edited nor deleted. */
    locked?: string | undefined;
    children?: ReactNode;
}

/** The edit and delete buttons of a row. */
export function RowActions({ name, project, edit, remove, locked, children }: Props) {
    return (
        <Group gap={2} justify="flex-end" wrap="nowrap">
            {children}
            {edit && (
                <PermissionControl to={edit.needs} project={project}>
                    <ActionIcon size="sm" aria-label={`Edit ${name}`} onClick={edit.action}>
                        <IconPencil size={15} />
                    </ActionIcon>
                </PermissionControl>
            )}
            {remove && locked && (
                <Tooltip label={locked}>
                    <ActionIcon
                        size="sm"
                        aria-label={`Delete ${name}`}
                        data-disabled
                        aria-disabled="true"
                        onClick={(event) => event.preventDefault()}
                    >
                        <IconTrash size={15} />
                    </ActionIcon>
                </Tooltip>
            )}
            {remove && !locked && 'confirm' in remove && (
                <PermissionControl to={remove.needs} project={project}>
                    <ActionIcon size="sm" aria-label={`Delete ${name}`} onClick={remove.confirm}>
                        <IconTrash size={15} />
                    </ActionIcon>
                </PermissionControl>
            )}
            {remove && !locked && 'action' in remove && (
                <Confirm
                    title={`Delete ${name}?`}
                    verb="Delete"
                    action={remove.action}
                    {...(remove.typed && { typed: remove.typed })}
                    trigger={
                        <PermissionControl to={remove.needs} project={project}>
                            <ActionIcon size="sm" aria-label={`Delete ${name}`}>
                                <IconTrash size={15} />
                            </ActionIcon>
                        </PermissionControl>
                    }
                >
                    {remove.warning}
                </Confirm>
            )}
        </Group>
    );
}
