import { distributeWeights } from '@halyard/engine';
import { invalid } from '../../../core/errors/errors.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import type { NewVariant } from './variant.schemas.ts';

/** The variants in stored form: weights that add up to 1000, sorted by name. `path` is their location in the request. */
export function validateVariants(variants: readonly NewVariant[], path: string): StoredVariant[] {
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
    const distributed = distributeWeights(complete);
    if (distributed) return distributed;
    if (complete.every(({ weightType }) => weightType === 'fix')) {
        throw invalid('All variants have a fixed weight. Make at least one of them variable.', path);
    }
    throw invalid('The fixed weights of the variants add up to more than 1000. Lower them.', path);
}

function isJson(text: string): boolean {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}
