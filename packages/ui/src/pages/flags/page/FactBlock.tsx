import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Permission } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import classes from './FlagFacts.module.css';

interface BlockProps {
    title: string;
    add?: ReactNode;
    /** Whether there is nothing to show: only the button to add something appears. */
    isEmpty?: boolean;
    children: ReactNode;
}

/** A titled block of properties of a flag. */
export function FactBlock({ title, add, isEmpty = false, children }: BlockProps) {
    if (isEmpty) {
        return (
            <div className={classes['empty']}>
                {add}
                {children}
            </div>
        );
    }
    return (
        <section className={classes['block']}>
            <h3>
                {title}
                {add}
            </h3>
            {children}
        </section>
    );
}

interface AddProps {
    label: string;
    isLabelled?: boolean;
    needs: Permission;
    project: string;
    onClick: () => void;
}

export function AddButton({ label, isLabelled = false, needs, project, onClick }: AddProps) {
    return (
        <PermissionControl to={needs} project={project}>
            {isLabelled ? (
                <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={onClick}>
                    {label}
                </Button>
            ) : (
                <ActionIcon size="xs" aria-label={label} title={label} onClick={onClick}>
                    <IconPlus size={14} />
                </ActionIcon>
            )}
        </PermissionControl>
    );
}
