import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { Allowed } from '../../components/access/Allowed.tsx';
import { later } from '../../components/layout/later.tsx';
import { MAY_REVERT, type RevertQuery } from './revert.queries.ts';

const RevertDialog = later(() => import('./RevertDialog.tsx'), 'RevertDialog');

interface Props extends ButtonProps, Pick<ComponentProps<typeof RevertDialog>, 'onDone'> {
    question: RevertQuery;
    /** What is asked, as a title. */
    title: string;
    /** What to tell when it is done. */
    says: string;
    children: string;
}

/** Puts something back as it was, once it has shown what that would do and for whom. */
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
