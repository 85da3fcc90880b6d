import { type CompiledConstraint, readConstraint } from './constraint.ts';
import type { VariantDefinition } from './definitions.ts';
import type { CompiledFlag, CompiledFlagStrategy, EvaluationPlan, SegmentTests } from './flag.ts';
import { type LookupPath, toLookupPath } from './lookup-path.ts';
import { boolean, isRecord, list, Malformed, optionalList } from './malformed.ts';
import { quoteValue } from './operators/operator.ts';
import { OFF, ON, outcomesOf } from './outcomes.ts';
import { PreviousCompilation } from './previous-compilation.ts';
import { encodeFlag } from './program.ts';
import type { PropertyIndex } from './property-index.ts';
import { type Parent, readDependency, readStrategy, readVariant } from './read.ts';
import { always } from './strategies/default.ts';
import { findStrategyType } from './strategies/index.ts';
import { VariantTable } from './variants.ts';

/** The definitions to compile, and the segments and flags that they refer to. */
interface Source {
    readonly name: string;
    readonly definition: Readonly<Record<string, unknown>>;
    readonly propertyIndex: PropertyIndex;
    readonly segments: ReadonlyMap<number, SegmentTests>;
    /** The previous version of the flag, compiled against the same property index: unchanged parts are not compiled again. */
    readonly before: CompiledFlag | undefined;
}

/** Never throws: a malformed flag is compiled to one that is off, with warnings. */
export function compileFlag(source: Source): CompiledFlag {
    const { name, definition } = source;
    const compiler = new FlagCompiler(source);
    const plan = attempt(
        () => compiler.plan(),
        (problem) => {
            compiler.warnings.push(`${problem}; the flag is off`);
            return ALWAYS_OFF;
        },
    );
    const impressionData = definition['impressionData'] === true;
    const outcomes = outcomesOf(name, impressionData, compiler.variants);
    return {
        name,
        project: typeof definition['project'] === 'string' ? definition['project'] : 'default',
        impressionData,
        outcomes,
        always: plan.constant === undefined ? undefined : outcomes[plan.constant],
        warnings: compiler.warnings,
        definition,
        plan,
    };
}

const ALWAYS_OFF: EvaluationPlan = {
    enabled: false,
    parents: [],
    strategies: [],
    variants: undefined,
    paths: [],
    constant: OFF,
    code: encodeFlag(OFF, false, []),
};

export function attempt<Result>(compile: () => Result, recover: (problem: string) => Result): Result {
    try {
        return compile();
    } catch (error) {
        return recover(error instanceof Malformed ? error.message : `the definition cannot be compiled: ${error}`);
    }
}

export function compileConstraints(
    value: unknown,
    label: string,
    propertyIndex: PropertyIndex,
    warn: (problem: string) => void,
): CompiledConstraint[] {
    return optionalList(value, label).map((item, i) => {
        const constraint = propertyIndex.constraint(readConstraint(item, `${label}[${i}]`));
        if (constraint.condition.problem !== undefined) warn(`${label}[${i}]: ${constraint.condition.problem}`);
        return constraint;
    });
}

class FlagCompiler {
    readonly warnings: string[] = [];
    /** The variants of the flag and of all its strategies, in the order of their occurrence. */
    readonly variants: VariantDefinition[] = [];
    readonly #source: Source;
    readonly #before: PreviousCompilation;

    constructor(source: Source) {
        this.#source = source;
        this.#before = new PreviousCompilation(source.before);
    }

    plan(): EvaluationPlan {
        const { name, definition } = this.#source;
        const enabled = boolean(definition['enabled'], 'enabled');
        const parents = optionalList(definition['dependencies'], 'dependencies').map((item, i) =>
            readDependency(item, `dependencies[${i}]`),
        );
        const variants =
            this.#addVariants(this.#before.variants(definition['variants'])) ??
            this.#variants(definition['variants'], 'variants', name, 'default');
        const strategies = list(definition['strategies'], 'strategies').flatMap((item, i) =>
            isDisabled(item) ? this.#disabled(item, i) : [this.#strategy(item, i)],
        );
        const paths = enabled ? pathsOf(strategies, variants) : [];
        const constant = constantOf(parents, paths);
        const code = compactCopy(encodeFlag(constant, parents.length > 0, paths));
        return {
            enabled,
            parents,
            strategies: compactCopy(strategies),
            variants,
            paths: compactCopy(paths),
            constant,
            code,
        };
    }

    /** A disabled strategy neither turns a flag off nor adds possible outcomes. */
    #disabled(value: unknown, index: number): CompiledFlagStrategy[] {
        const variantCount = this.variants.length;
        const strategy = attempt<CompiledFlagStrategy[]>(
            () => [this.#strategy(value, index)],
            (problem) => {
                this.warnings.push(`${problem}; the strategy is disabled anyway`);
                return [];
            },
        );
        this.variants.length = variantCount;
        return strategy;
    }

    #strategy(value: unknown, index: number): CompiledFlagStrategy {
        const { segments } = this.#source;
        const reused = this.#before.strategy(value, { index, offset: this.variants.length, segments });
        if (reused === undefined) return this.#compileStrategy(value, `strategies[${index}]`);
        this.#addVariants(reused.variants);
        return reused;
    }

    #compileStrategy(value: unknown, label: string): CompiledFlagStrategy {
        const { name: flag, propertyIndex } = this.#source;
        const definition = readStrategy(value, label);
        const parameter = (name: string) => definition.parameters[name] || undefined;
        const warn = (problem: string) => this.warnings.push(`${label}: ${problem}`);
        const constraints = compileConstraints(
            definition.constraints,
            `${label}.constraints`,
            propertyIndex,
            (problem) => this.warnings.push(problem),
        );
        const segments = definition.segments.map((id) => this.#segment(id, label));
        const type = findStrategyType(definition.name);
        if (type === undefined) warn(`unknown strategy ${quoteValue(definition.name)}`);
        return {
            definition,
            constraints,
            segments,
            rule: type?.compile({ parameter, flag, propertyIndex, warn }),
            variants: this.#variants(
                definition.variants,
                `${label}.variants`,
                parameter('groupId') ?? flag,
                parameter('stickiness') ?? 'default',
            ),
        };
    }

    #segment(id: number, label: string): SegmentTests {
        const segment = this.#source.segments.get(id);
        if (segment?.constraints === undefined) {
            this.warnings.push(`${label}: segment ${id} is ${segment === undefined ? 'unknown' : 'malformed'}`);
        }
        return segment ?? { id, name: undefined, constraints: undefined };
    }

    #variants(value: unknown, label: string, group: string, stickiness: string): VariantTable | undefined {
        const definitions = optionalList(value, label).map((item, i) => readVariant(item, `${label}[${i}]`));
        // Most flags and strategies have no variants.
        if (definitions.length === 0) return undefined;
        const offset = this.variants.length;
        const table = new VariantTable(definitions, {
            group,
            stickiness,
            offset,
            propertyIndex: this.#source.propertyIndex,
        });
        return table.isEmpty ? undefined : this.#addVariants(table);
    }

    /** Only variants of the flag itself are chosen from a table. */
    #addVariants(table: VariantTable | undefined): VariantTable | undefined {
        for (const definition of table?.definitions ?? []) this.variants.push(definition);
        return table;
    }
}

/** A list that has grown reserves memory for 17 items or more; its copy does not. */
const compactCopy = <T>(list: readonly T[]): readonly T[] => list.slice();

const isDisabled = (value: unknown) => isRecord(value) && value['disabled'] === true;

function pathsOf(strategies: readonly CompiledFlagStrategy[], variants: VariantTable | undefined): LookupPath[] {
    if (strategies.length === 0) return [toLookupPath({ conditions: [], rule: undefined, variants })];
    return strategies.flatMap((strategy) => {
        const conditions = conditionsOf(strategy);
        if (strategy.definition.disabled || strategy.rule === undefined || conditions === undefined) return [];
        const rule = strategy.rule === always ? undefined : strategy.rule;
        return [toLookupPath({ conditions, rule, variants: strategy.variants ?? variants })];
    });
}

/** The constraints of a strategy and of its segments; undefined when a segment is missing, because then no context matches. */
function conditionsOf({ constraints, segments }: CompiledFlagStrategy): CompiledConstraint[] | undefined {
    const conditions = [...constraints];
    for (const segment of segments) {
        if (segment.constraints === undefined) return undefined;
        for (const constraint of segment.constraints) conditions.push(constraint);
    }
    return conditions;
}

function constantOf(parents: readonly Parent[], [first]: readonly LookupPath[]): number | undefined {
    if (first === undefined) return OFF;
    return first.test === undefined && first.variants === undefined && parents.length === 0 ? ON : undefined;
}
