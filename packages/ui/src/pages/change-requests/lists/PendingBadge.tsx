import { Badge } from '@mantine/core';
import { useSession } from '../../session/session.queries.ts';
import type { ListedChangeRequest } from '../request/change-request.queries.ts';
import { pendingOf } from './pending.ts';
import { RequestLink } from './RequestLink.tsx';

interface Props {
    requests: readonly ListedChangeRequest[];
    flag: string;
}

/** A badge for pending changes of a flag in an environment, with a link to the request. */
export function PendingBadge({ requests, flag }: Props) {
    const pending = pendingOf(requests, flag);
    const first = pending?.requests[0];
    if (!pending || !first) return null;
    return (
        <Badge
            size="sm"
            color="brass"
            style={{ cursor: 'pointer' }}
            component={RequestLink}
            project={first.project}
            request={first.id}
        >
            {pending.summary}
        </Badge>
    );
}

/** Badges for pending changes of a strategy: in the user's draft, scheduled, or in another user's request. */
export function StrategyBadges({ requests }: { requests: readonly ListedChangeRequest[] }) {
    const { data: session } = useSession();
    return requests.map((request) => (
        <Badge
            key={request.id}
            size="sm"
            color="brass"
            style={{ cursor: 'pointer' }}
            component={RequestLink}
            project={request.project}
            request={request.id}
        >
            {request.state === 'Draft' && request.createdBy.id === session?.user.id
                ? 'changed in your draft'
                : request.state === 'Scheduled'
                  ? `change scheduled #${request.id}`
                  : `change proposed #${request.id}`}
        </Badge>
    ));
}
