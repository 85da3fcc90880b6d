import { invalid } from '../../../core/errors/errors.ts';
import type { TimeGrid } from '../series-queries/windows.ts';
import { parseDuration } from './promql/duration.ts';

/** As in Prometheus: enough for a point per minute of a week. */
const MAX_POINTS = 11_000;

/** Reads seconds since 1970, or a time in the format of RFC 3339. */
export function readTime(text: string | undefined, name: string, fallback: number): number {
    if (text === undefined || text === '') return fallback;
    const seconds = /^-?[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Date.parse(text) / 1_000;
    // The range of times that a Date can represent.
    if (!(Math.abs(seconds) <= 8.64e12)) {
        throw invalid(`The parameter ${name} is not a time: send seconds since 1970, or RFC 3339.`, `/query/${name}`);
    }
    return seconds;
}

export function readGrid(query: { start: string; end: string; step: string }): TimeGrid {
    const [start, end] = [readTime(query.start, 'start', 0), readTime(query.end, 'end', 0)];
    const step = parseDuration(query.step);
    if (!(step > 0)) throw invalid('The parameter step is not a positive duration, such as 60 or 5m.', '/query/step');
    if (end < start) throw invalid('The end of the range is before its start.', '/query/end');
    const count = Math.floor((end - start) / step) + 1;
    if (count > MAX_POINTS) {
        throw invalid(
            `The range has ${count} points per series, more than ${MAX_POINTS}. Use a longer step.`,
            '/query/step',
        );
    }
    return { start, step, count };
}
