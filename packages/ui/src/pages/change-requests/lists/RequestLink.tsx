import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'id'> {
    project: string;
    request: number;
}

/** A link to the page of a request. */
export function RequestLink({ project, request, ...anchor }: Props) {
    return (
        <Link
            {...anchor}
            to="/projects/$projectId/change-requests/$id"
            params={{ projectId: project, id: String(request) }}
        />
    );
}
