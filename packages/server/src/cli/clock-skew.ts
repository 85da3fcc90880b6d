import { MAX_SKEW_MS } from '../storage/database-clock.ts';

/** Whether a timestamp differs from the current time by more than a response may take. */
export const isSkewed = (moment: number, now: Date) => Math.abs(moment - now.getTime()) > MAX_SKEW_MS;

export function describeSkew(moment: number, now: Date): string {
    const seconds = Math.round((moment - now.getTime()) / 1000);
    return `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine`;
}
