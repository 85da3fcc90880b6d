import type { Labels, SeriesIdentity } from '../../../core/series/series.ts';

/** For each label the selected values, or `['*']`: all values, now and in future. */
export type LabelSelectors = Readonly<Record<string, readonly string[]>>;

const EVERY_VALUE = '*';

/** The labels of a series as queries see them. The environment and the project come from the token, and cannot be forged by a label. */
export const labelsOf = ({ labels, environment, project }: SeriesIdentity): Labels => ({
    ...labels,
    environment,
    ...(project !== null && { project }),
});

/** Returns the value of a label; undefined also for the names of members that every object has. */
const labelValue = (labels: Labels, name: string) => (Object.hasOwn(labels, name) ? labels[name] : undefined);

const isEvery = (values: readonly string[]) => values.includes(EVERY_VALUE);

/** Whether the labels have one of the selected values of each selected label. */
export function matchesSelectors(labels: Labels, selectors: LabelSelectors): boolean {
    for (const [name, values] of Object.entries(selectors)) {
        if (!isEvery(values) && !values.includes(labelValue(labels, name) ?? '')) return false;
    }
    return true;
}

/** Returns the labels that split an answer: those that are selected and that the series has. */
export const splitLabels = (labels: Labels, selectors: LabelSelectors): Labels =>
    Object.fromEntries(
        Object.keys(selectors).flatMap((name) => {
            const value = labelValue(labels, name);
            return value === undefined ? [] : [[name, value]];
        }),
    );

/** Returns the values of each label, sorted. */
export function valuesOfLabels(series: readonly SeriesIdentity[], maxValues: number): Record<string, string[]> {
    const values = new Map<string, Set<string>>();
    for (const each of series) {
        for (const [name, value] of Object.entries(labelsOf(each))) {
            const known = values.get(name) ?? new Set();
            values.set(name, known);
            if (known.size < maxValues) known.add(value);
        }
    }
    return Object.fromEntries([...values].sort().map(([name, known]) => [name, [...known].sort()]));
}
