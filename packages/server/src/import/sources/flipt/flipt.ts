import type { Bucketing } from '../../model/bucketing.ts';
import { everyone, type ImportCondition } from '../../model/condition.ts';
import type {
    ForeignFlag,
    ForeignState,
    ImportedJson,
    ImportOutcome,
    ImportRule,
    ImportSplitPart,
} from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { type ImportSource, namedItems, oneByOne, THE_ONLY_ENVIRONMENT } from '../source.ts';
import { NOTES } from './notes.ts';
import { audienceOf, type SegmentConditions, segmentsIn } from './segments.ts';

/** Reads a features file, which is also the output of `flipt export`, or the snapshot that clients receive: one namespace. */
export const flipt: ImportSource = {
    product: 'Flipt',
    *read(root) {
        if (!root.at('flags').isList) throw root.problem('has no list of "flags"');
        const known = segmentsIn(root);
        const named = namedItems(root.at('flags'), (flag) => flag.at('key'));
        return { ...(yield* oneByOne(root, named, (flag) => flagOf(flag, known))), notes: NOTES };
    },
};

function flagOf(flag: DocumentReader, known: SegmentConditions): ForeignFlag {
    const isBoolean = flag.at('type').textOr('').startsWith('BOOLEAN');
    return {
        key: flag.at('key').text(),
        path: flag.path,
        description: flag.at('description').textOr('') || undefined,
        tags: [],
        isBoolean,
        states: new Map([[THE_ONLY_ENVIRONMENT, isBoolean ? booleanState(flag, known) : variantState(flag, known)]]),
        notes: [],
    };
}

/** Rollouts apply even if the flag is disabled: `enabled` is only the result for everyone else. */
function booleanState(flag: DocumentReader, known: SegmentConditions): ForeignState {
    const key = flag.at('key').text();
    const rollouts = flag.at('rollouts').list();
    const isEnabled = flag.at('enabled').booleanOr(false);
    const last: ImportRule = {
        path: flag.at('enabled').path,
        title: isEnabled ? 'Enabled' : 'Disabled',
        when: everyone,
        serves: { outcome: onOrOff(isEnabled) },
    };
    return {
        isOn: isEnabled || rollouts.length > 0,
        rules: [...rollouts.map((rollout, i) => rolloutOf(key, rollout, i, known)), last],
        off: { ...last, serves: { outcome: 'off' } },
    };
}

const onOrOff = (value: boolean): ImportOutcome => (value ? 'on' : 'off');

function rolloutOf(key: string, rollout: DocumentReader, index: number, known: SegmentConditions): ImportRule {
    const threshold = rollout.at('threshold');
    const title = rollout.at('description').textOr('') || `Rollout ${index + 1}`;
    if (threshold.isRecord) {
        const percentage = threshold.at('percentage').numberOr(0);
        const serves = onOrOff(threshold.at('value').booleanOr(false));
        // The flag key is the end of the hash input for booleans, and the beginning for variants.
        const bucketing = toBucketing({ prefix: '', suffix: key, of: 100 });
        const part: ImportSplitPart = {
            share: Math.min(percentage, 100) / 100,
            ranges: percentage > 0 ? [{ from: 0, to: percentage }] : [],
            serves,
        };
        return { path: rollout.path, title, when: everyone, serves: { split: { bucketing, parts: [part] } } };
    }
    const value = rollout.at('segment').at('value').booleanOr(false);
    return { path: rollout.path, title, when: audienceOf(rollout, known), serves: { outcome: onOrOff(value) } };
}

const toBucketing = (input: Pick<Bucketing, 'prefix' | 'suffix' | 'of'>): Bucketing => ({
    algorithm: 'flipt',
    attribute: 'userId',
    missing: 'empty',
    ...input,
});

function variantState(flag: DocumentReader, known: SegmentConditions): ForeignState {
    const key = flag.at('key').text();
    const variants = new Map<string, ImportOutcome>(
        flag
            .at('variants')
            .list()
            .map((variant) => [
                variant.at('key').text(),
                outcomeOf(variant.at('key').text(), variant.at('attachment')),
            ]),
    );
    const otherwise = defaultOf(flag);
    const last: ImportRule = {
        path: flag.path,
        title: 'Default variant',
        when: everyone,
        serves: { outcome: otherwise },
    };
    const rules = flag
        .at('rules')
        .list()
        .map((rule, i): ImportRule => {
            const when = audienceOf(rule, known);
            return ruleOf(key, { rule, title: `Rule ${i + 1}`, when }, variants, otherwise);
        });
    return { isOn: flag.at('enabled').booleanOr(false), rules: [...rules, last], off: { ...last, title: 'Disabled' } };
}

function defaultOf(flag: DocumentReader): ImportOutcome {
    const sent = flag.at('defaultVariant');
    const marked = flag
        .at('variants')
        .list()
        .find((variant) => variant.at('default').booleanOr(false));
    const variant = sent.isMissing ? marked : sent;
    return variant === undefined ? 'off' : outcomeOf(variant.at('key').text(), variant.at('attachment'));
}

/** Attachments are values in files, and text in client snapshots. */
function outcomeOf(name: string, attachment: DocumentReader): ImportOutcome {
    if (attachment.isMissing || attachment.value === '') return { value: name, name };
    if (typeof attachment.value !== 'string') return { value: attachment.json(), name };
    try {
        const value: ImportedJson = JSON.parse(attachment.text());
        return { value, name };
    } catch {
        return { value: attachment.text(), name };
    }
}

interface RuleInput {
    readonly rule: DocumentReader;
    readonly title: string;
    readonly when: ImportCondition;
}

/** There are 1,000 buckets, so shares have a precision of a tenth of a percent. */
function ruleOf(
    key: string,
    { rule, title, when }: RuleInput,
    variants: ReadonlyMap<string, ImportOutcome>,
    otherwise: ImportOutcome,
): ImportRule {
    const ruleInfo = { path: rule.path, title, when };
    const distributions = rule
        .at('distributions')
        .list()
        .map((each) => {
            const sent = each.at('variantKey');
            const name = sent.isMissing ? each.at('variant').text() : sent.text();
            const outcome = sent.isMissing
                ? (variants.get(name) ?? outcomeOf(name, sent))
                : outcomeOf(name, each.at('variantAttachment'));
            return { outcome, rollout: each.at('rollout').number() };
        })
        .filter(({ rollout }) => rollout > 0);
    const [only, another] = distributions;
    if (only === undefined) return { ...ruleInfo, serves: { outcome: otherwise } };
    const sum = distributions.reduce((total, { rollout }) => total + rollout, 0);
    const isWhole =
        Math.round(sum * 10) === 1000 && distributions.every(({ rollout }) => Number.isInteger(rollout * 10));
    // Version 1 truncates shares below a tenth of a percent, and assigns the rest to 100 % to the default.
    const caveats = isWhole ? [] : ['Flipt has version 2, which normalizes shares by their sum'];
    if (another === undefined) return { ...ruleInfo, serves: { outcome: only.outcome }, caveats };
    let passed = 0;
    const bound = () => Math.round((passed / sum) * 1000);
    const parts = distributions.map(({ outcome, rollout }): ImportSplitPart => {
        const from = bound();
        passed += rollout;
        const to = bound();
        return { share: rollout / sum, ranges: to > from ? [{ from, to }] : [], serves: outcome };
    });
    const bucketing = toBucketing({ prefix: key, suffix: '', of: 1000 });
    return { ...ruleInfo, serves: { split: { bucketing, parts } }, caveats };
}
