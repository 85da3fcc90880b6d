import { Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';

const text = (description: string) => Type.Optional(Type.String({ maxLength: 50, description }));
const time = (description: string) => text(`${description}: seconds since 1970, or RFC 3339`);
const PromqlText = Type.String({ minLength: 1, maxLength: 4_000, description: 'The supported part of PromQL' });
/** One selector, or several. */
const Selectors = Type.Optional(
    Type.Unsafe<string[]>({
        ...Type.Array(Type.String({ maxLength: 4_000 }), { maxItems: 20 }),
        description: 'Selectors such as checkout_errors{appName="web"}',
    }),
);
const ignored = {
    timeout: text('Ignored'),
    limit: text('Ignored'),
    stats: text('Ignored'),
    lookback_delta: text('Ignored'),
};

const instant = { query: PromqlText, time: time('The time. Default: now'), ...ignored };
const range = {
    query: PromqlText,
    start: Type.String({ maxLength: 50, description: 'The first time: seconds since 1970, or RFC 3339' }),
    end: Type.String({ maxLength: 50, description: 'The last time' }),
    step: Type.String({ maxLength: 50, description: 'Seconds, or a duration such as 5m' }),
    ...ignored,
};
const selection = {
    'match[]': Selectors,
    start: time('The first time. Default: six hours ago'),
    end: time('The last time. Default: now'),
    ...ignored,
};

export const InstantQuery = Type.Object(instant);
export const RangeQuery = Type.Object(range);
export const Selection = Type.Object(selection);
export const MetadataQuery = Type.Object({
    metric: text('Only this metric'),
    ...ignored,
    limit_per_metric: text('Ignored'),
});

export const InstantQueryForm = Body(instant, { $id: 'prometheusInstantQuery' });
export const RangeQueryForm = Body(range, { $id: 'prometheusRangeQuery' });
export const SelectionForm = Body(selection, { $id: 'prometheusSelection' });

export const LabelParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) });

export const PrometheusAnswer = Type.Object(
    {
        status: Type.Enum(['success']),
        data: Type.Unknown({ description: 'As in the HTTP API of Prometheus' }),
        warnings: Type.Optional(Type.Array(Type.String())),
    },
    { $id: 'prometheusAnswer' },
);
