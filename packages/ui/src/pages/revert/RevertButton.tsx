import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { MAY_REVERT, type RevertQuery } from './revert.queries.ts';

const RevertDialog = lazyComponent(() => import('./RevertDialog.tsx'), 'RevertDialog');

interface Props extends ButtonProps, Pick<ComponentProps<typeof RevertDialog>, 'onDone'> {
    query: RevertQuery;
    /** The title of the dialog. */
    title: string;
    successMessage: string;
    children: string;
}

/** Reverts something after showing the effect. */
export function RevertButton({ query, title, successMessage, onDone, children, ...button }: Props) {
    const [isOpen, setIsOpen] = useState(false);
    const { project, environment } = query;
    return (
        <>
            <PermissionControl to={MAY_REVERT} project={project} environment={environment}>
                <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconArrowBackUp size={14} />}
                    {...button}
                    onClick={() => setIsOpen(true)}
                >
                    {children}
                </Button>
            </PermissionControl>
            {isOpen && (
                <Suspense fallback={null}>
                    <RevertDialog
                        query={query}
                        title={title}
                        successMessage={successMessage}
                        onClose={() => setIsOpen(false)}
                        onDone={onDone}
                    />
                </Suspense>
            )}
        </>
    );
}
