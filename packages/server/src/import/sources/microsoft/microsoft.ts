import type { Bucketing, Range } from '../../model/bucketing.ts';
import {
    all,
    any,
    everyone,
    type ImportCondition,
    nobody,
    not,
    oneOf,
    test,
    unsupportedTest,
} from '../../model/condition.ts';
import type { ForeignFlag, ImportedJson, ImportOutcome, ImportRule } from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { type ImportSource, namedItems, oneByOne, THE_ONLY_ENVIRONMENT } from '../source.ts';
import { NOTES } from './notes.ts';

/** Reads feature flags of schema 2.0, as exported by Azure App Configuration. */
export const microsoft: ImportSource = {
    product: 'Microsoft feature management',
    *read(root) {
        const flags = root.at('feature_management').at('feature_flags');
        if (!flags.isList) throw root.problem('has no "feature_management.feature_flags"');
        const named = namedItems(flags, (flag) => flag.at('id'));
        return { ...(yield* oneByOne(root, named, flagOf)), notes: NOTES };
    },
};

function flagOf(flag: DocumentReader): ForeignFlag {
    const id = flag.at('id').text();
    const condition = flag.at('enabled').booleanOr(false) ? conditionsOf(id, flag.at('conditions')) : nobody;
    const hasVariants = flag.at('variants').list().length > 0;
    const rules: ImportRule[] = hasVariants
        ? variantRules(id, flag, condition)
        : [{ path: flag.at('conditions').path, title: 'Conditions', when: condition, serves: { outcome: 'on' } }];
    return {
        key: id,
        path: flag.path,
        description: flag.at('description').textOr(undefined),
        tags: [],
        isBoolean: !hasVariants,
        states: new Map([
            [
                THE_ONLY_ENVIRONMENT,
                {
                    isOn: true,
                    rules,
                    off: { path: flag.path, title: 'Off', when: everyone, serves: { outcome: 'off' } },
                },
            ],
        ]),
        notes: [],
    };
}

/** No filter means everyone. */
function conditionsOf(id: string, conditions: DocumentReader): ImportCondition {
    const filters = conditions
        .at('client_filters')
        .list()
        .map((filter) => filterOf(id, filter));
    if (filters.length === 0) return everyone;
    return conditions.at('requirement_type').textOr('Any') === 'All' ? all(...filters) : any(...filters);
}

function filterOf(id: string, filter: DocumentReader): ImportCondition {
    const name = filter
        .at('name')
        .text()
        .replace(/^Microsoft\./, '');
    const parameters = filter.at('parameters');
    if (name === 'Targeting' || name === 'TargetingFilter') return audienceOf(id, parameters.at('Audience'));
    if (name === 'TimeWindow' || name === 'TimeWindowFilter') return windowOf(parameters);
    return unsupportedTest(`the filter ${name.slice(0, 60)} is not known`);
}

/** The start of the time window is inclusive, its end is exclusive. */
function windowOf(window: DocumentReader): ImportCondition {
    if (!window.at('Recurrence').isMissing) return unsupportedTest('a time window that recurs has no constraint');
    const bound = (name: string) => window.at(name).or((reader) => timeIn(reader), undefined);
    const [start, end] = [bound('Start'), bound('End')];
    if (start === undefined && end === undefined) return nobody;
    return all(
        ...(start === undefined ? [] : [not(test('currentTime', { op: 'time', relation: '<', value: start }))]),
        ...(end === undefined ? [] : [test('currentTime', { op: 'time', relation: '<', value: end })]),
    );
}

function timeIn(reader: DocumentReader): string {
    const time = Date.parse(reader.text());
    if (Number.isNaN(time)) throw reader.problem('is not a time');
    return new Date(time).toISOString();
}

const inGroups = (names: readonly string[]): ImportCondition =>
    names.length === 0 ? nobody : oneOf('groups', names, { caveat: 'a user has one group at most' });

/** Evaluates exclusions first, then users, then shares of groups, then the share of all users. */
function audienceOf(id: string, audience: DocumentReader): ImportCondition {
    const exclusion = audience.at('Exclusion');
    const groups = audience
        .at('Groups')
        .list()
        .map((group) => {
            const name = group.at('Name').text();
            const share = percentage(group.at('RolloutPercentage').number(), `${id}\n${name}`);
            return all(inGroups([name]), share);
        });
    return all(
        not(any(oneOf('userId', exclusion.at('Users').texts()), inGroups(exclusion.at('Groups').texts()))),
        any(
            oneOf('userId', audience.at('Users').texts()),
            ...groups,
            percentage(audience.at('DefaultRolloutPercentage').numberOr(0), id),
        ),
    );
}

const byHint = (hint: string): Bucketing => ({
    algorithm: 'microsoft',
    prefix: '',
    suffix: `\n${hint}`,
    attribute: 'userId',
    missing: 'empty',
});

/** A range that ends at 100 includes its end; all others exclude it. */
const rangeOf = (from: number, to: number): Range[] =>
    to === 100 ? [{ from, to, inclusive: true }] : to > from ? [{ from, to }] : [];

function percentage(share: number, hint: string): ImportCondition {
    if (share >= 100) return everyone;
    return share <= 0 ? nobody : { is: 'bucket', bucketing: byHint(hint), ranges: rangeOf(0, share) };
}

/** Selects the variant by user, group or percentile, otherwise the default for the enabled state. */
function variantRules(id: string, flag: DocumentReader, condition: ImportCondition): ImportRule[] {
    const allocation = flag.at('allocation');
    const variants = new Map(
        flag
            .at('variants')
            .list()
            .map((variant) => [variant.at('name').text(), variant]),
    );
    const rule = (reader: DocumentReader, title: string, when: ImportCondition): ImportRule => {
        const variant = variants.get(reader.textOr(''));
        const overrides = variant?.at('status_override').textOr('None') !== 'None' && variant !== undefined;
        return {
            path: reader.path,
            title,
            when,
            serves: { outcome: variant === undefined ? 'off' : outcomeOf(variant) },
            ...(overrides && { losses: ['the variant overrides whether the flag is enabled'] }),
        };
    };
    const hint = allocation.at('seed').textOr('') || `allocation\n${id}`;
    return [
        rule(allocation.at('default_when_disabled'), 'While it is disabled', not(condition)),
        ...allocation
            .at('user')
            .list()
            .map((entry) => rule(entry.at('variant'), 'Users', oneOf('userId', entry.at('users').texts()))),
        ...allocation
            .at('group')
            .list()
            .map((entry) => rule(entry.at('variant'), 'Groups', inGroups(entry.at('groups').texts()))),
        ...allocation
            .at('percentile')
            .list()
            .map((entry) => {
                const ranges = rangeOf(entry.at('from').number(), entry.at('to').number());
                const when: ImportCondition =
                    ranges.length === 0 ? nobody : { is: 'bucket', bucketing: byHint(hint), ranges };
                return rule(entry.at('variant'), 'Percentile', when);
            }),
        rule(allocation.at('default_when_enabled'), 'Default', everyone),
    ];
}

function outcomeOf(variant: DocumentReader): ImportOutcome {
    const value: ImportedJson = variant.at('configuration_value').json();
    return value === null ? 'off' : { value, name: variant.at('name').text() };
}
