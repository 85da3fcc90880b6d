import { fieldsOf, messagesIn, toFixed64, toText } from '../protobuf/protobuf-fields.ts';
import type { LogRecord } from './log-record.ts';
import { attributesIn, resourceOf, toMilliseconds } from './protobuf-attributes.ts';

/** Decodes an `ExportLogsServiceRequest`. */
export function* protobufLogRecords(bytes: Uint8Array): Generator<LogRecord> {
    for (const resourceLogs of messagesIn(bytes, 1)) {
        const resource = resourceOf(resourceLogs);
        for (const scopeLogs of messagesIn(resourceLogs, 2)) {
            for (const message of messagesIn(scopeLogs, 2)) yield { ...readRecord(message), resource };
        }
    }
}

function readRecord(message: Uint8Array): Omit<LogRecord, 'resource'> {
    let at = 0;
    let observedAt = 0;
    let eventName = '';
    for (const field of fieldsOf(message)) {
        if (field.no === 1) at = toMilliseconds(toFixed64(field));
        else if (field.no === 11) observedAt = toMilliseconds(toFixed64(field));
        else if (field.no === 12) eventName = toText(field);
    }
    const attributes = attributesIn(message, 6);
    return { eventName: eventName || (attributes['event.name'] ?? ''), at: at || observedAt, attributes };
}
