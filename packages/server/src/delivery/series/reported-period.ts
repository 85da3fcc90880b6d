import { createHash } from 'node:crypto';

/** The period of one connection of an SDK that a report covers. A repeated report has the same connection and start. */
export interface ReportedPeriod {
    /** Derived from the id of the connection, so that its length is known. */
    connection: string;
    /** Milliseconds since 1970. */
    start: number;
}

const LENGTH = 22;

/** Returns undefined if the SDK does not say what its report covers. */
export function toReportedPeriod(connectionId: unknown, start: unknown): ReportedPeriod | undefined {
    const time = typeof start === 'string' ? Date.parse(start) : start;
    if (typeof connectionId !== 'string' || typeof time !== 'number' || !Number.isFinite(time)) return undefined;
    const connection = createHash('sha256').update(connectionId).digest('base64url').slice(0, LENGTH);
    return { connection, start: time };
}

export function isReportedPeriod(value: unknown): value is ReportedPeriod {
    const { connection, start } = (value ?? {}) as Partial<Record<keyof ReportedPeriod, unknown>>;
    return typeof connection === 'string' && connection.length === LENGTH && Number.isFinite(start);
}
