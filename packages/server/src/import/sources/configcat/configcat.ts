import type { Bucketing } from '../../model/bucketing.ts';
import { everyone, type ImportCondition, not, unsupportedTest } from '../../model/condition.ts';
import type {
    ForeignFlag,
    ImportedJson,
    ImportOutcome,
    ImportRule,
    ImportSplitPart,
    Serves,
} from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { servedAudience } from '../reached.ts';
import { type ImportSource, oneByOne, THE_ONLY_ENVIRONMENT } from '../source.ts';
import { allOf, attributeOf, type ConditionOutcomes, userCondition } from './conditions.ts';
import { NOTES } from './notes.ts';

/** Reads a config JSON of version 6, which SDKs receive. */
export const configcat: ImportSource = {
    product: 'ConfigCat',
    *read(root) {
        if (!root.at('f').isRecord) throw root.problem('has no "f": send a config JSON of version 6');
        const config = new Config(root);
        const read = yield* oneByOne(root, root.at('f').entries(), (setting, key) => config.flag(key, setting));
        return { ...read, notes: NOTES };
    },
};

const BOOLEAN = 0;
const MAX_CHAIN = 10;
const MAX_INLINED = 500;

class Config {
    readonly #settings: ReadonlyMap<string, DocumentReader>;
    readonly #segments: readonly DocumentReader[];
    readonly #segmentConditions = new Map<number, ConditionOutcomes>();
    #inlined = 0;

    constructor(root: DocumentReader) {
        this.#settings = new Map(root.at('f').entries());
        this.#segments = root.at('s').list();
    }

    flag(key: string, setting: DocumentReader): ForeignFlag {
        this.#inlined = 0;
        const isBoolean = setting.at('t').numberOr(BOOLEAN) === BOOLEAN;
        const rules = this.#rules(key, setting, []);
        const off: ImportRule = { path: setting.path, title: 'Off', when: everyone, serves: { outcome: 'off' } };
        return {
            key,
            path: setting.path,
            description: undefined,
            tags: [],
            isBoolean,
            states: new Map([[THE_ONLY_ENVIRONMENT, { isOn: true, rules, off }]]),
            notes: [],
        };
    }

    #rules(key: string, setting: DocumentReader, chain: readonly string[]): ImportRule[] {
        const bucketing: Bucketing = {
            algorithm: 'configcat',
            prefix: key,
            suffix: '',
            attribute: attributeOf(setting.at('a').textOr('') || 'Identifier'),
            missing: 'out',
        };
        const served = (reader: DocumentReader): Serves =>
            reader.at('p').list().length > 0
                ? { split: { bucketing, parts: partsOf(reader.at('p')) } }
                : { outcome: outcomeOf((reader.at('s').isMissing ? reader : reader.at('s')).at('v')) };
        const targeting = setting
            .at('r')
            .list()
            .map(
                (rule, i): ImportRule => ({
                    path: rule.path,
                    title: `Rule ${i + 1}`,
                    when: allOf(
                        rule,
                        rule
                            .at('c')
                            .list()
                            .map((condition) => this.#condition(condition, [...chain, key])),
                    ).yes,
                    serves: served(rule),
                }),
            );
        const options = setting.at('p');
        return [
            ...targeting,
            ...(options.list().length > 0
                ? [{ path: options.path, title: 'Percentage options', when: everyone, serves: served(setting) }]
                : []),
            {
                path: setting.at('v').path,
                title: 'For everyone else',
                when: everyone,
                serves: { outcome: outcomeOf(setting.at('v')) },
            },
        ];
    }

    #condition(condition: DocumentReader, chain: readonly string[]): ConditionOutcomes {
        if (!condition.at('u').isMissing) return userCondition(condition.at('u'));
        if (!condition.at('s').isMissing) return this.#segment(condition.at('s'));
        const prerequisite = condition.at('p');
        const isMet = this.#prerequisite(prerequisite, chain);
        const outcomes = { yes: isMet, no: isMet.is === 'lost' ? isMet : not(isMet) };
        return prerequisite.at('c').numberOr(0) === 0 ? outcomes : { yes: outcomes.no, no: outcomes.yes };
    }

    #segment(reader: DocumentReader): ConditionOutcomes {
        const number = reader.at('s').number();
        const segment = this.#segments[number];
        if (segment === undefined) throw reader.problem('refers to a segment that does not exist');
        const outcomes =
            this.#segmentConditions.get(number) ?? allOf(segment, segment.at('r').list().map(userCondition));
        this.#segmentConditions.set(number, outcomes);
        return reader.at('c').numberOr(0) === 0 ? outcomes : { yes: outcomes.no, no: outcomes.yes };
    }

    /** The condition that another setting has a certain value. */
    #prerequisite(reader: DocumentReader, chain: readonly string[]): ImportCondition {
        const key = reader.at('f').text();
        const setting = this.#settings.get(key);
        if (setting === undefined || chain.includes(key) || chain.length > MAX_CHAIN || this.#inlined++ > MAX_INLINED) {
            return unsupportedTest(`the prerequisite ${key} does not exist, or refers back to this flag`);
        }
        const expected = JSON.stringify(outcomeOf(reader.at('v')));
        return servedAudience(
            setting,
            this.#rules(key, setting, chain),
            (outcome) => JSON.stringify(outcome) === expected,
        );
    }
}

/** Returns the outcome of a value, which has one member that is named after its type. */
function outcomeOf(value: DocumentReader): ImportOutcome {
    const boolean = value.at('b');
    if (!boolean.isMissing) return boolean.boolean() ? 'on' : 'off';
    const [only] = ['s', 'i', 'd'].map((name) => value.at(name)).filter(({ isMissing }) => !isMissing);
    if (only === undefined) throw value.problem('has no value');
    return { value: only.json() as ImportedJson };
}

function partsOf(options: DocumentReader): ImportSplitPart[] {
    let start = 0;
    const parts = options.list().map((option): ImportSplitPart => {
        const share = option.at('p').number();
        const from = start;
        start += share;
        return {
            share: share / 100,
            ranges: share > 0 ? [{ from, to: start }] : [],
            serves: outcomeOf(option.at('v')),
        };
    });
    if (start < 100) throw options.problem('does not add up to 100');
    return parts;
}
