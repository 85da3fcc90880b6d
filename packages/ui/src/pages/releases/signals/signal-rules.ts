import { listed } from '../../../components/text/listed.ts';
import { operatorOption } from '../../strategies/operators.ts';
import type { Signal, SignalFilter, SignalRule } from './signal.queries.ts';

export const SIGNAL_ACTION_LABELS: Record<SignalRule['action'], string> = {
    pauseReleasePlanProgressions: 'Pause the release',
    disableFeatureEnvironment: 'Turn the flag off',
};

export const NEW_FILTER: SignalFilter = { parameter: '', operator: 'IN', values: [], inverted: false };

export const NEW_RULE: SignalRule = {
    ...{ feature: '', environment: '', action: 'pauseReleasePlanProgressions' },
    filters: [{ parameter: 'status', operator: 'IN', values: ['firing'], inverted: false }],
};

const valuesOf = ({ values = [], value }: SignalFilter) => (values.length > 0 ? values : value ? [value] : []);

/** “Pause the release of checkout in production if status is one of firing” */
export function describeRule({ action, feature, environment, filters }: SignalRule): string {
    const conditions = filters.map((filter) => {
        const { label, inverted } = operatorOption(filter.operator);
        return `${filter.parameter} ${filter.inverted ? inverted : label} ${valuesOf(filter).join(', ')}`;
    });
    const what = action === 'disableFeatureEnvironment' ? `Turn ${feature} off` : `Pause the release of ${feature}`;
    return `${what} in ${environment} if ${listed(conditions)}`;
}

/** Why a rule cannot be saved. */
export function problemOfRule({ feature, environment, filters }: SignalRule): string | undefined {
    if (feature === '') return 'Choose a flag';
    if (environment === '') return 'Choose an environment';
    if (filters.length === 0) return 'Add a filter: without one, every signal would act';
    if (filters.some(({ parameter }) => parameter.trim() === '')) return 'Enter the member of the signal to compare';
    if (filters.some((filter) => valuesOf(filter).every((value) => value.trim() === ''))) {
        return 'Enter what to compare with';
    }
    const names = filters.map(({ parameter }) => parameter.trim());
    return new Set(names).size < names.length ? 'Use one filter for each member, with several values' : undefined;
}

type SignalResult = Signal['results'][number];

/** What rules did; without rules that matched, what that means. */
export function describeResults(results: readonly SignalResult[]): string {
    const matched = results.filter(({ outcome }) => outcome !== 'not matched');
    if (results.length === 0) return 'No rules';
    if (matched.length === 0) return 'No rule matched';
    return listed(
        matched.map((result) => `${result.feature} in ${result.environment}: ${RESULT_WORDS[result.outcome]}`),
    );
}

export const RESULT_WORDS: Record<SignalResult['outcome'], string> = {
    'not matched': 'not matched',
    'dry run': 'would have acted (dry run)',
    done: 'acted',
    unchanged: 'nothing left to do',
    refused: 'refused',
};
