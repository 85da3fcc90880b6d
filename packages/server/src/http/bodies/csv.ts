import { printable } from '@halyard/cli/program/printable';
import type { RouteReply } from '../route/route.ts';

type Cell = string | number | null;

/** Formats rows as specified by RFC 4180. Spreadsheets interpret some texts as formulas; these are escaped. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
    return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export const wantsCsv = ({ accept }: Record<string, string | string[] | undefined>): boolean =>
    typeof accept === 'string' && accept.trimStart().startsWith('text/csv');

/** Sends a CSV file; the first row contains the column names. */
export function respondCsv(reply: RouteReply, name: string, rows: readonly (readonly Cell[])[]): string {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('vary', 'accept');
    reply.header('content-disposition', `attachment; filename="halyard-${name}.csv"`);
    return toCsv(rows);
}

/** Includes the full-width forms of East Asian keyboards, and leading spaces, which some programs ignore. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Everything else is quoted: the cell separator depends on the locale of the reader. */
const PLAIN = /^[\w.:-]*$/;

function cell(value: Cell): string {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const escaped = printable(FORMULA.test(value) ? `'${value}` : value);
    return PLAIN.test(escaped) ? escaped : `"${escaped.replaceAll('"', '""')}"`;
}
