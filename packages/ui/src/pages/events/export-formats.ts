import type { ListedEvent } from '../../api/types.ts';

/** A file format for exported events. */
export interface ExportFormat {
    ending: string;
    type: string;
    head: string;
    between: string;
    foot: string;
    line: (event: ListedEvent) => string;
}

const COLUMNS = ['id', 'createdAt', 'createdBy', 'type', 'project', 'featureName', 'environment'] as const;

export const CSV: ExportFormat = {
    ending: 'csv',
    type: 'text/csv',
    head: `${[...COLUMNS, 'before', 'after'].join(',')}\n`,
    between: '\n',
    foot: '\n',
    line: (event) =>
        [...COLUMNS.map((column) => event[column]), JSON.stringify(event.preData), JSON.stringify(event.data)]
            .map(cell)
            .join(','),
};

export const JSON_LIST: ExportFormat = {
    ending: 'json',
    type: 'application/json',
    head: '[\n',
    between: ',\n',
    foot: '\n]\n',
    line: (event) => JSON.stringify(event),
};

// Spreadsheets would treat a leading = + - @ as a formula.
const cell = (value: unknown) =>
    `"${String(value ?? '')
        .replace(/^[=+\-@\t\r]/, "'$&")
        .replaceAll('"', '""')}"`;
