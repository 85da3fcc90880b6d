import { hashOf, type StoredEvent } from '../event-log.ts';

/**
 * An archive is a file of JSON lines: a header, then one line for each event with its hash, oldest first, without gaps. It can be
 * verified on its own. Its two hashes link it to the chain: `previousHash` is the last hash of the archive before it, and the log
 * or the next archive continues from `hash`.
 */
export interface EventArchiveHeader {
    format: typeof ARCHIVE_FORMAT;
    version: 1;
    /** The id of the instance that the log belongs to. */
    instance: string;
    /** The ids of the first and of the last event. */
    from: number;
    through: number;
    /** The hash of the event before the first; empty at the beginning of the log. */
    previousHash: string;
    /** The hash of the last event. */
    hash: string;
    writtenAt: string;
}

export const ARCHIVE_FORMAT = 'halyard-event-archive';

interface ArchivedEvent {
    hash: string;
    event: StoredEvent;
}

export const archiveLine = (content: EventArchiveHeader | ArchivedEvent) => `${JSON.stringify(content)}\n`;

export type ArchiveVerdict =
    | { valid: true; header: EventArchiveHeader; verified: number }
    | { valid: false; header?: EventArchiveHeader; verified: number; reason: string };

type Lines = Iterable<string> | AsyncIterable<string>;
export type OnEvent = (archived: ArchivedEvent) => void;

/**
 * Verifies an archive on its own: that all events it announces are present and unchanged. `onEvent` is called with each valid
 * event, so that a caller can compare it with its own copy.
 */
export async function verifyArchive(lines: Lines, onEvent: OnEvent = () => undefined): Promise<ArchiveVerdict> {
    let header: EventArchiveHeader | undefined;
    let verified = 0;
    let previousHash = '';
    const broken = (reason: string): ArchiveVerdict => ({ valid: false, ...(header && { header }), verified, reason });
    for await (const line of lines) {
        const content = parse(line);
        if (header === undefined) {
            if (!isHeader(content)) return broken('the first line is not the header of an archive of events');
            header = content;
            previousHash = content.previousHash;
            continue;
        }
        const expected: number = header.from + verified;
        if (!isArchivedEvent(content)) return broken(`the line of event ${expected} cannot be read`);
        if (expected > header.through) return broken(`there is more after event ${header.through}, the last one`);
        if (content.event.id !== expected) return broken(`event ${expected} is missing`);
        if (content.hash !== hashOf(previousHash, content.event)) return broken(`event ${expected} was changed`);
        previousHash = content.hash;
        verified++;
        onEvent(content);
    }
    if (header === undefined) return broken('it is empty');
    const { from, through, hash } = header;
    if (from + verified <= through) return broken(`event ${from + verified} is missing`);
    if (previousHash !== hash) return broken(`event ${through} is not the one that the header ends with`);
    return { valid: true, header, verified };
}

/** Describes a gap in a sequence of valid archives; undefined when each continues the one before. */
export function gapBetween(headers: readonly EventArchiveHeader[]): string | undefined {
    for (const [index, { instance, from, through, previousHash }] of headers.entries()) {
        const before = headers[index - 1];
        if (!before) continue;
        if (instance !== before.instance) return `the archive from event ${from} on is of another instance`;
        if (from <= before.through) {
            return `events ${from} to ${Math.min(before.through, through)} are in two of the archives: leave out the one that the database does not know`;
        }
        if (from !== before.through + 1)
            return `events ${before.through + 1} to ${from - 1} are in none of the archives`;
        if (previousHash !== before.hash) return `event ${from} does not follow event ${before.through}`;
    }
    return undefined;
}

function parse(line: string): unknown {
    try {
        return JSON.parse(line);
    } catch {
        return undefined;
    }
}

function isHeader(content: unknown): content is EventArchiveHeader {
    const { format, version, instance, from, through, previousHash, hash } = (content ??
        {}) as Partial<EventArchiveHeader>;
    return (
        format === ARCHIVE_FORMAT &&
        version === 1 &&
        typeof instance === 'string' &&
        Number.isSafeInteger(from) &&
        Number.isSafeInteger(through) &&
        from! <= through! &&
        typeof previousHash === 'string' &&
        typeof hash === 'string'
    );
}

function isArchivedEvent(content: unknown): content is ArchivedEvent {
    const { hash, event } = (content ?? {}) as Partial<ArchivedEvent>;
    return typeof hash === 'string' && typeof event === 'object' && event !== null && Number.isInteger(event.id);
}
