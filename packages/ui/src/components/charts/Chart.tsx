import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { compactNumber, formatNumber } from '../text/numbers.ts';
import classes from './Chart.module.css';
import { ChartTable } from './ChartTable.tsx';
import { type ChartMarker, type ChartSeries, fittingTexts, rangeOf } from './chart-series.ts';
import { bandOf, dotsOf, groupedBars, lineOf, stackedBars } from './paths.ts';
import { labelStep, ticksBetween } from './scale.ts';

interface Props {
    label: string;
    /** Shown at the start of the legend. */
    title?: ReactNode;
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
    /** Whether the scale of lines starts at 0 even if all values are far above. Bars always start at 0. */
    startsAtZero?: boolean;
    /** Whether values have decimals. Counts do not. */
    hasDecimals?: boolean;
    format?: (value: number) => string;
    markers?: readonly ChartMarker[];
    /** The area of an interval around a line; null: the bound is open or unknown. */
    band?: { lows: readonly (number | null)[]; highs: readonly (number | null)[]; colour: string } | undefined;
    /** A horizontal line, for the limit of a rule. */
    threshold?: { value: number; label: string } | undefined;
    /** The number of observations in each bin, as small bars below the plot. */
    volume?: { label: string; values: readonly number[] } | undefined;
}

/** A chart of bars and lines, drawn as one path per series. A chart library would be larger than most pages. */
export function Chart(props: Props) {
    const { label, title, bins, titleOf, series, isStacked = false, height = 200, max, hasDecimals = false } = props;
    const { format = formatNumber, markers = [], threshold, band, startsAtZero = true, volume } = props;
    const [selected, setSelected] = useState<number>();
    const [isTable, setIsTable] = useState(false);
    const bars = series.filter(({ isLine }) => !isLine);
    const [lowest, highest] = rangeOf(series, bins.length, isStacked, startsAtZero);
    const bounds = [...(band?.lows ?? []), ...(band?.highs ?? []), threshold?.value ?? null].filter(
        (bound) => bound !== null,
    );
    const ticks = ticksBetween(Math.min(lowest, ...bounds), max ?? Math.max(highest, 0, ...bounds), hasDecimals);
    const [bottom, top] = [ticks[0]!, ticks.at(-1)!];
    const tickLabels = ticks.map(format);
    const step = labelStep(bins);
    const valuesAt = (bin: number) =>
        series.flatMap(({ values, ...each }) => {
            const value = values[bin] ?? null;
            return value === null ? [] : [{ ...each, value: format(value) }];
        });
    const titleAt = (bin: number) => titleOf?.(bin) ?? bins[bin] ?? '';
    const textAt = (bin: number) =>
        valuesAt(bin)
            .map(({ name, value }) => `${name} ${value}`)
            .join(', ') || 'no data';
    const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        const bin = Math.floor(((clientX - left) / width) * bins.length);
        setSelected(bin in bins ? bin : undefined);
    };
    const onKeyDown = (event: KeyboardEvent) => {
        const bin = binAfter(event.key, selected ?? bins.length - 1, bins.length);
        if (bin === undefined) return;
        event.preventDefault();
        setSelected(bin);
    };
    const clear = () => setSelected(undefined);
    const texts = { wide: fittingTexts(markers, 'wide'), narrow: fittingTexts(markers, 'narrow') };
    return (
        <figure className={classes['chart']} aria-label={label} data-labelled={texts.wide.size > 0 || undefined}>
            {(title || series.length > 1) && (
                <figcaption aria-hidden="true">
                    {title}
                    {series.map(({ name, legend = name, colour, isLine, isDashed }) => (
                        <span key={name}>
                            <i style={{ background: colour }} data-line={isLine} data-dashed={isDashed} />
                            {legend}
                        </span>
                    ))}
                </figcaption>
            )}
            <div className={classes['frame']}>
                <div className={classes['ticks']} aria-hidden="true">
                    {tickLabels.map((tick, index) => (
                        <span key={tick} style={{ bottom: `${(100 * (ticks[index]! - bottom)) / (top - bottom)}%` }}>
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
                    onPointerLeave={clear}
                >
                    <svg
                        viewBox={`0 0 ${bins.length} ${top - bottom}`}
                        preserveAspectRatio="none"
                        role="img"
                        aria-label={`${label}. ${bins.map((bin, index) => `${bin}: ${textAt(index)}`).join('; ')}`}
                    >
                        <path
                            className={classes['grid']}
                            d={ticks.map((tick) => `M0 ${top - tick}H${bins.length}`).join('')}
                        />
                        {selected !== undefined && (
                            <rect className={classes['hovered']} x={selected} width={1} height={top - bottom} />
                        )}
                        {band && <path className={classes['band']} fill={band.colour} d={bandOf(band, top, bottom)} />}
                        {bars.map((bar, index) => (
                            <path
                                key={bar.name}
                                fill={bar.colour}
                                d={isStacked ? stackedBars(bars, index, top) : groupedBars(bars, index, top)}
                            />
                        ))}
                        {series.map(
                            ({ name, colour, values, isLine, isDashed }) =>
                                isLine && (
                                    <g key={name} className={classes['line']} stroke={colour} data-dashed={isDashed}>
                                        <path d={lineOf(values, top)} />
                                        <path d={dotsOf(values, top)} className={classes['dots']} />
                                    </g>
                                ),
                        )}
                        {threshold && (
                            <path className={classes['threshold']} d={`M0 ${top - threshold.value}H${bins.length}`}>
                                <title>{threshold.label}</title>
                            </path>
                        )}
                    </svg>
                    {markers.map((marker) => (
                        <Link
                            key={`${marker.event} ${marker.position}`}
                            className={classes['marker']}
                            style={{ left: `${100 * marker.position}%` }}
                            to="/history"
                            search={{ id: String(marker.event) }}
                            aria-label={marker.label}
                            title={marker.label}
                        />
                    ))}
                    {[...texts.wide].map((marker) => (
                        <span
                            key={`${marker.event} ${marker.position}`}
                            className={classes['markerText']}
                            aria-hidden="true"
                            data-narrow={texts.narrow.has(marker) || undefined}
                            style={{ left: `${100 * marker.position}%`, translate: `${-100 * marker.position}%` }}
                        >
                            {marker.text}
                        </span>
                    ))}
                    {/* Over the plot, because the markers must not be inside it. */}
                    <div
                        className={classes['keys']}
                        role="slider"
                        tabIndex={0}
                        aria-label={`Values of ${label}`}
                        aria-valuemin={0}
                        aria-valuemax={Math.max(0, bins.length - 1)}
                        aria-valuenow={selected ?? bins.length - 1}
                        aria-valuetext={valueText(
                            titleAt(selected ?? bins.length - 1),
                            textAt(selected ?? bins.length - 1),
                        )}
                        onKeyDown={onKeyDown}
                        onBlur={clear}
                    />
                    {selected !== undefined && (
                        <div
                            className={classes['tip']}
                            style={
                                selected < bins.length / 2
                                    ? { left: `${(100 * (selected + 1)) / bins.length}%` }
                                    : { right: `${100 - (100 * selected) / bins.length}%` }
                            }
                        >
                            <b>{titleAt(selected)}</b>
                            {valuesAt(selected).map(({ name, colour, value }) => (
                                <span key={name}>
                                    <i style={{ background: colour }} />
                                    {name} <em>{value}</em>
                                </span>
                            ))}
                            {valuesAt(selected).length === 0 && <span>no data</span>}
                        </div>
                    )}
                </div>
                {volume && <Volume {...volume} />}
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
            <UnstyledButton
                className={classes['toggle'] ?? ''}
                aria-expanded={isTable}
                aria-label={`Table of ${label}`}
                onClick={() => setIsTable(!isTable)}
            >
                Table
            </UnstyledButton>
            {isTable && (
                <ChartTable label={label} bins={bins.map((_, bin) => titleAt(bin))} series={series} format={format} />
            )}
        </figure>
    );
}

/** The values are in the tooltips of the bins. */
function Volume({ label, values }: NonNullable<Props['volume']>) {
    const top = Math.max(1, ...values);
    const bars = { name: label, colour: '', values };
    return (
        <>
            <span className={classes['volumeLabel']} aria-hidden="true" title={label}>
                {compactNumber(top)}
            </span>
            <svg
                className={classes['volume']}
                viewBox={`0 0 ${values.length} ${top}`}
                preserveAspectRatio="none"
                aria-hidden="true"
            >
                <path d={stackedBars([bars], 0, top)} />
            </svg>
        </>
    );
}

const valueText = (title: string, text: string) => `${title}: ${text}`;

/** Returns the bin that a key selects, or undefined for other keys. */
function binAfter(key: string, bin: number, bins: number): number | undefined {
    const target = { ArrowLeft: bin - 1, ArrowRight: bin + 1, Home: 0, End: bins - 1 }[key];
    return target === undefined ? undefined : Math.min(bins - 1, Math.max(0, target));
}
