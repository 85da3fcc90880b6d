import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { invalid } from '../../../core/errors/errors.ts';
import { isRecord } from '../../../core/json/is-record.ts';
import { attributeOf, MAX_PATH } from './scim-filter.ts';
import type { ScimPatch } from './scim-user.schemas.ts';

export interface ScimOperation {
    op: 'add' | 'replace' | 'remove';
    /** The path as sent, including a bracketed filter. */
    path: string;
    /** In lower case, e.g. `name.formatted`. */
    attribute: string;
    value: unknown;
}

/** Splits the patch into one operation per attribute. Operations without a path have an object with attributes as their value. */
export function operationsOf({ Operations }: ScimPatch): ScimOperation[] {
    return Operations.flatMap(({ op, path, value }): ScimOperation[] => {
        // The schema allows only these operations.
        const kind = op.toLowerCase() as ScimOperation['op'];
        if (path !== undefined && path !== '') return [{ op: kind, path, attribute: attributeOf(path), value }];
        if (kind === 'remove') throw invalid('An operation that removes needs a path.', '/body/Operations');
        if (!isRecord(value)) {
            throw invalid('An operation without a path needs an object as its value.', '/body/Operations');
        }
        return Object.entries(value).map(([name, member]) => {
            if (name.length > MAX_PATH) throw invalid('The name of an attribute is too long.', '/body/Operations');
            return { op: kind, path: name, attribute: attributeOf(name), value: member };
        });
    });
}

/** Returns the value of an operation after validation with the schema. */
export function valueAs<T extends TSchema>(schema: T, { path, value }: ScimOperation): Static<T> {
    const [error] = Value.Errors(schema, value);
    if (error) throw invalid(`The value of ${path} ${error.message}.`, '/body/Operations');
    // `Errors` returned nothing, so the value matches the schema.
    return value as Static<T>;
}
