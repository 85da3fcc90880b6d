import { printable } from '../../core/text/printable.ts';
import type { RouteReply } from '../route/route.ts';

type Cell = string | number | null;

/** Rows as RFC 4180 wants them. Spreadsheets take some texts for formulas; these are made plain text. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
    return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export const wantsCsv = ({ accept }: Record<string, string | string[] | undefined>): boolean =>
    typeof accept === 'string' && accept.trimStart().startsWith('text/csv');

/** Answers with a file for a spreadsheet; the first row says what the columns are. */
export function answerCsv(reply: RouteReply, name: string, rows: readonly (readonly Cell[])[]): string {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('vary', 'accept');
    reply.header('content-disposition', `attachment; filename="halyard-${name}.csv"`);
    return toCsv(rows);
}

/** Also in the wide forms of East Asian keyboards, and behind spaces, which some programs leave out. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** All else is quoted: which characters part cells depends on the country of the reader. */
const PLAIN = /^[\w.:-]*$/;

function cell(value: Cell): string {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const harmless = printable(FORMULA.test(value) ? `'${value}` : value);
    return PLAIN.test(harmless) ? harmless : `"${harmless.replaceAll('"', '""')}"`;
}
