import { Writable } from 'node:stream';
import { type Attributes, attributesOf, nanosecondsOf } from './otlp-format.ts';
import type { TraceContext } from './trace-context.ts';

/** The levels of pino, with the severity numbers of OpenTelemetry. */
const SEVERITIES = [
    { from: 60, number: 21, text: 'FATAL' },
    { from: 50, number: 17, text: 'ERROR' },
    { from: 40, number: 13, text: 'WARN' },
    { from: 30, number: 9, text: 'INFO' },
    { from: 20, number: 5, text: 'DEBUG' },
    { from: 0, number: 1, text: 'TRACE' },
];

interface Line {
    level: number;
    time: number;
    msg?: string;
    traceId?: string;
    spanId?: string;
    [member: string]: unknown;
}

/** Creates a stream that receives the lines of the log as they are printed; secrets are already redacted. */
export const logStream = (add: (record: object) => void): Writable =>
    new Writable({
        write(chunk: Buffer, _encoding, done) {
            add(toRecord(JSON.parse(chunk.toString()) as Line));
            done();
        },
    });

function toRecord({ level, time, msg, pid: _, hostname: __, traceId, spanId, err, ...rest }: Line) {
    const severity = SEVERITIES.find(({ from }) => level >= from)!;
    const { type, message, stack } = (err ?? {}) as Record<string, string | undefined>;
    return {
        timeUnixNano: nanosecondsOf(time),
        severityNumber: severity.number,
        severityText: severity.text,
        body: { stringValue: msg ?? '' },
        attributes: attributesOf({
            ...plain(rest),
            'exception.type': type,
            'exception.message': message,
            'exception.stacktrace': stack,
        }),
        ...(traceId && spanId && { traceId, spanId }),
    };
}

const plain = (members: Record<string, unknown>): Attributes =>
    Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
            name,
            typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
                ? value
                : JSON.stringify(value),
        ]),
    );

/** Returns the record of a named event, as the specification defines it. */
export const eventRecord = (
    eventName: string,
    { at, attributes, trace }: { at: number; attributes: Attributes; trace?: TraceContext | undefined },
) => ({
    timeUnixNano: nanosecondsOf(at),
    severityNumber: 9,
    severityText: 'INFO',
    eventName,
    attributes: attributesOf(attributes),
    ...(trace && { traceId: trace.traceId, spanId: trace.spanId }),
});
