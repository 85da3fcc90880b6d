import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { Empty, Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { VARIANT_COLOURS } from '../strategies/WeightBar.tsx';
import type { FlagAt } from './flag.queries.ts';
import { useFlagUsage } from './usage.queries.ts';

const PERIODS = { '24': 'A day', '48': 'Two days', '168': 'A week', '720': 'A month' };

interface Bucket {
    appName: string;
    environment: string;
    timestamp: string;
    yes: number;
    no: number;
    variants?: Record<string, number> | undefined;
}

export function FlagUsage({ at }: { at: FlagAt }) {
    const [hours, setHours] = useState('24');
    const [environment, setEnvironment] = useState<string | null>(null);
    const usage = useFlagUsage(at.featureName, Number(hours));
    return (
        <Loaded query={usage}>
            {(all) => {
                const environments = [...new Set(all.map((bucket) => bucket.environment))];
                const shown = all.filter((bucket) => environment === null || bucket.environment === environment);
                const total = sum(shown, ({ yes, no }) => yes + no);
                return (
                    <Stack gap="md">
                        <Group>
                            <SegmentedControl
                                size="xs"
                                aria-label="Period"
                                data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
                                value={hours}
                                onChange={setHours}
                            />
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
                                asked {total.toLocaleString('en')} times
                            </Text>
                        </Group>
                        {total === 0 ? (
                            <Empty title="Nobody asked in this time" icon={<IconChartBar size={22} />}>
                                SDKs report about once a minute how often each flag was asked for, and what was
                                answered.
                            </Empty>
                        ) : (
                            <Charts buckets={shown} />
                        )}
                    </Stack>
                );
            }}
        </Loaded>
    );
}

const sum = <T,>(list: readonly T[], value: (item: T) => number) =>
    list.reduce((total, item) => total + value(item), 0);

const hour = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });

function Charts({ buckets }: { buckets: Bucket[] }) {
    const byHour = Object.entries(Object.groupBy(buckets, ({ timestamp }) => timestamp))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([timestamp, list = []]) => ({
            hour: hour.format(new Date(timestamp)),
            Yes: sum(list, ({ yes }) => yes),
            No: sum(list, ({ no }) => no),
        }));
    const byApplication = Object.entries(
        Object.groupBy(buckets, ({ appName, environment }) => `${appName} in ${environment}`),
    ).map(([name, list = []]) => ({
        name,
        yes: sum(list, ({ yes }) => yes),
        no: sum(list, ({ no }) => no),
    }));
    const variants = new Map<string, number>();
    for (const bucket of buckets) {
        for (const [name, count] of Object.entries(bucket.variants ?? {}))
            variants.set(name, (variants.get(name) ?? 0) + count);
    }
    return (
        <>
            <Panel title="Answers by the hour">
                <BarChart
                    h={240}
                    data={byHour}
                    dataKey="hour"
                    type="stacked"
                    withLegend
                    gridAxis="y"
                    series={[
                        { name: 'Yes', color: 'tide.5' },
                        { name: 'No', color: 'gray.4' },
                    ]}
                    valueFormatter={(value) => value.toLocaleString('en')}
                />
            </Panel>
            <Panel title="By application" flush>
                <Table
                    label="Usage by application"
                    rows={byApplication}
                    rowKey={({ name }) => name}
                    columns={[
                        { title: 'Application', isMain: true, cell: ({ name }) => <b>{name}</b> },
                        { title: 'Yes', width: 110, align: 'right', cell: ({ yes }) => yes.toLocaleString('en') },
                        { title: 'No', width: 110, align: 'right', cell: ({ no }) => no.toLocaleString('en') },
                    ]}
                />
            </Panel>
            {variants.size > 0 && (
                <Panel title="By variant">
                    <BarChart
                        h={Math.max(90, variants.size * 44)}
                        orientation="vertical"
                        yAxisProps={{ width: 110 }}
                        data={[...variants].map(([variant, count], index) => ({
                            variant,
                            Answers: count,
                            color: VARIANT_COLOURS[index % VARIANT_COLOURS.length],
                        }))}
                        dataKey="variant"
                        series={[{ name: 'Answers', color: 'tide.5' }]}
                        valueFormatter={(value) => value.toLocaleString('en')}
                    />
                </Panel>
            )}
        </>
    );
}
