import { all, everyone, type ImportCondition, nobody, unsupportedTest } from '../../model/condition.ts';
import type {
    ForeignFlag,
    ImportedJson,
    ImportOutcome,
    ImportRule,
    ImportSplitPart,
    Serves,
} from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { type ImportSource, oneByOne, THE_ONLY_ENVIRONMENT } from '../source.ts';
import { bucketingOf, rangeOf, variationRanges } from './buckets.ts';
import { attributeOf, conditionOf, Groups } from './conditions.ts';
import { NOTES } from './notes.ts';

/** Reads the payload of SDKs: features with their rules, and saved groups. */
export const growthbook: ImportSource = {
    product: 'GrowthBook',
    *read(root) {
        if (!root.at('encryptedFeatures').isMissing) {
            throw root.problem('is encrypted: send the response of a connection without encryption');
        }
        if (!root.at('features').isRecord)
            throw root.problem('has no "features": send the response of GET /api/features/<key>');
        const groups = new Groups(root.at('savedGroups'));
        const read = yield* oneByOne(root, root.at('features').entries(), (feature, key) =>
            flagOf(key, feature, groups),
        );
        return { ...read, notes: NOTES };
    },
};

function flagOf(key: string, feature: DocumentReader, groups: Groups): ForeignFlag {
    const isBoolean = everyValue(feature).every((value) => typeof value === 'boolean');
    const served = (value: ImportedJson): ImportOutcome => {
        if (isBoolean) return value === true ? 'on' : 'off';
        return value === null ? 'off' : { value };
    };
    const rules = feature
        .at('rules')
        .list()
        .flatMap((rule, i) => rulesOf(key, rule, i, served, groups));
    const otherwise: ImportRule = {
        path: feature.at('defaultValue').path,
        title: 'Default value',
        when: everyone,
        serves: { outcome: served(feature.at('defaultValue').json()) },
    };
    return {
        key,
        path: feature.path,
        description: undefined,
        tags: [],
        isBoolean,
        states: new Map([
            [
                THE_ONLY_ENVIRONMENT,
                {
                    isOn: true,
                    rules: [...rules, otherwise],
                    off: { ...otherwise, title: 'Off', serves: { outcome: 'off' } },
                },
            ],
        ]),
        notes: [],
    };
}

function everyValue(feature: DocumentReader): ImportedJson[] {
    const forced = feature
        .at('rules')
        .list()
        .flatMap((rule) => [
            ...rule
                .at('variations')
                .list()
                .map((value) => value.json()),
            ...(hasForce(rule) ? [rule.at('force').json()] : []),
        ]);
    return [...forced, feature.at('defaultValue').json()];
}

/** A rule with the forced value null is also a forced rule. */
const hasForce = (rule: DocumentReader) => rule.isRecord && Object.hasOwn(rule.value as object, 'force');

const PREREQUISITE = unsupportedTest('prerequisites decide by the value of another feature');

/** Returns one rule; with a prerequisite that gates the whole feature also a rule before it, which ends the evaluation. */
function rulesOf(
    key: string,
    rule: DocumentReader,
    index: number,
    served: (value: ImportedJson) => ImportOutcome,
    groups: Groups,
): ImportRule[] {
    const losses = lossesOf(rule);
    const conditions: ImportCondition[] = rule.at('condition').isMissing
        ? []
        : [conditionOf(rule.at('condition'), groups)];
    const parents = rule.at('parentConditions');
    const isGate = parents.list().some((parent) => parent.at('gate').booleanOr(false));
    if (parents.list().length > 0) conditions.push(PREREQUISITE);
    const { serves, hashed } = hasForce(rule) ? forced(key, rule, served) : experiment(key, rule, served);
    const title = rule.at('name').textOr('') || rule.at('id').textOr('') || `Rule ${index + 1}`;
    return [
        ...(isGate
            ? [
                  {
                      path: parents.path,
                      title: `${title}, prerequisites`,
                      when: PREREQUISITE,
                      serves: { outcome: 'off' as const },
                  },
              ]
            : []),
        {
            path: rule.path,
            title,
            when: all(...conditions, ...filtersOf(rule), ...hashed),
            serves,
            ...(losses.length > 0 && { losses }),
        },
    ];
}

interface Served {
    readonly serves: Serves;
    /** The prerequisites. */
    readonly hashed: readonly ImportCondition[];
}

const NEVER: Served = { serves: { outcome: 'off' }, hashed: [nobody] };

const hashAttribute = (rule: DocumentReader) => rule.at('hashAttribute').textOr('') || 'id';

function forced(key: string, rule: DocumentReader, served: (value: ImportedJson) => ImportOutcome): Served {
    const outcome = served(rule.at('force').json());
    const coverage = rule.at('coverage').numberOr(undefined);
    const hasRange = !rule.at('range').isMissing;
    if (!hasRange && coverage === undefined) return { serves: { outcome }, hashed: [] };
    const seed = rule.at('seed').textOr('') || key;
    const bucketing = bucketingOf(seed, hashAttribute(rule), rule.at('hashVersion').numberOr(0) || 1);
    if (bucketing === undefined || (!hasRange && coverage === 0)) return NEVER;
    // A share includes its last bucket, a range does not.
    const ranges = hasRange ? rangeOf(rule.at('range')) : [{ from: 0, to: coverage ?? 0, inclusive: true }];
    const share = ranges.reduce((sum, { from, to }) => sum + Math.min(to, 1) - from, 0);
    return { serves: { split: { bucketing, parts: [{ share, ranges, serves: outcome }] } }, hashed: [] };
}

function experiment(key: string, rule: DocumentReader, served: (value: ImportedJson) => ImportOutcome): Served {
    const variations = rule.at('variations').list();
    if (variations.length < 2) return NEVER;
    const seed = rule.at('seed').textOr('') || rule.at('key').textOr('') || key;
    const bucketing = bucketingOf(seed, hashAttribute(rule), rule.at('hashVersion').numberOr(0) || 1);
    if (bucketing === undefined) return NEVER;
    const meta = rule.at('meta').list();
    const ranges = variationRanges(variations.length, rule);
    const parts = variations.map((variation, i): ImportSplitPart => {
        const own = ranges[i] ?? [];
        const share = own.reduce((sum, { from, to }) => sum + to - from, 0);
        const passes = meta[i]?.at('passthrough').booleanOr(false) === true;
        return { share, ranges: own, serves: passes ? 'next' : served(variation.json()) };
    });
    return { serves: { split: { bucketing, parts } }, hashed: namespaceOf(rule) };
}

/** Mutually exclusive experiments share a hash; filters are the newer form. */
function namespaceOf(rule: DocumentReader): ImportCondition[] {
    const [id, from, to] = rule.at('namespace').list();
    if (id === undefined || from === undefined || to === undefined || rule.at('filters').isList) return [];
    const bucketing = bucketingOf(`__${id.text()}`, hashAttribute(rule), 1);
    return bucketing === undefined
        ? []
        : [{ is: 'bucket', bucketing, ranges: [{ from: from.number(), to: to.number() }] }];
}

function filtersOf(rule: DocumentReader): ImportCondition[] {
    return rule
        .at('filters')
        .list()
        .map((filter) => {
            const version = filter.at('hashVersion').numberOr(0) || 2;
            const attribute = filter.at('attribute').textOr('') || 'id';
            const bucketing = bucketingOf(filter.at('seed').textOr(''), attribute, version);
            if (bucketing === undefined) return nobody;
            return { is: 'bucket', bucketing, ranges: filter.at('ranges').list().flatMap(rangeOf) };
        });
}

function lossesOf(rule: DocumentReader): string[] {
    const losses: string[] = [];
    if (!rule.at('contextualBanditRef').isMissing) losses.push('bandits choose adaptively');
    if (!rule.at('fallbackAttribute').isMissing)
        losses.push(`users without ${attributeOf(hashAttribute(rule))} are bucketed by another attribute`);
    if (rule.at('minBucketVersion').numberOr(0) > 0)
        losses.push('users of an earlier version of the experiment are excluded');
    return losses;
}
