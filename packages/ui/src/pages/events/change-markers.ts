import type { ListedEvent } from '../../api/types.ts';
import type { ChartMarker } from '../../components/charts/chart-series.ts';
import { dateTime } from '../../components/time/time.tsx';
import { momentsOf } from '../past/moments.ts';
import { eventTypeLabel } from './event-labels.ts';
import { asRecord, text } from './reading.ts';

interface TimeRange {
    /** In milliseconds since 1970, as `end` and `binWidth`. */
    start: number;
    end: number;
    binWidth: number;
}

/** Returns one marker for all changes within a bin: separate markers would cover each other. The events are sorted newest first. */
export function changeMarkers(events: readonly ListedEvent[], { start, end, binWidth }: TimeRange): ChartMarker[] {
    const moments = momentsOf(events).filter(({ at }) => Date.parse(at) > start && Date.parse(at) <= end);
    const bins = Object.groupBy(moments, ({ at }) => Math.floor(Date.parse(at) / binWidth));
    return Object.values(bins).flatMap((list = []) => {
        const changes = list.flatMap((moment) => moment.events.toReversed());
        const newest = changes.at(-1);
        if (!newest) return [];
        const words = changes.map(({ type }) => eventTypeLabel(type)).join(', ');
        const people = [...new Set(changes.map(({ createdBy }) => createdBy))].join(', ');
        return {
            position: (Date.parse(newest.createdAt) - start) / (end - start),
            label: `${words}, ${people}, ${dateTime(newest.createdAt)}`,
            text: changes.length === 1 ? shortText(newest) : `${changes.length} changes`,
            event: newest.id,
        };
    });
}

const SHORT_TEXTS: Partial<Record<ListedEvent['type'], string>> = {
    'feature-environment-enabled': 'on',
    'feature-environment-disabled': 'off',
    'feature-strategy-add': '+ strategy',
    'feature-strategy-remove': '− strategy',
    'feature-created': 'created',
};

/** “25 → 50%” for a rollout, “on” and “off” for a switch. */
function shortText({ type, data, preData }: ListedEvent): string {
    const [before, after] = [rolloutIn(preData), rolloutIn(data)];
    if (type === 'feature-strategy-update' && before && after && before !== after) return `${before} → ${after}%`;
    return SHORT_TEXTS[type] ?? 'changed';
}

const rolloutIn = (strategy: unknown) => text(asRecord(asRecord(strategy)['parameters'])['rollout']);
