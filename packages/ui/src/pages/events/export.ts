import { type EventQuery, fetchEvents } from './event.queries.ts';
import type { ExportFormat } from './export-formats.ts';

/** The page size of the service. */
const PAGE_SIZE = 1_000;

interface Options {
    signal: AbortSignal;
    onProgress: (done: number, all: number) => void;
}

/** Loads and writes the events page by page, so that only the file must fit into memory. */
export async function writeEvents(
    filter: EventQuery,
    { head, between, foot, line }: ExportFormat,
    { signal, onProgress }: Options,
): Promise<{ parts: string[]; count: number }> {
    const parts = [head];
    let count = 0;
    let oldest = Number.POSITIVE_INFINITY;
    for (let offset = 0; ; offset += PAGE_SIZE) {
        const { events, total } = await fetchEvents(filter, { offset, limit: PAGE_SIZE, signal });
        // Events are sorted newest first, so new events shift already written ones to the next page.
        const further = events.filter(({ id }) => id < oldest);
        if (further.length > 0) parts.push(count > 0 ? between : '', further.map(line).join(between));
        count += further.length;
        oldest = Math.min(oldest, ...events.map(({ id }) => id));
        onProgress(offset + events.length, total);
        if (events.length < PAGE_SIZE) return { parts: [...parts, foot], count };
    }
}
