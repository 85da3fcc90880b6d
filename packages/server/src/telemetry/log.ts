import { Writable } from 'node:stream';
import { plain, printable } from '@halyard/cli/program/printable';
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { OpenTelemetry } from './otlp/open-telemetry.ts';

interface Options {
    logLevel: string;
    /** `plain` and `pretty` are for people to read. */
    logFormat?: 'json' | 'plain' | 'pretty';
}

/** The log of a process: to the standard output, and to a collector if there is one. No secret of a request gets into it. */
export function createLog(
    { logLevel, logFormat = 'json' }: Options,
    { logs, tracer }: Partial<Pick<OpenTelemetry, 'logs' | 'tracer'>> = {},
): Logger {
    const options: LoggerOptions = {
        level: logLevel,
        redact: ['req.headers.authorization', 'req.headers.cookie', 'authorization'],
    };
    const shown = logFormat === 'json' ? process.stdout : readable(process.stdout);
    if (!logs) return pino(options, shown);
    const mixin = () => (tracer?.current ? { traceId: tracer.current.traceId, spanId: tracer.current.spanId } : {});
    return pino({ ...options, mixin }, pino.multistream([shown, logs].map((stream) => ({ level: 'trace', stream }))));
}

/** One line of text for each of JSON: when, how bad, what, and the rest as name=value. */
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
