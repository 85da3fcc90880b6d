type Cell = string | number | null;

/** Rows as RFC 4180 wants them. Spreadsheets take some texts for formulas; these are made plain text. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
    return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Cell): string {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
