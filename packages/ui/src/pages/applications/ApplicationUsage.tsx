import { Text } from '@mantine/core';
import { useState } from 'react';
import { Chart } from '../../components/charts/Chart.tsx';
import { chartColour } from '../../components/charts/colours.ts';
import { isDaily, PeriodSelect } from '../../components/charts/PeriodSelect.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { dayAndMonth, dayWithWeekday } from '../../components/time/calendar-days.ts';
import { dateTime, timeOfDay } from '../../components/time/time.tsx';
import { useApplicationUsage, useEnvironmentOrder } from './application.queries.ts';

/** The evaluations of an application over time, per environment. */
export function ApplicationUsage({ appName }: { appName: string }) {
    const [hours, setHours] = useState(24);
    const usage = useApplicationUsage(appName, hours);
    const order = useEnvironmentOrder();
    const title = isDaily(hours) ? 'Evaluations per day' : 'Evaluations per hour';
    return (
        <Panel title={title} actions={<PeriodSelect hours={hours} onChange={setHours} />}>
            <QueryContent query={usage}>
                {({ times, environments }) =>
                    environments.length === 0 ? (
                        <Text size="sm" c="dimmed">
                            No evaluations in this period.
                        </Text>
                    ) : (
                        <Chart
                            label={title}
                            isStacked
                            bins={times.map((time) => (isDaily(hours) ? dayAndMonth(time) : timeOfDay(time)))}
                            titleOf={(bin) => (isDaily(hours) ? dayWithWeekday(times[bin]!) : dateTime(times[bin]!))}
                            series={environments
                                .toSorted((a, b) => order(a.name, b.name))
                                .map(({ name, evaluations }, index) => ({
                                    name,
                                    colour: chartColour(index),
                                    values: evaluations,
                                }))}
                        />
                    )
                }
            </QueryContent>
        </Panel>
    );
}
