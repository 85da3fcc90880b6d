import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Permission } from '../../../api/types.ts';
import { Allowed } from '../../../components/access/Allowed.tsx';
import classes from './FlagFacts.module.css';

/** A titled block of properties of a flag. */
export function FactBlock({ title, add, children }: { title: string; add?: ReactNode; children: ReactNode }) {
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
    needs: Permission;
    project: string;
    onClick: () => void;
}

export function AddButton({ label, needs, project, onClick }: AddProps) {
    return (
        <Allowed to={needs} project={project}>
            <ActionIcon size="xs" aria-label={label} title={label} onClick={onClick}>
                <IconPlus size={14} />
            </ActionIcon>
        </Allowed>
    );
}
