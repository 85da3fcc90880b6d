interface Props {
    /** Oldest first. Null if there is no data for that time. */
    values: readonly (number | null)[];
    /** The description of the chart for screen readers. */
    label: string;
    width?: number;
    height?: number;
    /** The maximum of the scale; by default the largest value. */
    max?: number;
    /** The text of each value when the pointer is over it. */
    titles?: readonly string[];
}

/** A small line chart. It is drawn without a chart library, which would be larger than most pages. */
export function Sparkline({ values, label, width = 120, height = 28, max, titles = [] }: Props) {
    const top = max ?? Math.max(1, ...values.map((value) => value ?? 0));
    const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0;
    const points = values.flatMap((value, index) =>
        value === null
            ? []
            : [`${(2 + index * step).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`],
    );
    const last = points.at(-1)?.split(',');
    return (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
            <title>{label}</title>
            <polyline
                points={points.join(' ')}
                fill="none"
                stroke="var(--h-accent)"
                strokeWidth="1.5"
                strokeLinejoin="round"
                strokeLinecap="round"
            />
            {titles.map((title, index) => (
                // A value is identified by its position.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <rect key={index} x={2 + (index - 0.5) * step} width={step} height={height} fill="transparent">
                    <title>{title}</title>
                </rect>
            ))}
            {last && <circle cx={last[0]} cy={last[1]} r="2" fill="var(--h-accent)" />}
        </svg>
    );
}
