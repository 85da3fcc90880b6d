import { distributeWeights } from '@halyard/engine';
import { invalid } from '../../../core/errors/errors.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import type { NewVariant } from './variant.schemas.ts';

interface WeightRules {
    /** The present variants. An edit that does not concern weights keeps them, because others would change the variant of some users. */
    before?: readonly StoredVariant[];
    /** For imports: the weights of another service are stored as they are, in its order, because both decide who gets which variant. */
    areExact?: boolean;
}

/** The variants in stored form: weights that add up to 1000, sorted by name. `path` is their location in the request. */
export function validateVariants(
    variants: readonly NewVariant[],
    path: string,
    { before = [], areExact = false }: WeightRules = {},
): StoredVariant[] {
    const names = new Set<string>();
    variants.forEach(({ name, payload, weight, weightType }, index) => {
        if (names.has(name)) {
            throw invalid(
                `There are two variants named ${name}. Give each a name of its own.`,
                `${path}/${index}/name`,
            );
        }
        names.add(name);
        if (weightType === 'fix' && !Number.isInteger(weight)) {
            throw invalid(`The fixed weight of variant ${name} is not a whole number.`, `${path}/${index}/weight`);
        }
        if (payload?.type === 'json' && !isJson(payload.value)) {
            throw invalid(
                `The payload of variant ${name} is not valid JSON. Check its syntax.`,
                `${path}/${index}/payload`,
            );
        }
    });
    const complete = variants.map(
        ({ weightType = 'variable', stickiness = 'default', ...variant }): StoredVariant => ({
            ...variant,
            weightType,
            stickiness,
        }),
    );
    if (areExact && complete.some(({ weight }) => weight > 0)) return complete;
    const kept = withPresentWeights(complete, before);
    if (kept) return kept;
    const distributed = distributeWeights(complete);
    if (distributed) return distributed;
    if (complete.every(({ weightType }) => weightType === 'fix')) {
        throw invalid('All variants have a fixed weight. Make at least one of them variable.', path);
    }
    throw invalid('The fixed weights of the variants add up to more than 1000. Lower them.', path);
}

/** Returns the variants with their present weights and order, if these are still valid; otherwise undefined. */
function withPresentWeights(
    variants: readonly StoredVariant[],
    before: readonly StoredVariant[],
): StoredVariant[] | undefined {
    if (variants.length === 0 || variants.length !== before.length) return undefined;
    const byName = new Map(variants.map((variant) => [variant.name, variant]));
    const isEqualSplit = hasEqualSplit(before);
    const kept = before.flatMap(({ name, weight, weightType }) => {
        const variant = byName.get(name);
        const isFree = isEqualSplit && weightType === 'variable';
        const isKept = variant?.weightType === weightType && (isFree || variant.weight === weight);
        return isKept ? { ...variant, weight } : [];
    });
    return kept.length === variants.length ? kept : undefined;
}

/** Whether the variable variants share equally, apart from rounding, whichever of them have one more. */
function hasEqualSplit(variants: readonly StoredVariant[]): boolean {
    const variable = variants.flatMap(({ weight, weightType }) => (weightType === 'variable' ? weight : []));
    const total = variants.reduce((sum, { weight }) => sum + weight, 0);
    return total === 1_000 && Math.max(...variable) - Math.min(...variable) <= 1;
}

function isJson(text: string): boolean {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}
