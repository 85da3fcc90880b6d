import { randomUUID } from 'node:crypto';

/**
 * By which events of one change are known: a UUID of version 7, which begins with the time. Ids of changes that follow each other
 * are neighbours in the index of events, so that what is committed together, or soon after, touches one page of it.
 */
export function groupIdAt(moment: Date): string {
    const time = moment.getTime().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
