import type { OtlpAttributes } from './otlp-point.ts';

/** An OTLP log record, as far as it describes an event. */
export interface LogRecord {
    eventName: string;
    /** Milliseconds since 1970; 0 if unknown. */
    at: number;
    attributes: OtlpAttributes;
    resource: OtlpAttributes;
}
