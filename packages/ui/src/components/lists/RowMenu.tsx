import { ActionIcon, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RequiredPermission } from '../access/may.ts';
import { PermissionMenuItem } from '../access/PermissionControl.tsx';
import { ConfirmDialog } from '../forms/Confirm.tsx';

interface RowAction {
    label: string;
    icon: TablerIcon;
    needs: RequiredPermission;
    onClick: () => void;
}

interface Props {
    name: string;
    actions: RowAction[];
    remove: {
        needs: RequiredPermission;
        action: () => Promise<unknown>;
        warning: ReactNode;
        /** Why the row cannot be deleted. */
        locked?: string | undefined;
    };
}

/** The labelled actions of a row that has more than two. */
export function RowMenu({ name, actions, remove }: Props) {
    const [isRemoving, removing] = useDisclosure();
    return (
        <Group justify="flex-end">
            {/* All content belongs to a landmark. */}
            <Menu
                position="bottom-end"
                shadow="md"
                portalProps={{ target: '#main' }}
                // A menu may contain only items; the first one gets the focus.
                withInitialFocusPlaceholder={false}
            >
                <Menu.Target>
                    <ActionIcon aria-label={`Actions for ${name}`}>
                        <IconDots size={16} />
                    </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                    {actions.map(({ label, icon: Icon, needs, onClick }) => (
                        <PermissionMenuItem key={label} to={needs} leftSection={<Icon size={15} />} onClick={onClick}>
                            {label}
                        </PermissionMenuItem>
                    ))}
                    <Menu.Divider role="separator" />
                    <PermissionMenuItem
                        to={remove.needs}
                        unless={remove.locked}
                        c="var(--mantine-color-error)"
                        leftSection={<IconTrash size={15} />}
                        onClick={removing.open}
                    >
                        Delete
                    </PermissionMenuItem>
                </Menu.Dropdown>
            </Menu>
            <ConfirmDialog
                title={`Delete ${name}?`}
                verb="Delete"
                action={remove.action}
                opened={isRemoving}
                onClose={removing.close}
            >
                {remove.warning}
            </ConfirmDialog>
        </Group>
    );
}
