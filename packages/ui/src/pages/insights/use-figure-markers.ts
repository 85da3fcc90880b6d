import type { ChartMarker } from '../../components/charts/chart-series.ts';
import { changeMarkers } from '../events/change-markers.ts';
import { MAX_MARKERS, useEvents } from '../events/event.queries.ts';
import type { Figures } from './insights.queries.ts';

/** Changes of many flags at once. */
const EVENT_TYPES = ['project-created', 'project-archived', 'project-revived', 'project-deleted', 'features-imported'];
const WEEK = 7 * 86_400_000;

/** Marks the changes of projects that explain why the figures of all flags jumped. */
export function useFigureMarkers(figures: Figures): ChartMarker[] {
    const { data } = useEvents({ type: EVENT_TYPES.join(',') }, 0, MAX_MARKERS);
    return changeMarkers(data?.events ?? [], timesOf(figures));
}

/** The bars of months have equal widths, so that a marker may be a few days off. */
function timesOf({ weeks, months }: Figures) {
    if (weeks.length > 0) {
        const start = Date.parse(weeks[0]!.week);
        return { start, end: start + weeks.length * WEEK, binWidth: WEEK };
    }
    const [year = 0, month = 1] = (months[0]?.month ?? '').split('-').map(Number);
    const [start, end] = [Date.UTC(year, month - 1), Date.UTC(year, month - 1 + months.length)];
    return { start, end, binWidth: (end - start) / Math.max(1, months.length) };
}
