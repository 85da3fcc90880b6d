import type { Static, TSchema } from 'typebox';
import { invalidRequest } from '../server/errors.ts';
import { compileValidator } from './compile.ts';

/** Validates a value like a body. `path` is its location in the request, for example `body/steps/3`. */
export function validateAt<T extends TSchema>(schema: T, value: unknown, path: string): Static<T> {
    const isValid = compileValidator({ schema, httpPart: 'body' });
    if (!isValid(value)) throw invalidRequest(isValid.errors![0]!, path);
    // The validator has established the type.
    return value as Static<T>;
}
