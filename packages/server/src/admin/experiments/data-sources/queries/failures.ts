const MAX_MESSAGE = 500;

/** Errors about the text of a query or about access: their messages contain names only. */
const ABOUT_QUERIES = /^(42|3D|28|53|57|08|0A)/;

/** Syntax, unknown names, access, and limits. */
const CLICKHOUSE_ABOUT_QUERIES = new Set([
    43, 46, 47, 60, 62, 63, 81, 158, 159, 160, 164, 179, 184, 192, 193, 194, 215, 241, 291, 386, 396, 497, 516,
]);

interface HttpFailure {
    status: number;
    body: string;
}

/** Says why a query failed. Errors about values are named by their code only, because their messages contain the values. */
export function describeFailure(failure: unknown): string {
    if (typeof failure === 'object' && failure !== null && 'body' in failure)
        return describeResponse(failure as HttpFailure);
    if (!(failure instanceof Error)) return 'The query failed.';
    const { code, severity } = failure as { code?: string; severity?: string };
    if (severity === undefined) return failure.message === '' ? `The connection failed: ${code}.` : failure.message;
    if (code !== undefined && ABOUT_QUERIES.test(code)) return shortened(failure.message);
    return `The query failed with the error ${code} of the database. Its message may contain values, so it is not shown; run the query there.`;
}

function describeResponse({ status, body }: HttpFailure): string {
    const [, code, message] =
        /Code: (\d+)[.,](?: e\.displayText\(\) =)? (?:DB::Exception: )?([\s\S]*)/.exec(body) ?? [];
    if (code === undefined) return `The server answered with status ${status}, and not like ClickHouse.`;
    if (CLICKHOUSE_ABOUT_QUERIES.has(Number(code))) {
        return shortened(message!.replace(/, e\.what\(\) = DB::Exception\s*$/, '').trim());
    }
    return `The query failed with the error ${code} of ClickHouse. Its message may contain values, so it is not shown; run the query there.`;
}

const shortened = (text: string) => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);
