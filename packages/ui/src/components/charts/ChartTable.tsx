import classes from './Chart.module.css';
import type { ChartSeries } from './chart-series.ts';

interface Props {
    label: string;
    bins: readonly string[];
    series: readonly ChartSeries[];
    format: (value: number) => string;
}

/** The values of a chart as a table, newest first. */
export function ChartTable({ label, bins, series, format }: Props) {
    const rows = bins.map((bin, index) => ({ bin, index })).toReversed();
    return (
        // A region that scrolls must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={classes['table']} aria-label={`Values of ${label}`} tabIndex={0}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">Time</th>
                        {series.map(({ name }) => (
                            <th key={name} scope="col">
                                {name}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {rows.map(({ bin, index }) => (
                        <tr key={index}>
                            <th scope="row">{bin}</th>
                            {series.map(({ name, values }) => {
                                const value = values[index] ?? null;
                                return <td key={name}>{value === null ? 'no data' : format(value)}</td>;
                            })}
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}
