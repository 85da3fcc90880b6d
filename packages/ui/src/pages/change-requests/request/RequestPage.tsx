import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconCalendarOff, IconEye } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../../components/layout/Page.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useEnvironments } from '../../environments/environment.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { useSession } from '../../session/session.queries.ts';
import { RequestLink } from '../lists/RequestLink.tsx';
import { StateBadge } from '../lists/StateBadge.tsx';
import { AppliedImpact } from './AppliedImpact.tsx';
import { ApprovalProgress } from './ApprovalProgress.tsx';
import { ChangeList } from './ChangeList.tsx';
import { Conflict } from './Conflict.tsx';
import { type ChangeRequest, type RequestAt, useRequest } from './change-request.queries.ts';
import { requestNumber } from './change-sentences.ts';
import { Discussion } from './Discussion.tsx';
import classes from './Request.module.css';
import { RequestActions } from './RequestActions.tsx';
import { RequestEffect } from './RequestEffect.tsx';
import { RequestTimeline } from './RequestTimeline.tsx';

const route = getRouteApi('/app/projects/$projectId/change-requests/$id');

/** The key remounts the page for each request, so that input and displayed content never apply to another request. */
export function RequestPage() {
    const { projectId, id } = route.useParams();
    return <RequestPageContent key={`${projectId} ${id}`} at={{ projectId, id: Number(id) }} />;
}

function RequestPageContent({ at }: { at: RequestAt }) {
    const request = useRequest(at);
    const { data: project } = useProject(at.projectId);
    return (
        <Page
            title={request.data?.title ?? `Change request #${at.id}`}
            trail={[
                <Link key="projects" to="/projects">
                    Projects
                </Link>,
                <Link key="project" to="/projects/$projectId" params={{ projectId: at.projectId }}>
                    {project?.name ?? at.projectId}
                </Link>,
                <Link
                    key="requests"
                    to="/projects/$projectId"
                    params={{ projectId: at.projectId }}
                    search={{ tab: 'change-requests' }}
                >
                    Change requests
                </Link>,
            ]}
            titleExtra={request.data && <StateBadge state={request.data.state} schedule={request.data.schedule} />}
            about={request.data && <RequestSummary request={request.data} />}
        >
            <QueryContent
                query={request}
                skeleton={<Rows count={8} />}
                missing="It does not exist, or it is a draft of another user."
            >
                {(data) => <Request request={data} />}
            </QueryContent>
        </Page>
    );
}

function RequestSummary({ request }: { request: ChangeRequest }) {
    const { environment, createdBy, createdAt, kind, origin } = request;
    const { data: environments = [] } = useEnvironments();
    return (
        <span className={classes['about']}>
            {requestNumber(request)}
            <EnvironmentMark type={environments.find(({ name }) => name === environment)?.type} width={14} />
            {environment} · {kind === 'schedule' ? 'scheduled' : 'proposed'} by {createdBy.name}
            {origin !== 'person' && ` (${origin})`} <RelativeTime at={createdAt} size="sm" c="dimmed" />
        </span>
    );
}

const OPEN = ['Draft', 'In review', 'Approved', 'Scheduled'];

function Request({ request }: { request: ChangeRequest }) {
    const { data: session } = useSession();
    // The first loaded version. Approvals refer to it until the user has seen another one.
    const [seen, setSeen] = useState(request);
    const isAuthor = request.createdBy.id === session?.user.id;
    const isOpen = OPEN.includes(request.state);
    const isEditable = isAuthor && isOpen && request.state !== 'Scheduled';
    const isStuck = request.schedule !== undefined && request.schedule.status !== 'pending';
    // The author made the edit, so there is no need to show it again.
    if (isAuthor && seen.contentHash !== request.contentHash) setSeen(request);
    const at = { projectId: request.project, id: request.id };
    return (
        <div className={classes['layout']}>
            <div className={classes['main']}>
                {seen.contentHash !== request.contentHash && (
                    <ChangedRequestNotice before={seen} after={request} onSeen={() => setSeen(request)} />
                )}
                <RequestNotices request={request} />
                <Panel title="Changes">
                    <ChangeList
                        request={request}
                        isEditable={isEditable}
                        conflict={(change) =>
                            change.conflict && isOpen ? (
                                <Conflict at={at} change={change} isResolvable={isEditable || (isAuthor && isStuck)} />
                            ) : undefined
                        }
                    />
                </Panel>
                {isOpen && (
                    <Panel title="Impact" about="If applied now, after the requests scheduled before it">
                        <RequestEffect request={request} />
                    </Panel>
                )}
                {request.state === 'Applied' && <AppliedImpact request={request} />}
                {request.state !== 'Draft' && <Discussion request={request} isOpen={isOpen} />}
            </div>
            <div className={classes['side']}>
                <RequestActions request={request} seenHash={seen.contentHash} />
                {isOpen && request.kind === 'request' && <ApprovalProgress request={request} isAuthor={isAuthor} />}
                <Panel title="Timeline">
                    <RequestTimeline request={request} />
                </Panel>
            </div>
        </div>
    );
}

interface ChangedRequestProps {
    before: ChangeRequest;
    after: ChangeRequest;
    onSeen: () => void;
}

/** Shown when another user edits the request while it is displayed. */
function ChangedRequestNotice({ before, after, onSeen }: ChangedRequestProps) {
    return (
        <Alert color="brass" icon={<IconEye size={16} />} role="alert" title="This request changed since you opened it">
            <div className={classes['sides']}>
                <section>
                    <h2>Version you saw</h2>
                    <ChangeList request={before} isEditable={false} />
                </section>
                <section>
                    <h2>Latest version</h2>
                    <ChangeList request={after} isEditable={false} />
                </section>
            </div>
            <Button size="xs" mt="sm" onClick={onSeen}>
                Got it – show latest version
            </Button>
        </Alert>
    );
}

/** Shows why a schedule failed or is suspended, which requests come first, and whether approvals were bypassed. */
function RequestNotices({ request: { project, schedule, breakGlass, state } }: { request: ChangeRequest }) {
    return (
        <>
            {schedule && schedule.status !== 'pending' && (
                <Alert
                    color="red"
                    icon={<IconCalendarOff size={16} />}
                    role="alert"
                    title={
                        schedule.status === 'failed' ? 'This request could not be applied' : 'This request is suspended'
                    }
                >
                    {schedule.reason} Choose another time, apply it now, or reject it.
                </Alert>
            )}
            {schedule && schedule.status === 'pending' && schedule.stackedOn.length > 0 && (
                <Alert color="tide" icon={<IconCalendarOff size={16} />}>
                    Applied after these scheduled requests:{' '}
                    {schedule.stackedOn.map((id) => (
                        <Anchor key={id} size="sm" mr={6} component={RequestLink} project={project} request={id}>
                            #{id}
                        </Anchor>
                    ))}
                </Alert>
            )}
            {breakGlass && state === 'Applied' && (
                <Alert color="brass" icon={<IconAlertTriangle size={16} />} title="Applied without approval">
                    {breakGlass.name}: {breakGlass.reason}
                </Alert>
            )}
        </>
    );
}
