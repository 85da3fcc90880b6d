import { Tooltip } from '@mantine/core';

const COLOURS: [from: number, color: string][] = [
    [75, 'var(--mantine-color-green-5)'],
    [50, 'var(--mantine-color-brass-4)'],
    [0, 'var(--mantine-color-red-5)'],
];

/** The share of flags that are neither stale nor potentially stale. */
export function HealthRing({ health, size = 22 }: { health: number; size?: number }) {
    const radius = 8;
    const around = 2 * Math.PI * radius;
    const color = COLOURS.find(([from]) => health >= from)?.[1];
    return (
        <Tooltip label={`Health: ${health}% of the flags are neither stale nor past their expected lifetime`}>
            <span
                className="num"
                style={{
                    display: 'inline-flex',
                    alignItems: 'center',
                    gap: 6,
                    verticalAlign: 'middle',
                    fontSize: '0.8125rem',
                    whiteSpace: 'nowrap',
                }}
            >
                <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
                    <circle cx="10" cy="10" r={radius} fill="none" stroke="var(--h-line)" strokeWidth="3" />
                    <circle
                        cx="10"
                        cy="10"
                        r={radius}
                        fill="none"
                        stroke={color}
                        strokeWidth="3"
                        strokeLinecap="round"
                        strokeDasharray={`${(around * health) / 100} ${around}`}
                        transform="rotate(-90 10 10)"
                    />
                </svg>
                {health}%
            </span>
        </Tooltip>
    );
}
