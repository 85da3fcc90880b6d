import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '../../../api/client.ts';
import { useChange } from '../../../api/use-change.ts';
import type { RequestAt } from './change-request.queries.ts';
import { memberName, memberValue } from './conflict-member.ts';
import classes from './Request.module.css';
import type { RequestedChange } from './requested-changes.ts';

interface Props {
    at: RequestAt;
    change: RequestedChange;
    /** Whether the user is the author, who can resolve the conflict. */
    isResolvable: boolean;
}

function useResolve({ projectId, id }: RequestAt) {
    return useChange(
        ({ changeId, take }: { changeId: number; take: 'mine' | 'theirs' }) =>
            api.POST('/api/admin/projects/{projectId}/change-requests/{id}/changes/{changeId}/resolve', {
                path: { projectId, id, changeId },
                body: { take },
            }),
        {
            successMessage: ({ take }) =>
                take === 'mine' ? 'Your version was kept. It must be approved again.' : 'Their version was taken.',
            invalidates: ['change-requests', 'what-if'],
            isDirect: true,
        },
    );
}

/** Conflicting edits of the author and another user, side by side. */
export function Conflict({ at, change, isResolvable }: Props) {
    const resolve = useResolve(at);
    const members = change.conflictMembers;
    return (
        <section className={classes['conflict']} aria-label="Conflict">
            <p>
                <IconAlertTriangle size={15} />
                {change.conflict}
            </p>
            {members.length > 0 && (
                <table>
                    <thead>
                        <tr>
                            <th scope="col">What</th>
                            <th scope="col">Was</th>
                            <th scope="col">Theirs (live now)</th>
                            <th scope="col">Proposed here</th>
                        </tr>
                    </thead>
                    <tbody>
                        {members.map(({ member, base, current, proposed }) => (
                            <tr key={member}>
                                <th scope="row">{memberName(member)}</th>
                                <td>{memberValue(member, base)}</td>
                                <td>{memberValue(member, current)}</td>
                                <td>{memberValue(member, proposed)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {isResolvable && members.length > 0 && (
                <footer>
                    <Button
                        size="compact-sm"
                        loading={resolve.isPending}
                        onClick={() => resolve.mutate({ changeId: change.id, take: 'mine' })}
                    >
                        Keep mine
                    </Button>
                    <Button
                        size="compact-sm"
                        variant="default"
                        disabled={resolve.isPending}
                        onClick={() => resolve.mutate({ changeId: change.id, take: 'theirs' })}
                    >
                        Take theirs
                    </Button>
                </footer>
            )}
        </section>
    );
}
