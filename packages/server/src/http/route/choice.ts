import type { ErrorObject } from 'ajv';

/** Our own keyword instead of `oneOf` with a `discriminator`; its value is the validator. */
export const CHOICE = 'choice';

export interface Validator {
    (data: unknown): boolean;
    errors?: ErrorObject[] | null;
}

/** A value with one of several shapes, selected by a common member. */
export interface Choice {
    discriminator: { propertyName: string };
    oneOf: readonly { properties: Record<string, { const?: unknown }> }[];
}

export const isChoice = (schema: object): schema is Choice => 'discriminator' in schema && 'oneOf' in schema;

export interface Chooser {
    (data: unknown, location?: { instancePath: string }): boolean;
    errors?: Partial<ErrorObject>[];
}

/** Compiles each shape on first use: compiling all of them at once would block other requests for a tenth of a second. */
export function chooser(
    { discriminator: { propertyName: tag }, oneOf }: Choice,
    validatorOf: (shape: object) => Validator,
): Chooser {
    const shapes = new Map(oneOf.map((shape) => [shape.properties[tag]?.const, shape]));
    const validate: Chooser = (data, location) => {
        // The keyword `type` checks that the value is an object.
        if (typeof data !== 'object' || data === null) return true;
        const instancePath = location?.instancePath ?? '';
        const shape = shapes.get((data as Record<string, unknown>)[tag]);
        if (shape === undefined) {
            validate.errors = [{ keyword: 'discriminator', instancePath, params: { tag } }];
            return false;
        }
        const isValid = validatorOf(shape);
        if (isValid(data)) return true;
        const errors = isValid.errors ?? [];
        validate.errors = errors.map((error) => ({ ...error, instancePath: instancePath + error.instancePath }));
        return false;
    };
    return validate;
}
