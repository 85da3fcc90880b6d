import type { ContextAccessor } from '../context.ts';
import type { Context, Runtime } from '../definitions.ts';
import { comparisonOperator, type Operator, type OrderRelation, relations, type ValueFormat } from './operator.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds since 1970. Only ISO 8601, and UTC without an offset: other formats mean different moments on different machines. */
export function parseDate(text: string): number | undefined {
    const shape = ISO_DATE.exec(text);
    if (shape === null) return undefined;
    const withZone = text.length > 10 && shape[1] === undefined ? `${text}Z` : text;
    const time = Date.parse(withZone.replace(' ', 'T'));
    return Number.isNaN(time) ? undefined : time;
}

/** Always the context's `currentTime`, whatever the field of the constraint; the time of the clock if it is missing. */
const currentTime: ContextAccessor<number> = {
    name: 'date',
    field: 'currentTime',
    show: (time) => new Date(time).toISOString(),
    of: (_field, runtime) => (context) => timeOf(context, runtime),
    into: (use, _field, runtime) => (context) => use(timeOf(context, runtime)),
};

function timeOf({ currentTime: sent }: Context, runtime: Runtime): number | undefined {
    if (sent === undefined || sent === null || sent === '') return runtime.now();
    if (typeof sent === 'string') return parseDate(sent);
    const time = sent instanceof Date ? sent.getTime() : sent;
    return Number.isFinite(time) ? time : undefined;
}

const date: ValueFormat<number> = { name: 'date', parse: parseDate };

export function dates(relation: OrderRelation): Operator<number> {
    const { less, equal, greater } = relations[relation];
    return comparisonOperator(currentTime, date, (expected) => (actual) => {
        if (actual === undefined) return false;
        return actual < expected ? less : actual > expected ? greater : equal;
    });
}
