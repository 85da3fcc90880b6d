import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
    projectId: string;
    feature: string;
    /** In a form, the flag opens in another tab, so that no input is lost. */
    isInForm?: boolean;
    children?: ReactNode;
}

/** A link to a flag within a sentence. */
export const FlagLink = ({ projectId, feature, isInForm = false, children = `Open ${feature}` }: Props) => (
    <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
            <Link
                to="/projects/$projectId/features/$featureName"
                params={{ projectId, featureName: feature }}
                search={{}}
                {...(isInForm && { target: '_blank' })}
                {...props}
            />
        )}
    >
        {children}
    </Anchor>
);
