import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { isDaily, PeriodSelect } from '../../../components/charts/PeriodSelect.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { Empty, QueryContent } from '../../../components/layout/States.tsx';
import { compareValues } from '../../../components/lists/order.ts';
import { Table } from '../../../components/lists/Table.tsx';
import { count, formatNumber, formatShare } from '../../../components/text/numbers.ts';
import { dateTime, shortDay, timeOfDay } from '../../../components/time/time.tsx';
import type { FlagAt } from '../flag-requests.ts';
import classes from './FlagUsage.module.css';
import { useFlagUsage } from './usage.queries.ts';

interface Bucket {
    appName: string;
    environment: string;
    timestamp: string;
    yes: number;
    no: number;
    variants?: Record<string, number> | undefined;
}

export function FlagUsage({ at }: { at: FlagAt }) {
    const [hours, setHours] = useState(24);
    const [environment, setEnvironment] = useState<string | null>(null);
    const usage = useFlagUsage(at.featureName, hours);
    return (
        <QueryContent query={usage}>
            {(all) => {
                const environments = [...new Set(all.map((bucket) => bucket.environment))];
                const shown = all.filter((bucket) => environment === null || bucket.environment === environment);
                const total = sum(shown, ({ yes, no }) => yes + no);
                return (
                    <Stack gap="md">
                        <Group>
                            <PeriodSelect hours={hours} onChange={setHours} />
                            <Select
                                aria-label="Environment"
                                size="xs"
                                placeholder="All environments"
                                clearable
                                data={environments}
                                value={environment}
                                onChange={setEnvironment}
                            />
                            <Text size="sm" c="dimmed">
                                {count(total, 'evaluation')}
                            </Text>
                            {total > 0 && (
                                <Text size="sm" c="dimmed">
                                    {formatShare(sum(shown, ({ yes }) => yes) / total)} on
                                </Text>
                            )}
                        </Group>
                        {total === 0 ? (
                            <Empty title="No evaluations in this period" icon={<IconChartBar size={22} />}>
                                SDKs report evaluations and their results about once a minute.
                            </Empty>
                        ) : (
                            <Charts buckets={shown} hours={hours} />
                        )}
                    </Stack>
                );
            }}
        </QueryContent>
    );
}

const sum = <T,>(list: readonly T[], value: (item: T) => number) =>
    list.reduce((total, item) => total + value(item), 0);

function Charts({ buckets, hours }: { buckets: Bucket[]; hours: number }) {
    const byTime = Object.entries(Object.groupBy(buckets, ({ timestamp }) => timestamp))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([timestamp, list = []]) => ({
            timestamp,
            yes: sum(list, ({ yes }) => yes),
            no: sum(list, ({ no }) => no),
        }));
    const byApplication = Object.values(
        Object.groupBy(buckets, ({ appName, environment }) => JSON.stringify([appName, environment])),
    ).flatMap((list = []) => {
        const [first] = list;
        if (!first) return [];
        const { appName, environment } = first;
        return { appName, environment, yes: sum(list, ({ yes }) => yes), no: sum(list, ({ no }) => no) };
    });
    const title = isDaily(hours) ? 'Evaluations per day' : 'Evaluations per hour';
    return (
        <>
            <Panel title={title}>
                <Chart
                    label={title}
                    isStacked
                    bins={byTime.map(({ timestamp }) => (isDaily(hours) ? shortDay(timestamp) : timeOfDay(timestamp)))}
                    titleOf={(bin) => dateTime(byTime[bin]!.timestamp)}
                    series={[
                        { name: 'On', colour: 'var(--h-accent)', values: byTime.map(({ yes }) => yes) },
                        { name: 'Off', colour: 'var(--h-line-strong)', values: byTime.map(({ no }) => no) },
                    ]}
                />
            </Panel>
            <Panel title="By application" flush>
                <Table
                    label="Usage by application"
                    rows={byApplication}
                    rowKey={({ appName, environment }) => `${appName} ${environment}`}
                    columns={[
                        {
                            title: 'Application',
                            isMain: true,
                            cell: ({ appName }) => (
                                <Anchor
                                    renderRoot={(props) => (
                                        <Link to="/applications/$appName" params={{ appName }} {...props} />
                                    )}
                                    c="inherit"
                                    fz="inherit"
                                    fw={550}
                                >
                                    {appName}
                                </Anchor>
                            ),
                        },
                        { title: 'Environment', cell: ({ environment }) => environment },
                        { title: 'On', width: 110, align: 'right', cell: ({ yes }) => formatNumber(yes) },
                        { title: 'Off', width: 110, align: 'right', cell: ({ no }) => formatNumber(no) },
                        {
                            title: 'Share on',
                            width: 120,
                            align: 'right',
                            cell: ({ yes, no }) => formatShare(yes / Math.max(1, yes + no)),
                        },
                    ]}
                />
            </Panel>
            <Variants buckets={buckets} />
        </>
    );
}

function Variants({ buckets }: { buckets: Bucket[] }) {
    const variants = new Map<string, number>();
    for (const bucket of buckets) {
        for (const [name, count] of Object.entries(bucket.variants ?? {}))
            variants.set(name, (variants.get(name) ?? 0) + count);
    }
    if (variants.size === 0) return null;
    const total = sum([...variants.values()], (count) => count);
    return (
        <Panel title="By variant">
            <dl className={classes['variants']}>
                {[...variants]
                    .sort(([a], [b]) => compareValues(a, b))
                    .map(([name, count], index) => {
                        const share = total === 0 ? 0 : (100 * count) / total;
                        return (
                            <div key={name}>
                                <dt>{name}</dt>
                                <dd>
                                    <span
                                        style={{
                                            width: `${share}%`,
                                            background: chartColour(index),
                                        }}
                                        aria-hidden="true"
                                    />
                                </dd>
                                <dd className="num">{formatNumber(count)}</dd>
                                <dd className="num">{formatShare(share / 100)}</dd>
                            </div>
                        );
                    })}
            </dl>
        </Panel>
    );
}
