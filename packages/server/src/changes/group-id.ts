import { randomUUID } from 'node:crypto';

/**
 * The id shared by the events of one change: a UUID of version 7, which begins with the time. Ids of successive changes are
 * neighbours in the index of events, so events committed together or shortly after each other touch one index page.
 */
export function groupIdAt(moment: Date): string {
    const time = moment.getTime().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
