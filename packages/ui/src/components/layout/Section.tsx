import { Button, Text } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { MissingCodeError } from './lazy.tsx';
import classes from './Section.module.css';

interface Props {
    /** The placeholder during loading. */
    fallback: ReactNode;
    children: ReactNode;
}

/** A section of a page whose code is loaded separately. If loading fails, only this section shows the error. */
export function Section({ fallback, children }: Props) {
    return (
        <CatchBoundary getResetKey={() => 'part'} errorComponent={SectionError}>
            <Suspense fallback={fallback}>{children}</Suspense>
        </CatchBoundary>
    );
}

function SectionError({ error }: ErrorComponentProps) {
    // The page handles other errors.
    if (!(error instanceof MissingCodeError)) throw error;
    return (
        <div className={classes['failed']} role="status">
            <Text size="sm" c="dimmed">
                {error.message}
            </Text>
            {/* Browsers do not retry a failed import of a module. */}
            <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
                Load the page again
            </Button>
        </div>
    );
}
