import type { CompiledFlag, CompiledFlagStrategy, EvaluationPlan, SegmentTests } from './flag.ts';
import type { VariantTable } from './variants.ts';

/** Definitions that compile without warnings have this shape. */
interface CompiledDefinition {
    variants?: unknown;
    strategies?: readonly unknown[];
}

/** The earlier compilation of a flag. The compiler reuses its parts where the definition is unchanged. */
export class PreviousCompilation {
    readonly #plan: EvaluationPlan | undefined;
    readonly #definition: CompiledDefinition;

    /** Only a flag without warnings has all its strategies at their positions, and no warnings to repeat. */
    constructor(flag: CompiledFlag | undefined) {
        this.#plan = flag?.warnings.length === 0 ? flag.plan : undefined;
        this.#definition = (flag?.definition ?? {}) as CompiledDefinition;
    }

    /** The flag's own variants, which precede those of its strategies. */
    variants(definition: unknown): VariantTable | undefined {
        const variants = this.#plan?.variants;
        return variants !== undefined && isSame(this.#definition.variants, definition) ? variants : undefined;
    }

    /** The strategy at this position, if its segments are the same and the same number of variants precedes its own. */
    strategy(
        definition: unknown,
        { index, offset, segments }: { index: number; offset: number; segments: ReadonlyMap<number, SegmentTests> },
    ): CompiledFlagStrategy | undefined {
        const strategy = this.#plan?.strategies[index];
        if (strategy === undefined) return undefined;
        if (strategy.variants !== undefined && strategy.variants.offset !== offset) return undefined;
        if (strategy.segments.some((segment) => segments.get(segment.id) !== segment)) return undefined;
        return isSame(this.#definition.strategies?.[index], definition) ? strategy : undefined;
    }
}

/** Strategies have constraints, which have values; deeper members are never read. */
const MAX_DEPTH = 5;

/** Whether two JSON values are equal. Values nested deeper than definitions count as different: they are untrusted input. */
function isSame(one: unknown, other: unknown, depth = MAX_DEPTH): boolean {
    if (one === other) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    if (depth === 0 || Array.isArray(one) !== Array.isArray(other)) return false;
    const names = Object.keys(one);
    if (names.length !== Object.keys(other).length) return false;
    for (const name of names) {
        if (!Object.hasOwn(other, name)) return false;
        if (!isSame(one[name as keyof object], other[name as keyof object], depth - 1)) return false;
    }
    return true;
}
