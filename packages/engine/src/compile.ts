import { type CompiledConstraint, readConstraint } from './constraint.ts';
import type { VariantDefinition } from './definitions.ts';
import type { CompiledFlag, CompiledFlagStrategy, EvaluationPlan, SegmentTests } from './flag.ts';
import { type LookupPath, routeOf } from './lookup-path.ts';
import { boolean, isRecord, list, Malformed, optionalList } from './malformed.ts';
import { shown } from './operators/operator.ts';
import { OFF, ON, outcomesOf } from './outcomes.ts';
import { encodeFlag } from './program.ts';
import type { PropertyIndex } from './property-index.ts';
import { type Parent, readDependency, readStrategy, readVariant } from './read.ts';
import { always } from './strategies/default.ts';
import { findStrategyType } from './strategies/index.ts';
import { CompiledBefore } from './unchanged.ts';
import { VariantTable } from './variants.ts';

/** The definitions to compile, and the segments and flags that they refer to. */
interface Source {
    readonly name: string;
    readonly definition: Readonly<Record<string, unknown>>;
    readonly catalogue: PropertyIndex;
    readonly segments: ReadonlyMap<number, SegmentTests>;
    /** The previous version of the flag, compiled against the same catalogue: unchanged parts are not compiled again. */
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
    routes: [],
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
    what: string,
    catalogue: PropertyIndex,
    warn: (problem: string) => void,
): CompiledConstraint[] {
    return optionalList(value, what).map((item, i) => {
        const constraint = catalogue.constraint(readConstraint(item, `${what}[${i}]`));
        if (constraint.condition.problem !== undefined) warn(`${what}[${i}]: ${constraint.condition.problem}`);
        return constraint;
    });
}

class FlagCompiler {
    readonly warnings: string[] = [];
    /** The variants of the flag and of all its strategies, in the order of their occurrence. */
    readonly variants: VariantDefinition[] = [];
    readonly #source: Source;
    readonly #before: CompiledBefore;

    constructor(source: Source) {
        this.#source = source;
        this.#before = new CompiledBefore(source.before);
    }

    plan(): EvaluationPlan {
        const { name, definition } = this.#source;
        const enabled = boolean(definition['enabled'], 'enabled');
        const parents = optionalList(definition['dependencies'], 'dependencies').map((item, i) =>
            readDependency(item, `dependencies[${i}]`),
        );
        const variants =
            this.#offering(this.#before.variants(definition['variants'])) ??
            this.#variants(definition['variants'], 'variants', name, 'default');
        const strategies = list(definition['strategies'], 'strategies').flatMap((item, i) =>
            isDisabled(item) ? this.#disabled(item, i) : [this.#strategy(item, i)],
        );
        const routes = enabled ? routesOf(strategies, variants) : [];
        const constant = constantOf(parents, routes);
        const code = exact(encodeFlag(constant, parents.length > 0, routes));
        return { enabled, parents, strategies: exact(strategies), variants, routes: exact(routes), constant, code };
    }

    /** A disabled strategy neither turns a flag off nor adds possible outcomes. */
    #disabled(value: unknown, index: number): CompiledFlagStrategy[] {
        const answers = this.variants.length;
        const strategy = attempt<CompiledFlagStrategy[]>(
            () => [this.#strategy(value, index)],
            (problem) => {
                this.warnings.push(`${problem}; the strategy is disabled anyway`);
                return [];
            },
        );
        this.variants.length = answers;
        return strategy;
    }

    #strategy(value: unknown, index: number): CompiledFlagStrategy {
        const { segments } = this.#source;
        const known = this.#before.strategy(value, { place: index, offset: this.variants.length, segments });
        if (known === undefined) return this.#compileStrategy(value, `strategies[${index}]`);
        this.#offering(known.variants);
        return known;
    }

    #compileStrategy(value: unknown, what: string): CompiledFlagStrategy {
        const { name: flag, catalogue } = this.#source;
        const definition = readStrategy(value, what);
        const parameter = (name: string) => definition.parameters[name] || undefined;
        const warn = (problem: string) => this.warnings.push(`${what}: ${problem}`);
        const constraints = compileConstraints(definition.constraints, `${what}.constraints`, catalogue, (problem) =>
            this.warnings.push(problem),
        );
        const segments = definition.segments.map((id) => this.#segment(id, what));
        const type = findStrategyType(definition.name);
        if (type === undefined) warn(`unknown strategy ${shown(definition.name)}`);
        return {
            definition,
            constraints,
            segments,
            rule: type?.compile({ parameter, flag, catalogue, warn }),
            variants: this.#variants(
                definition.variants,
                `${what}.variants`,
                parameter('groupId') ?? flag,
                parameter('stickiness') ?? 'default',
            ),
        };
    }

    #segment(id: number, what: string): SegmentTests {
        const segment = this.#source.segments.get(id);
        if (segment?.constraints === undefined) {
            this.warnings.push(`${what}: segment ${id} is ${segment === undefined ? 'unknown' : 'malformed'}`);
        }
        return segment ?? { id, name: undefined, constraints: undefined };
    }

    #variants(value: unknown, what: string, group: string, stickiness: string): VariantTable | undefined {
        const definitions = optionalList(value, what).map((item, i) => readVariant(item, `${what}[${i}]`));
        // Most flags and strategies have no variants.
        if (definitions.length === 0) return undefined;
        const offset = this.variants.length;
        const table = new VariantTable(definitions, { group, stickiness, offset, catalogue: this.#source.catalogue });
        return table.empty ? undefined : this.#offering(table);
    }

    /** Only variants of the flag itself are chosen from a table. */
    #offering(table: VariantTable | undefined): VariantTable | undefined {
        for (const definition of table?.definitions ?? []) this.variants.push(definition);
        return table;
    }
}

/** A list that has grown reserves memory for 17 items or more; its copy does not. */
const exact = <T>(list: readonly T[]): readonly T[] => list.slice();

const isDisabled = (value: unknown) => isRecord(value) && value['disabled'] === true;

function routesOf(strategies: readonly CompiledFlagStrategy[], variants: VariantTable | undefined): LookupPath[] {
    if (strategies.length === 0) return [routeOf({ conditions: [], rule: undefined, variants })];
    return strategies.flatMap((strategy) => {
        const conditions = conditionsOf(strategy);
        if (strategy.definition.disabled || strategy.rule === undefined || conditions === undefined) return [];
        const rule = strategy.rule === always ? undefined : strategy.rule;
        return [routeOf({ conditions, rule, variants: strategy.variants ?? variants })];
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
    return first.open === undefined && first.variants === undefined && parents.length === 0 ? ON : undefined;
}
