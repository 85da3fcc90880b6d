import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import type { Permission } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import classes from './FlagFacts.module.css';

interface Props {
    title: string;
    /** How something is added to the block. */
    add?: { label: string; needs: Permission; project: string; dialog: (onClose: () => void) => ReactNode };
    /** Whether there is nothing to show: only the button to add something appears. */
    isEmpty?: boolean;
    children?: ReactNode;
}

/** A titled block of properties of a flag. */
export function FactBlock({ title, add, isEmpty = false, children }: Props) {
    const [opened, dialog] = useDisclosure();
    const addButton = add && (
        <PermissionControl to={add.needs} project={add.project}>
            {isEmpty ? (
                <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
                    {add.label}
                </Button>
            ) : (
                <ActionIcon size="xs" aria-label={add.label} title={add.label} onClick={dialog.open}>
                    <IconPlus size={14} />
                </ActionIcon>
            )}
        </PermissionControl>
    );
    return (
        <>
            {isEmpty ? (
                <div className={classes['empty']}>
                    {addButton}
                    {children}
                </div>
            ) : (
                <section className={classes['block']}>
                    <h3>
                        {title}
                        {addButton}
                    </h3>
                    {children}
                </section>
            )}
            {/* Outside of the block, which is replaced when its first entry is added. */}
            {opened && <Suspense fallback={null}>{add?.dialog(dialog.close)}</Suspense>}
        </>
    );
}
