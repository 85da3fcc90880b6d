import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { Table, type TableColumn } from '../../../components/lists/Table.tsx';
import { listed } from '../../../components/text/listed.ts';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useEnvironments } from '../../environments/environment.queries.ts';
import type { RequestState } from '../request/change-request.queries.ts';
import { requestNumber } from '../request/change-sentences.ts';
import { RequestLink } from './RequestLink.tsx';
import classes from './RequestTable.module.css';
import { StateBadge } from './StateBadge.tsx';

/** A row of a list of requests. */
export interface RequestRow {
    id: number;
    title: string;
    project: string;
    environment: string;
    state: RequestState;
    createdBy: string;
    createdAt: string;
    /** The flags and segments that the request changes. */
    about: readonly string[];
    /** An additional note. */
    note?: string;
    schedule?: { scheduledAt: string; timeZone?: string; status?: string } | undefined;
}

interface Props {
    label: string;
    rows: readonly RequestRow[];
    withProject?: boolean;
    tools?: ReactNode;
    empty: ReactNode;
}

const MAX_NAMED = 3;

export function RequestTable({ label, rows, withProject = false, tools, empty }: Props) {
    const { data: environments = [] } = useEnvironments();
    const typeOf = (name: string) => environments.find((environment) => environment.name === name)?.type;
    const columns: TableColumn<RequestRow>[] = [
        {
            title: 'Request',
            isMain: true,
            sort: ({ title }) => title,
            cell: ({ id, title, project, about, note }) => (
                <div className={classes['request']}>
                    <RequestLink project={project} request={id}>
                        {title}
                    </RequestLink>
                    <span>
                        {[requestNumber({ id, title }), abbreviatedList(about), note].filter(Boolean).join(' · ')}
                    </span>
                </div>
            ),
        },
        ...(withProject
            ? [{ title: 'Project', width: 150, sort: ({ project }: RequestRow) => project, cell: projectCell }]
            : []),
        {
            title: 'Environment',
            width: 150,
            sort: ({ environment }) => environment,
            cell: ({ environment }) => (
                <span className={classes['environment']}>
                    <EnvironmentMark type={typeOf(environment)} width={14} />
                    {environment}
                </span>
            ),
        },
        {
            title: 'State',
            width: 190,
            sort: ({ state }) => state,
            cell: ({ state, schedule }) => <StateBadge state={state} schedule={schedule} />,
        },
        { title: 'By', width: 140, sort: ({ createdBy }) => createdBy, cell: ({ createdBy }) => createdBy },
        {
            title: 'Created',
            width: 120,
            sort: ({ createdAt }) => createdAt,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
        },
    ];
    return (
        <Table
            label={label}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            find={({ id, title, project, environment, about, createdBy }) =>
                [`#${id}`, title, project, environment, createdBy, ...about].join(' ')
            }
            tools={tools}
            empty={empty}
        />
    );
}

const projectCell = ({ project }: RequestRow) => (
    <Link className={classes['project']} to="/projects/$projectId" params={{ projectId: project }}>
        {project}
    </Link>
);

function abbreviatedList(about: readonly string[]): string {
    if (about.length <= MAX_NAMED) return listed(about) || 'nothing yet';
    return `${about.slice(0, MAX_NAMED - 1).join(', ')} and ${about.length - MAX_NAMED + 1} more`;
}
