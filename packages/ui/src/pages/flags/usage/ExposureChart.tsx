import type { ListedEvent } from '../../../api/types.ts';
import { Chart } from '../../../components/charts/Chart.tsx';
import { chartColour } from '../../../components/charts/colours.ts';
import { count, formatShare } from '../../../components/text/numbers.ts';
import { dateTime, shortDay, timeOfDay } from '../../../components/time/time.tsx';
import { changeMarkers } from '../../events/change-markers.ts';
import { DISABLED, type Exposure } from './exposure.ts';

const HOUR = 3_600_000;

/** With the volume below it, 180 pixels. */
const PLOT_HEIGHT = 146;

interface ChartProps {
    exposure: Exposure;
    events: readonly ListedEvent[];
    start: number;
    end: number;
    /** The duration of a bar. */
    barWidth: number;
}

function colourOf(result: string, index: number): string {
    if (result === DISABLED) return 'var(--h-line)';
    // The same colours as in the bar of a strategy.
    return chartColour(index);
}

/** The results of one environment over time. */
export function ExposureChart({ exposure: { environment, results, bars }, events, start, end, barWidth }: ChartProps) {
    const times = Array.from({ length: (end - start) / barWidth }, (_, index) => start + index * barWidth);
    const byTime = new Map(bars.map((bar) => [Math.floor(Date.parse(bar.timestamp) / barWidth), bar]));
    const barAt = times.map((time) => byTime.get(Math.floor(time / barWidth)));
    const newest = bars.at(-1);
    const timeLabel = barWidth > HOUR ? shortDay : timeOfDay;
    return (
        <Chart
            label={`Exposure in ${environment}`}
            title={<b>Exposure in {environment}</b>}
            isStacked
            height={PLOT_HEIGHT}
            max={1}
            hasDecimals
            format={formatShare}
            bins={times.map((time) => timeLabel(new Date(time)))}
            titleOf={(bin) => `${dateTime(new Date(times[bin]!))}: ${count(barAt[bin]?.total ?? 0, 'evaluation')}`}
            series={results.flatMap((name, index) =>
                bars.some(({ shares }) => shares[index]! > 0)
                    ? {
                          name,
                          legend: `${name} ${formatShare(newest?.shares[index] ?? 0)}`,
                          colour: colourOf(name, index),
                          values: barAt.map((bar) => bar?.shares[index] ?? null),
                      }
                    : [],
            )}
            volume={{ label: 'Evaluations', values: barAt.map((bar) => bar?.total ?? 0) }}
            markers={changeMarkers(events, { start, end, binWidth: barWidth })}
        />
    );
}
