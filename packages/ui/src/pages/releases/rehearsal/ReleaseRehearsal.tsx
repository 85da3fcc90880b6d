import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/client.ts';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { Table } from '../../../components/lists/Table.tsx';
import { count, formatShare } from '../../../components/text/numbers.ts';
import { dateTime } from '../../../components/time/time.tsx';
import type { FlagEnvironmentAt } from '../../flags/flag-requests.ts';
import classes from './ReleaseRehearsal.module.css';
import { type Rehearsal, type RehearsedMilestone, type RehearsedPlan, useRehearsal } from './rehearsal.queries.ts';
import {
    describeAssumptions,
    describeLosers,
    describeStart,
    describeUsers,
    shareBoundsOf,
    shareOf,
} from './rehearsal-sentences.ts';

interface Props {
    at: FlagEnvironmentAt;
    plan: RehearsedPlan;
    milestones: readonly { name: string }[];
    /** The strategies of a milestone. */
    about?: (index: number) => ReactNode;
}

const HEIGHT = 120;

/** Before a plan starts: who gets the feature with each milestone, when each starts, and what else would change the flag. */
export function ReleaseRehearsal({ at, plan, milestones, about }: Props) {
    const { data, error } = useRehearsal(at, plan);
    const rows = milestones.map(({ name }, index) => ({ name, index, result: data?.milestones[index] }));
    return (
        <Stack gap="sm">
            {error ? (
                <Alert color="brass" icon={<IconAlertTriangle size={16} />} role="status" title="Not rehearsed">
                    {messageOf(error)} Who gets the feature, and when, is unknown.
                </Alert>
            ) : data ? (
                <Curve rehearsal={data} />
            ) : (
                <Skeleton height={HEIGHT + 46} aria-busy="true" />
            )}
            <Table
                label={count(milestones.length, 'milestone')}
                rows={rows}
                rowKey={({ index }) => index}
                columns={[
                    {
                        title: count(milestones.length, 'milestone'),
                        isMain: true,
                        cell: ({ name, index }) => (
                            <div className={classes['milestone']}>
                                <b>{name}</b>
                                {about?.(index)}
                            </div>
                        ),
                    },
                    {
                        title: 'Who has it',
                        cell: ({ result }) => <Users milestone={result} hasFailed={error !== null} />,
                    },
                    { title: 'Starts', cell: ({ result }) => <Start milestone={result} hasFailed={error !== null} /> },
                ]}
            />
            {data && <Notes rehearsal={data} isNew={plan.planId === undefined} />}
            {data && data.conflicts.length > 0 && <Conflicts at={at} conflicts={data.conflicts} />}
        </Stack>
    );
}

/** The share of users over the milestones. Milestones without a measurement are gaps. */
function Curve({ rehearsal: { milestones } }: { rehearsal: Rehearsal }) {
    const users = milestones.map((milestone) => milestone.users);
    const shares = users.map(shareOf);
    if (shares.every((share) => share === null)) {
        return (
            <Alert color="brass" icon={<IconInfoCircle size={16} />} role="status">
                Who gets the feature cannot be shown: {users[0]?.reason ?? 'no milestone could be rehearsed.'}
            </Alert>
        );
    }
    return (
        <Chart
            label="Share of users who have the feature"
            title="Share of users who have the feature"
            height={HEIGHT}
            max={1}
            hasDecimals
            format={formatShare}
            bins={milestones.map(({ name }) => name)}
            series={[{ name: 'Share', colour: chartColour(0), isLine: true, values: shares }]}
            {...(users.some((each) => shareBoundsOf(each)) && {
                band: {
                    lows: users.map((each) => shareBoundsOf(each)?.[0] ?? shareOf(each)),
                    highs: users.map((each) => shareBoundsOf(each)?.[1] ?? shareOf(each)),
                    colour: chartColour(0),
                },
            })}
        />
    );
}

interface CellProps {
    milestone: RehearsedMilestone | undefined;
    hasFailed: boolean;
}

function Users({ milestone, hasFailed }: CellProps) {
    if (!milestone) return <Pending hasFailed={hasFailed} />;
    const losers = describeLosers(milestone.users);
    return (
        <div className={classes['cell']}>
            <span>{describeUsers(milestone.users)}</span>
            {losers && (
                <Text size="xs" c="red">
                    {losers}
                </Text>
            )}
        </div>
    );
}

function Start({ milestone, hasFailed }: CellProps) {
    if (!milestone) return <Pending hasFailed={hasFailed} />;
    const { start } = milestone;
    return (
        <div className={classes['cell']}>
            <span>{describeStart(start)}</span>
            {start.reason && start.state !== 'by hand' && (
                <Text size="xs" c="dimmed">
                    {start.reason}
                </Text>
            )}
        </div>
    );
}

const Pending = ({ hasFailed }: { hasFailed: boolean }) =>
    hasFailed ? <Text c="dimmed">Unknown</Text> : <Skeleton height={14} width={110} aria-busy="true" />;

/** The source of the numbers. */
function Notes({ rehearsal, isNew }: { rehearsal: Rehearsal; isNew: boolean }) {
    const users = rehearsal.milestones.flatMap((milestone) => milestone.users ?? []);
    const notes = new Set(
        users.flatMap(({ note, state, reason }) => [note ?? '', state === 'withheld' ? (reason ?? '') : '']),
    );
    return (
        <Text size="xs" c="dimmed">
            {[...notes].filter(Boolean).join(' ')} {describeAssumptions(rehearsal, isNew)}
        </Text>
    );
}

function Conflicts({ at, conflicts }: { at: FlagEnvironmentAt; conflicts: Rehearsal['conflicts'] }) {
    return (
        <Alert
            color="brass"
            icon={<IconAlertTriangle size={16} />}
            role="status"
            title={`${count(conflicts.length, 'open change request')} may change this release`}
        >
            <ul className={classes['conflicts']}>
                {conflicts.map(({ changeRequest, title, state, about, scheduledAt, reason }) => (
                    <li key={changeRequest}>
                        <Link
                            to="/projects/$projectId/change-requests/$id"
                            params={{ projectId: at.projectId, id: String(changeRequest) }}
                        >
                            {title}
                        </Link>{' '}
                        {scheduledAt ? `is scheduled for ${dateTime(scheduledAt)}` : `is ${state.toLowerCase()}`}
                        {about === 'segment' && ', and changes a segment of a milestone'}
                        {reason && `. ${reason}`}
                    </li>
                ))}
            </ul>
        </Alert>
    );
}
