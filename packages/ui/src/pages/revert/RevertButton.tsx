import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { Allowed } from '../../components/access/Allowed.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { MAY_REVERT, type RevertQuery } from './revert.queries.ts';

const RevertDialog = lazyComponent(() => import('./RevertDialog.tsx'), 'RevertDialog');

interface Props extends ButtonProps, Pick<ComponentProps<typeof RevertDialog>, 'onDone'> {
    question: RevertQuery;
    /** The title of the dialog. */
    title: string;
    /** The success message. */
    says: string;
    children: string;
}

/** Reverts something after showing the effect. */
export function RevertButton({ question, title, says, onDone, children, ...button }: Props) {
    const [isAsking, setIsAsking] = useState(false);
    const { project, environment } = question;
    return (
        <>
            <Allowed to={MAY_REVERT} project={project} environment={environment}>
                <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconArrowBackUp size={14} />}
                    {...button}
                    onClick={() => setIsAsking(true)}
                >
                    {children}
                </Button>
            </Allowed>
            {isAsking && (
                <Suspense fallback={null}>
                    <RevertDialog
                        question={question}
                        title={title}
                        says={says}
                        onClose={() => setIsAsking(false)}
                        onDone={onDone}
                    />
                </Suspense>
            )}
        </>
    );
}
