import { attributesOf, listIn, nanosecondsToMilliseconds, numberIn, recordIn, textIn } from './json-attributes.ts';
import type { LogRecord } from './log-record.ts';

/** Reads a parsed `ExportLogsServiceRequest`. */
export function* jsonLogRecords(body: unknown): Generator<LogRecord> {
    for (const resourceLogs of listIn(body, 'resourceLogs')) {
        const resource = attributesOf(recordIn(resourceLogs, 'resource'));
        for (const scopeLogs of listIn(resourceLogs, 'scopeLogs')) {
            for (const item of listIn(scopeLogs, 'logRecords')) {
                const attributes = attributesOf(item);
                const time = nanosecondsToMilliseconds(numberIn(item, 'timeUnixNano'));
                yield {
                    // The oldest versions of the conventions have an attribute instead.
                    eventName: textIn(item, 'eventName') || (attributes['event.name'] ?? ''),
                    at: time || nanosecondsToMilliseconds(numberIn(item, 'observedTimeUnixNano')),
                    attributes,
                    resource,
                };
            }
        }
    }
}
