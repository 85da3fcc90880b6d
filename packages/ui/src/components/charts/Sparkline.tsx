interface Props {
    /** Oldest first. Null if there is no data for that time. */
    values: readonly (number | null)[];
    /** The description of the chart for screen readers. */
    label: string;
    width?: number;
    height?: number;
    /** The maximum of the scale; by default the largest value. */
    max?: number;
}

/** A small line chart. It is drawn without a chart library, which would be larger than most pages. */
export function Sparkline({ values, label, width = 96, height = 22, max }: Props) {
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
            {last && <circle cx={last[0]} cy={last[1]} r="2" fill="var(--h-accent)" />}
        </svg>
    );
}
