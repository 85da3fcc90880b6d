import { Button, Text } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { CodeMissing } from './lazy.tsx';
import classes from './Section.module.css';

interface Props {
    /** The placeholder during loading. */
    fallback: ReactNode;
    children: ReactNode;
}

/** A part of a screen whose code comes later: where it does not come, that is said in its place, and the rest stays. */
export function Part({ fallback, children }: Props) {
    return (
        <CatchBoundary getResetKey={() => 'part'} errorComponent={PartFailed}>
            <Suspense fallback={fallback}>{children}</Suspense>
        </CatchBoundary>
    );
}

function PartFailed({ error }: ErrorComponentProps) {
    // Whatever else fails is for the screen to tell.
    if (!(error instanceof CodeMissing)) throw error;
    return (
        <div className={classes['failed']} role="status">
            <Text size="sm" c="dimmed">
                {error.message}
            </Text>
            {/* Browsers do not ask again for code that did not come. */}
            <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
                Load the page again
            </Button>
        </div>
    );
}
