import type { MomentComparison } from './compare.queries.ts';

type Period = Pick<MomentComparison, 'from' | 'to' | 'environment'>;

export interface Preset extends Period {
    label: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Working hours end at 18:00 and begin at 8:00. */
const EVENING = 18;
const MORNING = 8;

/** The last change in production: its event and its environment. */
interface ProductionChange {
    id: number;
    createdAt: string;
    environment: string;
}

/** Returns the time from which the presets need past states. */
export const startOfPresets = (now: Date): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toISOString();

interface PresetOptions {
    lastChange?: ProductionChange | undefined;
    /** The first change of a new installation, which has no earlier state. */
    firstChange?: string | undefined;
}

/** Returns the periods that are compared most often. Hours are those of the reader's time zone. */
export function presetsAt(now: Date, { lastChange, firstChange = '' }: PresetOptions): Preset[] {
    const ago = (time: number) => new Date(Math.floor((now.getTime() - time) / MINUTE) * MINUTE).toISOString();
    const at = (daysAgo: number, hour: number) =>
        new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hour);
    const morning = at(0, MORNING);
    const periods: Preset[] = [
        { label: 'Last hour', from: ago(HOUR) },
        { label: 'Last 24 hours', from: ago(24 * HOUR) },
        { label: 'Yesterday', from: at(1, 0).toISOString(), to: at(0, 0).toISOString() },
        {
            label: 'Last night',
            from: at(1, EVENING).toISOString(),
            ...(morning < now && { to: morning.toISOString() }),
        },
        ...(lastChange && lastChange.createdAt > firstChange
            ? [
                  {
                      label: 'Last change in production',
                      from: String(lastChange.id - 1),
                      environment: lastChange.environment,
                  },
              ]
            : []),
    ];
    return periods
        .filter(({ to }) => to === undefined || to > firstChange)
        .map((period) => (isBefore(period, firstChange) ? { ...period, from: firstChange } : period));
}

/** Revisions are not times. */
const isBefore = ({ from }: Preset, time: string) => from.includes('T') && from < time;
