import { BarChart, CompositeChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatNumber } from '../../components/text/numbers.ts';
import { monthName } from '../../components/time/calendar-days.ts';
import { VARIANT_COLOURS } from '../strategies/WeightBar.tsx';
import { ageInWords } from './insight-labels.ts';
import type { Figures } from './insights.queries.ts';

const COMMON = {
    tickLine: 'none',
    withLegend: true,
    yAxisProps: { allowDecimals: false },
    valueFormatter: formatNumber,
} as const;

/** The number of flags by age and type. */
export function AgeChart({ figures: { ages, types }, height }: { figures: Figures; height: number }) {
    // Sorted by name, so that the colour of a type does not depend on its number of flags.
    const names = types.map(({ type }) => type).sort();
    return (
        <BarChart
            {...COMMON}
            xAxisProps={{ interval: 0 }}
            h={height}
            type="stacked"
            dataKey="age"
            data={ages.map((age, index) => ({
                age: ageInWords(age),
                ...Object.fromEntries(types.map(({ type, byAge }) => [type, byAge[index] ?? 0])),
            }))}
            series={types.map(({ type }) => ({
                name: type,
                color: VARIANT_COLOURS[names.indexOf(type) % VARIANT_COLOURS.length] ?? 'tide.5',
            }))}
        />
    );
}

/** The health of flags at the end of each month. */
export function HealthChart({ figures: { months }, height }: { figures: Figures; height: number }) {
    return (
        <LineChart
            {...COMMON}
            withLegend={false}
            h={height}
            dataKey="month"
            data={months.map(({ month, health }) => ({ month: monthName(month), Health: health }))}
            series={[{ name: 'Health', color: 'green.5' }]}
            yAxisProps={{ domain: [0, 100] }}
            unit="%"
            curveType="linear"
        />
    );
}

/** The number of created, archived and existing flags per month. */
export function FlowChart({ figures: { months }, height }: { figures: Figures; height: number }) {
    return (
        <CompositeChart
            {...COMMON}
            h={height}
            dataKey="month"
            data={months.map(({ month, created, archived, total }) => ({
                month: monthName(month),
                Created: created,
                Archived: archived,
                'All flags': total,
            }))}
            series={[
                { name: 'Created', color: 'tide.5', type: 'bar' },
                { name: 'Archived', color: 'var(--h-line-strong)', type: 'bar' },
                { name: 'All flags', color: 'brass.5', type: 'line' },
            ]}
            curveType="linear"
        />
    );
}

/** The time from creation to production, by the month of reaching production. */
export function ProductionChart({ figures: { months }, height }: { figures: Figures; height: number }) {
    return (
        <BarChart
            {...COMMON}
            withLegend={false}
            h={height}
            dataKey="month"
            data={months.map(({ month, daysToProduction }) => ({ month: monthName(month), Days: daysToProduction }))}
            series={[{ name: 'Days', color: 'blue.5' }]}
            unit=" d"
        />
    );
}
