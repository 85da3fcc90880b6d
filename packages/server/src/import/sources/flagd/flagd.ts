import type { Bucketing } from '../../model/bucketing.ts';
import { all, everyone, type ImportCondition, not } from '../../model/condition.ts';
import type { ForeignFlag, ImportOutcome, ImportRule, ImportSplit, ImportSplitPart } from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { conditionOf, operationOf, variableIn } from '../json-logic.ts';
import { type ImportSource, oneByOne, THE_ONLY_ENVIRONMENT } from '../source.ts';
import { NOTES } from './notes.ts';

/** Reads a flag definition file. */
export const flagd: ImportSource = {
    product: 'flagd',
    *read(root) {
        const flags = root.at('flags');
        if (!flags.isRecord) throw root.problem('has no "flags"');
        const evaluators = new Evaluators(root.at('$evaluators'));
        const read = yield* oneByOne(root, flags.entries(), (flag, key) => flagOf(key, flag, evaluators));
        return { ...read, notes: NOTES };
    },
};

function flagOf(key: string, flag: DocumentReader, evaluators: Evaluators): ForeignFlag {
    // Other products also have "flags": as flagd flags they would all be off and be reported as exact.
    if (!flag.at('variants').isRecord) throw flag.problem('has no "variants": send a flag definition of flagd');
    const variants = new Map(flag.at('variants').entries());
    const isBoolean = [...variants.values()].every(({ value }) => typeof value === 'boolean');
    const serve = (name: string | undefined): ImportOutcome => {
        const variant = name === undefined ? undefined : variants.get(name);
        if (variant === undefined) return 'off';
        if (isBoolean) return variant.value === true ? 'on' : 'off';
        return { value: variant.json(), name: name! };
    };
    const otherwise = serve(flag.at('defaultVariant').textOr(undefined));
    const rules = new Targeting(key, serve, otherwise, evaluators).rules(flag.at('targeting'), everyone, 'Targeting');
    const last: ImportRule = {
        path: flag.at('defaultVariant').path,
        title: 'Default variant',
        when: everyone,
        serves: { outcome: otherwise },
    };
    const state = flag.at('state').textOr('ENABLED');
    return {
        key,
        path: flag.path,
        description: undefined,
        tags: [],
        isBoolean,
        states: new Map([
            [
                THE_ONLY_ENVIRONMENT,
                {
                    isOn: state === 'ENABLED',
                    rules: [...rules, last],
                    off: { ...last, title: 'Disabled', serves: { outcome: 'off' } },
                },
            ],
        ]),
        notes: [],
    };
}

const MAX_REFERENCES = 64;

/** The expressions that flags and other expressions refer to by name. */
class Evaluators {
    readonly #expressions: DocumentReader;
    /** Each evaluator is read once; another reference to it counts as many steps as the first one. */
    readonly #conditions = new Map<string, { condition: ImportCondition; steps: number }>();
    /** The evaluators that are currently being read, each referenced by the one before it. */
    readonly #active = new Set<string>();

    constructor(expressions: DocumentReader) {
        this.#expressions = expressions;
    }

    /** Applies `read` to an expression, or to the evaluator that it refers to. */
    resolved<T>(logic: DocumentReader, read: (expression: DocumentReader) => T): T {
        const name = referenceIn(logic);
        if (name === undefined) return read(logic);
        if (this.#active.has(name)) {
            const cycle = [...this.#active].slice([...this.#active].indexOf(name));
            throw logic.problem(
                `makes evaluators refer to themselves: ${[...cycle, name].join(' → ').slice(0, 500)}. Remove one of the references`,
            );
        }
        if (this.#active.size === MAX_REFERENCES) {
            throw logic.problem(
                `is the last of more than ${MAX_REFERENCES} evaluators that each refer to the next. Remove one of the references`,
            );
        }
        this.#active.add(name);
        try {
            return this.resolved(this.#expressions.at(name), read);
        } finally {
            this.#active.delete(name);
        }
    }

    condition(logic: DocumentReader): ImportCondition {
        const name = referenceIn(logic);
        if (name === undefined) return this.#read(logic);
        const known = this.#conditions.get(name);
        if (known !== undefined) {
            logic.spend(known.steps);
            return known.condition;
        }
        const before = logic.budget.spent;
        const condition = this.resolved(logic, (expression) => this.#read(expression));
        this.#conditions.set(name, { condition, steps: logic.budget.spent - before });
        return condition;
    }

    #read(logic: DocumentReader): ImportCondition {
        const operation = operationOf(logic);
        // References may be anywhere in an expression.
        if (operation && ['and', 'or', '!'].includes(operation.name)) {
            const parts = operation.operands.map((each) => this.condition(each));
            if (operation.name === 'and') return all(...parts);
            return operation.name === 'or' ? { is: 'any', of: parts } : not(parts[0] ?? everyone);
        }
        return conditionOf(logic);
    }
}

function referenceIn(logic: DocumentReader): string | undefined {
    const name = logic.at('$ref');
    return name.isMissing ? undefined : name.text();
}

/** Whether no context that matches the condition continues after the rules: the last of them serves all of them. */
const isDecidedBy = (rules: readonly ImportRule[], condition: ImportCondition): boolean => {
    const last = rules.at(-1);
    return last !== undefined && last.when === condition && 'outcome' in last.serves;
};

/** Flattens nested conditions to a list of rules. */
class Targeting {
    readonly #key: string;
    readonly #serve: (name: string | undefined) => ImportOutcome;
    readonly #otherwise: ImportOutcome;
    readonly #evaluators: Evaluators;

    constructor(
        key: string,
        serve: (name: string | undefined) => ImportOutcome,
        otherwise: ImportOutcome,
        evaluators: Evaluators,
    ) {
        this.#key = key;
        this.#serve = serve;
        this.#otherwise = otherwise;
        this.#evaluators = evaluators;
    }

    rules(reader: DocumentReader, when: ImportCondition, title: string): ImportRule[] {
        return this.#evaluators.resolved(reader, (logic) => this.#rules(logic, when, title));
    }

    #rules(logic: DocumentReader, when: ImportCondition, title: string): ImportRule[] {
        const { value, path } = logic;
        const rule = (outcome: ImportOutcome, more: Partial<ImportRule> = {}): ImportRule => ({
            path,
            title,
            when,
            serves: { outcome },
            ...more,
        });
        if (logic.isMissing || (logic.isRecord && logic.entries().length === 0)) return [rule(this.#otherwise)];
        if (typeof value === 'string' || typeof value === 'boolean') return [rule(this.#serve(String(value)))];
        const operation = operationOf(logic);
        if (operation === undefined) return [rule('off')];
        if (operation.name === 'if') return this.#chain(operation.operands, when, title);
        if (operation.name === 'fractional') {
            const split = this.#fractional(operation.operands);
            if (split === undefined) return [rule(this.#otherwise, { losses: ['the bucketing key is computed'] })];
            const { prefix, suffix, attribute } = split.bucketing;
            // flagd implementations disagree about the concatenation with a missing value.
            const caveats =
                prefix === this.#key && suffix === '' && attribute === 'userId' ? [] : [`the context has ${attribute}`];
            // Contexts without a bucketing key get the default, not the next rule.
            return [
                { ...rule('off'), serves: { split }, caveats },
                rule(this.#otherwise, { title: `${title}, without a key` }),
            ];
        }
        const condition = this.#evaluators.condition(logic);
        return [
            rule(this.#serve('true'), { when: all(when, condition) }),
            rule(this.#serve('false'), { when: all(when, not(condition)) }),
        ];
    }

    #chain(operands: readonly DocumentReader[], when: ImportCondition, title: string): ImportRule[] {
        const rules: ImportRule[] = [];
        const passed: ImportCondition[] = [];
        for (let i = 0; i < operands.length; i += 2) {
            const [test, then] = [operands[i]!, operands[i + 1]];
            if (then === undefined) return [...rules, ...this.rules(test, all(when, ...passed), `${title}, else`)];
            const condition = this.#evaluators.condition(test);
            // Each rule has a copy of the conditions before it.
            test.spend(passed.length);
            const matched = all(when, ...passed, condition);
            const results = this.rules(then, matched, `${title}, condition ${i / 2 + 1}`);
            rules.push(...results);
            if (!isDecidedBy(results, matched)) passed.push(not(condition));
        }
        return rules;
    }

    #fractional(operands: readonly DocumentReader[]): ImportSplit | undefined {
        const [first] = operands;
        const isKeyed = first !== undefined && !first.isList;
        const bucketing = isKeyed ? this.#bucketingOf(first) : this.#byKey();
        if (bucketing === undefined) return undefined;
        const entries = (isKeyed ? operands.slice(1) : operands).map((entry) => {
            const [name, weight] = entry.list();
            if (
                name === undefined ||
                (!name.isMissing && typeof name.value !== 'string' && typeof name.value !== 'boolean')
            )
                return undefined;
            return { name, weight: weight === undefined ? 1 : Math.max(0, Math.trunc(weight.numberOr(0))) };
        });
        if (entries.length === 0 || entries.some((entry) => entry === undefined)) return undefined;
        const total = entries.reduce((sum, entry) => sum + entry!.weight, 0);
        if (total === 0 || total > 2_147_483_647) return undefined;
        let sum = 0;
        const bound = () => Number((BigInt(sum) * 2n ** 32n + BigInt(total) - 1n) / BigInt(total));
        const parts = entries.map((entry): ImportSplitPart => {
            const { name, weight } = entry!;
            const from = bound();
            sum += weight;
            const serves = name.isMissing ? this.#otherwise : this.#serve(String(name.value));
            return { share: weight / total, ranges: weight > 0 ? [{ from, to: bound() }] : [], serves };
        });
        return { bucketing, parts };
    }

    #byKey(): Bucketing {
        return { algorithm: 'flagd', prefix: this.#key, suffix: '', attribute: 'userId', missing: 'out' };
    }

    /** Returns the bucketing of a concatenation of texts with one attribute. */
    #bucketingOf(logic: DocumentReader): Bucketing | undefined {
        const operation = operationOf(logic);
        if (operation?.name !== 'cat') return undefined;
        const texts: string[] = [''];
        let attribute: string | undefined;
        for (const part of operation.operands) {
            const variable = variableIn(part);
            if (variable !== undefined && attribute === undefined) {
                attribute = variable;
                texts.push('');
            } else if (typeof part.value === 'string') texts[texts.length - 1] += part.value;
            else if (operationOf(part)?.operands[0]?.value === '$flagd.flagKey') texts[texts.length - 1] += this.#key;
            else return undefined;
        }
        if (attribute === undefined) return undefined;
        return { algorithm: 'flagd', prefix: texts[0]!, suffix: texts[1] ?? '', attribute, missing: 'out' };
    }
}
