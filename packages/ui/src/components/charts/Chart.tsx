import { type PointerEvent, useState } from 'react';
import { formatNumber } from '../text/numbers.ts';
import classes from './Chart.module.css';
import { labelStep, ticksUpTo } from './scale.ts';

export interface ChartSeries {
    name: string;
    colour: string;
    /** The value in each bin; null if there is no data. */
    values: readonly (number | null)[];
    isLine?: boolean;
}

interface Props {
    label: string;
    /** The labels of the horizontal axis. */
    bins: readonly string[];
    /** Returns the heading of a bin's tooltip; by default its label. */
    titleOf?: (bin: number) => string;
    series: readonly ChartSeries[];
    /** Whether the bars of a bin are stacked; otherwise they are next to each other. */
    isStacked?: boolean;
    height?: number;
    /** The maximum of the scale; by default the highest value. */
    max?: number;
    format?: (value: number) => string;
}

/** A chart of bars and lines, drawn as one path per series. A chart library would be larger than most pages. */
export function Chart({
    label,
    bins,
    titleOf,
    series,
    isStacked = false,
    height = 200,
    max,
    format = formatNumber,
}: Props) {
    const [hovered, setHovered] = useState<number>();
    const bars = series.filter(({ isLine }) => !isLine);
    const heights = bins.flatMap((_, bin) => {
        const values = series.map(({ values: each }) => each[bin] ?? 0);
        return isStacked ? values.reduce((sum, value) => sum + value, 0) : values;
    });
    const ticks = ticksUpTo(max ?? Math.max(0, ...heights));
    const top = ticks.at(-1)!;
    const tickLabels = ticks.map(format);
    const step = labelStep(bins);
    const valuesAt = (bin: number) =>
        series.flatMap(({ values, ...each }) => {
            const value = values[bin] ?? null;
            return value === null ? [] : [{ ...each, value: format(value) }];
        });
    const description = bins
        .map(
            (bin, index) =>
                `${bin}: ${
                    valuesAt(index)
                        .map(({ name, value }) => `${name} ${value}`)
                        .join(', ') || 'no data'
                }`,
        )
        .join('; ');
    const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        const bin = Math.floor(((clientX - left) / width) * bins.length);
        setHovered(bin in bins ? bin : undefined);
    };
    return (
        <figure className={classes['chart']}>
            {series.length > 1 && (
                <figcaption aria-hidden="true">
                    {series.map(({ name, colour, isLine }) => (
                        <span key={name}>
                            <i style={{ background: colour }} data-line={isLine} />
                            {name}
                        </span>
                    ))}
                </figcaption>
            )}
            <div className={classes['frame']}>
                <div className={classes['ticks']} aria-hidden="true">
                    {tickLabels.map((tick, index) => (
                        <span key={tick} style={{ bottom: `${(100 * ticks[index]!) / top}%` }}>
                            {tick}
                        </span>
                    ))}
                    {/* Reserves the width of the labels. */}
                    <b>{tickLabels.toSorted((a, b) => b.length - a.length)[0]}</b>
                </div>
                <div
                    className={classes['plot']}
                    style={{ height }}
                    onPointerMove={onPointerMove}
                    onPointerLeave={() => setHovered(undefined)}
                >
                    <svg
                        viewBox={`0 0 ${bins.length} ${top}`}
                        preserveAspectRatio="none"
                        role="img"
                        aria-label={`${label}. ${description}`}
                    >
                        <path
                            className={classes['grid']}
                            d={ticks.map((tick) => `M0 ${top - tick}H${bins.length}`).join('')}
                        />
                        {hovered !== undefined && (
                            <rect className={classes['hovered']} x={hovered} width={1} height={top} />
                        )}
                        {bars.map((bar, index) => (
                            <path
                                key={bar.name}
                                fill={bar.colour}
                                d={isStacked ? stackedBars(bars, index, top) : groupedBars(bars, index, top)}
                            />
                        ))}
                        {series.map(
                            ({ name, colour, values, isLine }) =>
                                isLine && (
                                    <g key={name} className={classes['line']} stroke={colour}>
                                        <path d={lineOf(values, top)} />
                                        <path d={dotsOf(values, top)} className={classes['dots']} />
                                    </g>
                                ),
                        )}
                    </svg>
                    {hovered !== undefined && (
                        <div
                            className={classes['tip']}
                            style={
                                hovered < bins.length / 2
                                    ? { left: `${(100 * (hovered + 1)) / bins.length}%` }
                                    : { right: `${100 - (100 * hovered) / bins.length}%` }
                            }
                        >
                            <b>{titleOf?.(hovered) ?? bins[hovered]}</b>
                            {valuesAt(hovered).map(({ name, colour, value }) => (
                                <span key={name}>
                                    <i style={{ background: colour }} />
                                    {name} <em>{value}</em>
                                </span>
                            ))}
                        </div>
                    )}
                </div>
                <div className={classes['labels']} aria-hidden="true">
                    {bins.map((bin, index) =>
                        index % step === 0 ? (
                            <span
                                // Hours of two days have equal labels.
                                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                                key={index}
                                data-second={step > 1 && (index / step) % 2 === 1}
                                style={{ left: `${(100 * (index + 0.5)) / bins.length}%` }}
                            >
                                {bin}
                            </span>
                        ) : null,
                    )}
                </div>
            </div>
        </figure>
    );
}

/** The share of a bin's width that its bars take up. */
const BAR_WIDTH = 0.72;
const MARGIN = (1 - BAR_WIDTH) / 2;

const rectangle = (x: number, width: number, from: number, to: number) => `M${x} ${from}h${width}V${to}h${-width}Z`;

function stackedBars(bars: readonly ChartSeries[], index: number, top: number): string {
    return bars[index]!.values.map((value, bin) => {
        const below = bars.slice(0, index).reduce((sum, { values }) => sum + (values[bin] ?? 0), 0);
        return value ? rectangle(bin + MARGIN, BAR_WIDTH, top - below, top - below - value) : '';
    }).join('');
}

function groupedBars(bars: readonly ChartSeries[], index: number, top: number): string {
    const width = BAR_WIDTH / bars.length;
    return bars[index]!.values.map((value, bin) =>
        value ? rectangle(bin + MARGIN + index * width, width, top, top - value) : '',
    ).join('');
}

/** A line is interrupted where there is no data. */
const lineOf = (values: readonly (number | null)[], top: number) =>
    values
        .map((value, bin) =>
            value === null ? '' : `${(values[bin - 1] ?? null) === null ? 'M' : 'L'}${bin + 0.5} ${top - value}`,
        )
        .join('');

/** Paths without length are drawn as round dots that keep their shape when the chart is stretched. */
const dotsOf = (values: readonly (number | null)[], top: number) =>
    values.map((value, bin) => (value === null ? '' : `M${bin + 0.5} ${top - value}h0`)).join('');
