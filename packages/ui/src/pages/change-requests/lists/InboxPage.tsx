import { Badge, SegmentedControl, Tabs } from '@mantine/core';
import { IconGitPullRequest, IconInbox } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../../components/layout/Page.tsx';
import { Empty, QueryContent, Rows } from '../../../components/layout/States.tsx';
import { Calendar } from '../calendar/Calendar.tsx';
import { useInbox } from '../request/change-request.queries.ts';
import { RequestTable } from './RequestTable.tsx';
import { toRequestRow } from './request-rows.ts';
import { useRequestSearch } from './search.queries.ts';

const route = getRouteApi('/app/change-requests');

/** The requests of all projects: those waiting for the user first. */
export function InboxPage() {
    const { tab = 'waiting' } = route.useSearch();
    const navigate = useNavigate();
    const inbox = useInbox();
    const waiting = inbox.data?.waitingForMe.length ?? 0;
    return (
        <Page
            title="Change requests"
            about="Changes waiting for approval."
            docs="concepts/change-requests"
            tabs={
                <Tabs
                    value={tab}
                    mt="xs"
                    onChange={(value) =>
                        void navigate({
                            to: '/change-requests',
                            search: { tab: value === 'waiting' ? undefined : (value ?? undefined) },
                        })
                    }
                >
                    <Tabs.List>
                        <Tabs.Tab
                            value="waiting"
                            rightSection={
                                waiting > 0 && (
                                    <Badge size="sm" variant="filled">
                                        {waiting}
                                    </Badge>
                                )
                            }
                        >
                            Waiting for me
                        </Tabs.Tab>
                        <Tabs.Tab value="mine">Mine</Tabs.Tab>
                        <Tabs.Tab value="all">All</Tabs.Tab>
                        <Tabs.Tab value="calendar">Calendar</Tabs.Tab>
                    </Tabs.List>
                </Tabs>
            }
        >
            {tab === 'calendar' && <Calendar />}
            {tab === 'all' && <All />}
            {tab === 'mine' && (
                <QueryContent query={inbox} skeleton={<Rows />}>
                    {({ mine }) => (
                        <RequestTable
                            label="My change requests"
                            withProject
                            rows={mine.map(toRequestRow)}
                            empty={
                                <Empty title="No change requests yet" icon={<IconGitPullRequest size={22} />}>
                                    Changes that need approval go into your draft; from there you send them to review.
                                </Empty>
                            }
                        />
                    )}
                </QueryContent>
            )}
            {tab === 'waiting' && (
                <QueryContent query={inbox} skeleton={<Rows />}>
                    {({ waitingForMe }) => (
                        <RequestTable
                            label="Change requests waiting for me"
                            withProject
                            rows={waitingForMe.map((request) => ({
                                ...toRequestRow(request),
                                note: `${request.todo === 'apply' ? 'to be applied' : 'to be reviewed'}${request.isAsked ? ', review requested' : ''}`,
                            }))}
                            empty={
                                <Empty title="Nothing waiting for you" icon={<IconInbox size={22} />}>
                                    Requests that you can approve or apply, or were asked to review, appear here.
                                </Empty>
                            }
                        />
                    )}
                </QueryContent>
            )}
        </Page>
    );
}

function All() {
    const [state, setState] = useState<'open' | 'closed'>('open');
    const results = useRequestSearch(state);
    return (
        <QueryContent query={results} skeleton={<Rows />}>
            {(rows) => (
                <RequestTable
                    label={`All ${state} change requests`}
                    withProject
                    rows={rows}
                    tools={
                        <SegmentedControl
                            size="xs"
                            aria-label="Which change requests"
                            value={state}
                            // The values are those passed above.
                            onChange={(value) => setState(value as typeof state)}
                            data={[
                                { value: 'open', label: 'Open' },
                                { value: 'closed', label: 'Closed' },
                            ]}
                        />
                    }
                    empty={
                        <Empty title="No change requests" icon={<IconGitPullRequest size={22} />}>
                            Require approvals in the settings of a project; change requests then appear here.
                        </Empty>
                    }
                />
            )}
        </QueryContent>
    );
}
