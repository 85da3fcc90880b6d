import { Chart } from '../../components/charts/Chart.tsx';
import { formatNumber } from '../../components/text/numbers.ts';
import { dayAndMonth, monthName } from '../../components/time/calendar-days.ts';
import { ageLabel, flagTypeColour } from './insight-labels.ts';
import type { Figures } from './insights.queries.ts';
import { useFigureMarkers } from './use-figure-markers.ts';

/** The weeks of an organisation that has used flags for less than twelve weeks; otherwise the months. */
const binsOf = ({ weeks, months }: Figures) =>
    weeks.length > 0
        ? weeks.map(({ week, ...figures }) => ({ label: dayAndMonth(week), ...figures }))
        : months.map(({ month, ...figures }) => ({ label: monthName(month), ...figures }));

/** The number of flags by age and type. */
export function AgeChart({ figures: { ages, types } }: { figures: Figures }) {
    return (
        <Chart
            label="Flags by age and type"
            isStacked
            bins={ages.map(ageLabel)}
            series={types.map(({ type, byAge }) => ({ name: type, colour: flagTypeColour(type), values: byAge }))}
        />
    );
}

/** The health of flags at the end of each month or week. */
export function HealthChart({ figures }: { figures: Figures }) {
    const bins = binsOf(figures);
    const markers = useFigureMarkers(figures);
    return (
        <Chart
            label="Health over time"
            markers={markers}
            bins={bins.map(({ label }) => label)}
            max={100}
            format={(value) => `${value}%`}
            series={[
                {
                    name: 'Health',
                    colour: 'var(--mantine-color-green-5)',
                    values: bins.map(({ health }) => health),
                    isLine: true,
                },
            ]}
        />
    );
}

/** The number of created, archived and existing flags per month or week. */
export function FlowChart({ figures }: { figures: Figures }) {
    const bins = binsOf(figures);
    const markers = useFigureMarkers(figures);
    return (
        <Chart
            label="Created and archived"
            markers={markers}
            bins={bins.map(({ label }) => label)}
            series={[
                { name: 'Created', colour: 'var(--h-accent)', values: bins.map(({ created }) => created) },
                { name: 'Archived', colour: 'var(--h-line-strong)', values: bins.map(({ archived }) => archived) },
                {
                    name: 'All flags',
                    colour: 'var(--mantine-color-brass-5)',
                    values: bins.map(({ total }) => total),
                    isLine: true,
                },
            ]}
        />
    );
}

/** The time from creation to production, by the month or week of reaching production. */
export function ProductionChart({ figures }: { figures: Figures }) {
    const bins = binsOf(figures);
    return (
        <Chart
            label="Time to production"
            bins={bins.map(({ label }) => label)}
            format={(value) => `${formatNumber(value)} d`}
            series={[
                {
                    name: 'Days',
                    colour: 'var(--mantine-color-blue-5)',
                    values: bins.map(({ daysToProduction }) => daysToProduction),
                },
            ]}
        />
    );
}
