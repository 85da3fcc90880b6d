import { exactMoment } from '../../components/time/time.tsx';

/** A moment from the URL, in the reader's language and time zone. */
export function formatMoment(asOf: string): string {
    if (/^\d+$/.test(asOf)) return `event ${asOf}`;
    const time = Date.parse(asOf);
    return Number.isNaN(time) ? asOf : exactMoment(new Date(time));
}
