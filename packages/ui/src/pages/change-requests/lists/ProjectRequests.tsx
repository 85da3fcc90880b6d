import { SegmentedControl } from '@mantine/core';
import { IconGitPullRequest } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Empty, QueryContent, Rows } from '../../../components/layout/States.tsx';
import { Calendar } from '../calendar/Calendar.tsx';
import { useProjectRequests } from '../request/change-request.queries.ts';
import { RequestTable } from './RequestTable.tsx';
import { isClosed, toRow } from './request-rows.ts';

type RequestView = 'open' | 'closed' | 'calendar';

/** The open, closed and scheduled requests of a project. */
export function ProjectRequests({ projectId }: { projectId: string }) {
    const [shown, setShown] = useState<RequestView>('open');
    const requests = useProjectRequests(projectId);
    const choice = (
        <SegmentedControl
            size="xs"
            aria-label="Which change requests"
            value={shown}
            // The values are those passed below.
            onChange={(value) => setShown(value as RequestView)}
            data={[
                { value: 'open', label: 'Open' },
                { value: 'closed', label: 'Closed' },
                { value: 'calendar', label: 'Calendar' },
            ]}
        />
    );
    if (shown === 'calendar') return <Calendar projectId={projectId} tools={choice} />;
    return (
        <QueryContent query={requests} skeleton={<Rows />}>
            {(list) => (
                <RequestTable
                    label={shown === 'open' ? 'Open change requests' : 'Closed change requests'}
                    rows={list.filter((request) => isClosed(request) === (shown === 'closed')).map(toRow)}
                    tools={choice}
                    empty={
                        <Empty
                            title={shown === 'open' ? 'No open change requests' : 'No closed change requests'}
                            icon={<IconGitPullRequest size={22} />}
                        >
                            {shown === 'open' ? (
                                <>
                                    Changes in environments that require approval wait here until they are approved.
                                    Configure this in the{' '}
                                    <Link
                                        to="/projects/$projectId"
                                        params={{ projectId }}
                                        search={{ tab: 'settings', section: 'approvals' }}
                                    >
                                        settings of the project
                                    </Link>
                                    .
                                </>
                            ) : (
                                'Applied, rejected and cancelled requests are listed here.'
                            )}
                        </Empty>
                    }
                />
            )}
        </QueryContent>
    );
}
