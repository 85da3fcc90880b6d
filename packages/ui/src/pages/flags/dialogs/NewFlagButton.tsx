import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { useNewFlagProject } from './new-flag-project.ts';

const NewFlagDialog = lazyComponent(() => import('./NewFlagDialog.tsx'), 'NewFlagDialog');

/** Creates a flag in a project that the user chooses. Hidden from users who may not create flags. */
export function NewFlagButton({ project }: { project?: string | undefined }) {
    const [isOpen, dialog] = useDisclosure();
    const initial = useNewFlagProject(project);
    if (initial === undefined) return null;
    return (
        <>
            <Button leftSection={<IconPlus size={15} />} onClick={dialog.open}>
                New flag
            </Button>
            {isOpen && (
                <Suspense fallback={null}>
                    <NewFlagDialog projectId={initial} onClose={dialog.close} choosesProject />
                </Suspense>
            )}
        </>
    );
}
