import { Value } from 'typebox/value';
import { invalid } from '../../../core/errors/errors.ts';
import type { LabelSelectors } from '../../observations/series-queries/label-selectors.ts';
import { LabelSelectors as LabelSelectorsSchema } from './impact-metrics.schemas.ts';

const MESSAGE =
    'The parameter `labels` must be a JSON object of at most 20 labels with lists of at most 100 values, such as {"appName":["*"]}.';

/** Reads the selected labels from a parameter of the query. Labels without values are ignored. */
export function readLabelSelectors(text: string | undefined): LabelSelectors {
    if (text === undefined || text === '') return {};
    const parsed = parse(text);
    if (!Value.Check(LabelSelectorsSchema, parsed)) throw invalid(MESSAGE, '/query/labels');
    return Object.fromEntries(Object.entries(parsed).filter(([, values]) => values.length > 0));
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        throw invalid(MESSAGE, '/query/labels');
    }
}
