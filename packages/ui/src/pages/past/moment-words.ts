import { exactMoment } from '../../components/time/time.tsx';

/** A moment as an address has it, in the words and the zone of whoever reads it. */
export function momentInWords(asOf: string): string {
    if (/^\d+$/.test(asOf)) return `event ${asOf}`;
    const time = Date.parse(asOf);
    return Number.isNaN(time) ? asOf : exactMoment(new Date(time));
}
