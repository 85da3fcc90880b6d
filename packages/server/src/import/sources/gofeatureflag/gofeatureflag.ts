import type { Bucketing } from '../../model/bucketing.ts';
import { all, everyone, type ImportCondition, nobody, not, test } from '../../model/condition.ts';
import type { ForeignFlag, ImportOutcome, ImportRule, ImportSplit, ImportSplitPart, Serves } from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { type ImportSource, oneByOne, THE_ONLY_ENVIRONMENT } from '../source.ts';
import { NOTES } from './notes.ts';
import { conditionOf } from './query.ts';

/** Reads a file of flags, or the configuration response of the relay proxy. */
export const gofeatureflag: ImportSource = {
    product: 'GO Feature Flag',
    *read(root) {
        if (!root.isRecord) throw root.problem('is not an object of flags');
        const inside = root.at('flags');
        const flags = inside.isRecord && inside.at('variations').isMissing ? inside : root;
        const read = yield* oneByOne(root, flags.entries(), (flag, key) => flagOf(key, flag));
        return { ...read, notes: NOTES };
    },
};

function flagOf(key: string, flag: DocumentReader): ForeignFlag {
    const variations = flag.at('variations');
    if (!variations.isRecord) {
        throw flag.problem('has no "variations": convert files from before 1.0 first');
    }
    const values = new Map(variations.entries());
    const isBoolean = [...values.values()].every(({ value }) => typeof value === 'boolean');
    const serve = (name: string): ImportOutcome => {
        const variation = values.get(name);
        if (variation === undefined || variation.isMissing) return 'off';
        if (isBoolean) return variation.value === true ? 'on' : 'off';
        return { value: variation.json(), name };
    };
    const rules = new Rules(key, flag, serve).all();
    return {
        key,
        path: flag.path,
        description: flag.at('metadata').at('description').textOr('') || undefined,
        tags: [],
        isBoolean,
        states: new Map([
            [
                THE_ONLY_ENVIRONMENT,
                {
                    isOn: !flag.at('disable').booleanOr(false),
                    rules,
                    off: { path: flag.path, title: 'Disabled', when: everyone, serves: { outcome: 'off' } },
                },
            ],
        ]),
        notes: [],
    };
}

/** Converts a rule of the file to one rule, or to several if it changes over time. */
class Rules {
    readonly #key: string;
    readonly #flag: DocumentReader;
    readonly #serve: (name: string) => ImportOutcome;
    readonly #attribute: string;
    readonly #during: ImportCondition;
    readonly #losses: readonly string[];

    constructor(key: string, flag: DocumentReader, serve: (name: string) => ImportOutcome) {
        this.#key = key;
        this.#flag = flag;
        this.#serve = serve;
        this.#attribute = flag.at('bucketingKey').textOr('') || 'userId';
        this.#during = periodOf(flag.at('experimentation'));
        this.#losses = flag.at('scheduledRollout').list().length > 0 ? ['the flag has its own schedule'] : [];
    }

    all(): ImportRule[] {
        const targeting = this.#flag.at('targeting').list();
        const otherwise = this.#flag.at('defaultRule');
        const rules = [
            ...targeting.flatMap((rule, i) => this.#targeted(rule, i)),
            ...(otherwise.isRecord ? this.#served(otherwise, 'Default rule', everyone) : []),
        ];
        // Without the bucketing attribute, a flag with any percentage returns the default of the code.
        const hasBucketing = rules.some(({ serves }) => 'split' in serves) || this.#attribute !== 'userId';
        const caveats = hasBucketing ? [`the context has ${this.#attribute}`] : [];
        return rules.map((rule) => ({
            ...rule,
            when: all(this.#during, rule.when),
            ...('outcome' in rule.serves && rule.serves.outcome !== 'off' && { caveats }),
            losses: [...this.#losses, ...(rule.losses ?? [])],
        }));
    }

    #targeted(rule: DocumentReader, index: number): ImportRule[] {
        const isDisabled = rule.at('disable').booleanOr(false);
        const when = isDisabled ? nobody : conditionOf(rule.at('query'));
        return this.#served(rule, rule.at('name').textOr('') || `Rule ${index + 1}`, when);
    }

    #served(rule: DocumentReader, title: string, when: ImportCondition): ImportRule[] {
        const one = (serves: Serves, more: Partial<ImportRule> = {}): ImportRule => ({
            path: rule.path,
            title,
            when,
            serves,
            ...more,
        });
        const progressive = rule.at('progressiveRollout');
        if (progressive.isRecord) return this.#progressive(progressive, one);
        const shares = rule.at('percentage').entries();
        if (shares.length > 0) return [one({ split: this.#split(shares) })];
        return [one({ outcome: this.#serve(rule.at('variation').textOr('')) })];
    }

    /** Variations are sorted in reverse alphabetical order, with 1,000 buckets per percent. */
    #split(shares: readonly [string, DocumentReader][]): ImportSplit {
        const sorted = shares
            .map(([name, share]) => ({ name, percent: share.number() }))
            .sort((a, b) => (a.name < b.name ? 1 : -1));
        const total = Math.trunc(shares.reduce((sum, [, share]) => sum + share.number(), 0) * 1000);
        let end = 0;
        const parts = sorted.map(({ name, percent }): ImportSplitPart => {
            const from = Math.trunc(end);
            end += percent * 1000;
            const to = Math.trunc(end);
            return {
                share: (percent * 1000) / (total || 1),
                ranges: to > from ? [{ from, to }] : [],
                serves: this.#serve(name),
            };
        });
        // Buckets left over by rounding are an error in GO Feature Flag, which then returns the default of the code.
        const last = Math.trunc(end);
        if (last < total) parts.push({ share: 0, ranges: [{ from: last, to: total }], serves: 'off' });
        return { bucketing: this.#bucketing(total || 1), parts };
    }

    #bucketing(of: number): Bucketing {
        return {
            algorithm: 'gofeatureflag',
            prefix: this.#key,
            suffix: '',
            attribute: this.#attribute,
            missing: 'out',
            of,
        };
    }

    /**
     * Serves the first variation before the start, and the last share from the end on. The change in between, by the second, cannot be
     * imported.
     */
    #progressive(
        rollout: DocumentReader,
        one: (serves: Serves, more?: Partial<ImportRule>) => ImportRule,
    ): ImportRule[] {
        const [initial, end] = [rollout.at('initial'), rollout.at('end')];
        const [from, to] = [timeIn(initial.at('date')), timeIn(end.at('date'))];
        const [before, after] = [initial.at('variation'), end.at('variation')].map((name) =>
            this.#serve(name.textOr('')),
        );
        if (from === undefined || to === undefined || Date.parse(to) <= Date.parse(from)) {
            return [
                one({ outcome: 'off' }, { losses: ['a progressive rollout without a beginning and an end after it'] }),
            ];
        }
        const plain = one({ outcome: before! });
        const { title, when } = plain;
        const isUntil = (time: string) => test('currentTime', { op: 'time', relation: '<', value: time });
        const percentage = end.at('percentage').numberOr(0);
        const percent = percentage <= 0 || percentage > 100 ? 100 : percentage;
        const share = Math.trunc(percent * 1000);
        const parts: ImportSplitPart[] = [
            { share: percent / 100, ranges: [{ from: 0, to: share }], serves: after! },
            ...(share < 100_000
                ? [{ share: 1 - percent / 100, ranges: [{ from: share, to: 100_000 }], serves: before! }]
                : []),
        ];
        return [
            { ...plain, title: `${title}, before it begins`, when: all(when, isUntil(from)) },
            {
                ...plain,
                title: `${title}, once it is over`,
                when: all(when, not(isUntil(to))),
                serves: { split: { bucketing: this.#bucketing(100_000), parts } },
            },
            {
                ...plain,
                title: `${title}, while it grows`,
                serves: { outcome: 'off' },
                losses: ['no strategy has a share that grows continuously'],
            },
        ];
    }
}

/** The period includes its first and last moment. */
function periodOf(experimentation: DocumentReader): ImportCondition {
    const [start, end] = [timeIn(experimentation.at('start')), timeIn(experimentation.at('end'))];
    const outside = (relation: '<' | '>', value: string | undefined): ImportCondition[] =>
        value === undefined ? [] : [not(test('currentTime', { op: 'time', relation, value }))];
    return all(...outside('<', start), ...outside('>', end));
}

function timeIn(reader: DocumentReader): string | undefined {
    if (reader.isMissing) return undefined;
    const time = Date.parse(reader.text());
    if (Number.isNaN(time)) throw reader.problem('is not a time');
    return new Date(time).toISOString();
}
