import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatNumber } from '../../../components/text/numbers.ts';
import { dateTime } from '../../../components/time/time.tsx';

interface Props {
    height: number;
    answers: { timestamp: string; Yes: number; No: number }[];
    labelOf: (timestamp: string) => string;
}

/** A chart of a flag's evaluation results over time. */
export function ResultsChart({ height, answers, labelOf }: Props) {
    return (
        <BarChart
            h={height}
            data={answers}
            dataKey="timestamp"
            type="stacked"
            withLegend
            tickLine="none"
            xAxisProps={{ tickFormatter: labelOf, minTickGap: 24 }}
            tooltipProps={{ labelFormatter: (timestamp) => (timestamp ? dateTime(String(timestamp)) : '') }}
            series={[
                { name: 'Yes', color: 'tide.5' },
                { name: 'No', color: 'var(--h-line-strong)' },
            ]}
            valueFormatter={(value) => formatNumber(value)}
        />
    );
}
