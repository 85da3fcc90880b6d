const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };

/** Returns the value of a text in PromQL. Between backquotes, a backslash has no meaning. */
export function readStringLiteral(literal: string): string {
    const content = literal.slice(1, -1);
    if (literal.startsWith('`')) return content;
    return content.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gs, (whole, code: string) => {
        if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
        return ESCAPES[code] ?? whole;
    });
}
