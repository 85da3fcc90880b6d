import { Badge, SegmentedControl, Tabs } from '@mantine/core';
import { IconGitPullRequest, IconInbox } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../../components/layout/Page.tsx';
import { Empty, Loaded, Rows } from '../../../components/layout/States.tsx';
import { Calendar } from '../calendar/Calendar.tsx';
import { useInbox } from '../request/change-request.queries.ts';
import { RequestTable } from './RequestTable.tsx';
import { foundRow } from './request-rows.ts';
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
            about="What is proposed, where changes need others to agree."
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
                <Loaded query={inbox} skeleton={<Rows />}>
                    {({ mine }) => (
                        <RequestTable
                            label="My change requests"
                            withProject
                            rows={mine.map(foundRow)}
                            empty={
                                <Empty title="You have proposed nothing" icon={<IconGitPullRequest size={22} />}>
                                    Change something where others have to agree: it goes into your draft, and from there
                                    to review.
                                </Empty>
                            }
                        />
                    )}
                </Loaded>
            )}
            {tab === 'waiting' && (
                <Loaded query={inbox} skeleton={<Rows />}>
                    {({ waitingForMe }) => (
                        <RequestTable
                            label="Change requests that wait for me"
                            withProject
                            rows={waitingForMe.map((request) => ({
                                ...foundRow(request),
                                note: `${request.todo === 'apply' ? 'to be applied' : 'to be reviewed'}${request.isAsked ? ', you were asked' : ''}`,
                            }))}
                            empty={
                                <Empty title="Nothing waits for you" icon={<IconInbox size={22} />}>
                                    What you can approve or apply, or were asked to look at, stands here.
                                </Empty>
                            }
                        />
                    )}
                </Loaded>
            )}
        </Page>
    );
}

function All() {
    const [state, setState] = useState<'open' | 'closed'>('open');
    const found = useRequestSearch(state);
    return (
        <Loaded query={found} skeleton={<Rows />}>
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
                            // The values are those given here.
                            onChange={(value) => setState(value as typeof state)}
                            data={[
                                { value: 'open', label: 'Open' },
                                { value: 'closed', label: 'Closed' },
                            ]}
                        />
                    }
                    empty={
                        <Empty title="There are none" icon={<IconGitPullRequest size={22} />}>
                            Ask for approvals in the settings of a project, and what is proposed there stands here.
                        </Empty>
                    }
                />
            )}
        </Loaded>
    );
}
