import { Writable } from 'node:stream';
import { plain, printable } from '@halyard/cli/program/printable';
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { OpenTelemetry } from './otlp/open-telemetry.ts';

interface LogOptions {
    logLevel: string;
    /** `plain` and `pretty` are human-readable. */
    logFormat?: 'json' | 'plain' | 'pretty';
}

/** Creates the log of a process: to the standard output, and to a collector if configured. Secrets of requests are redacted. */
export function createLog(
    { logLevel, logFormat = 'json' }: LogOptions,
    { logs, tracer }: Partial<Pick<OpenTelemetry, 'logs' | 'tracer'>> = {},
): Logger {
    const options: LoggerOptions = {
        level: logLevel,
        redact: ['req.headers.authorization', 'req.headers.cookie', 'authorization'],
    };
    const output = logFormat === 'json' ? process.stdout : readable(process.stdout);
    if (!logs) return pino(options, output);
    const mixin = () => (tracer?.current ? { traceId: tracer.current.traceId, spanId: tracer.current.spanId } : {});
    return pino({ ...options, mixin }, pino.multistream([output, logs].map((stream) => ({ level: 'trace', stream }))));
}

/** Converts each line of JSON to a line of text: time, severity, message, and the other members as name=value. */
const readable = (out: NodeJS.WritableStream): Writable =>
    new Writable({
        write(chunk: Buffer, _encoding, done) {
            out.write(readableLine(JSON.parse(chunk.toString()) as Line));
            done();
        },
    });

interface Line {
    level: number;
    time: number;
    msg?: string;
    err?: { stack?: string };
    [member: string]: unknown;
}

function readableLine({ level, time, msg = '', err, pid: _, hostname: __, ...rest }: Line): string {
    const members = Object.entries(rest).map(
        ([name, value]) => ` ${plain(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
    );
    const stack = err ? ` error=${printable(String(err.stack))}` : '';
    const severity = (pino.levels.labels[level] ?? String(level)).toUpperCase();
    return `${new Date(time).toISOString()} ${severity} ${plain(msg)}${members.join('')}${stack}\n`;
}
