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

/** One operation an attribute: those without a path say in their value which attributes they are about. */
export function operationsOf({ Operations }: ScimPatch): ScimOperation[] {
    return Operations.flatMap(({ op, path, value }): ScimOperation[] => {
        // The schema lets no other words in.
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

/** The value of an operation, known to have the shape. */
export function valueAs<T extends TSchema>(schema: T, { path, value }: ScimOperation): Static<T> {
    const [finding] = Value.Errors(schema, value);
    if (finding) throw invalid(`The value of ${path} ${finding.message}.`, '/body/Operations');
    // `Errors` found nothing, so the value has the shape.
    return value as Static<T>;
}
