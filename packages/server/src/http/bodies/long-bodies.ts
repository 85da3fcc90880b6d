import { mapYielding } from '../../core/concurrency/yielding.ts';
import { compileValidator, type HttpPart, preparedFor } from '../route/compile.ts';
import { invalidRequest } from '../server/errors.ts';

interface Schema {
    type?: string;
    items?: object;
    properties?: Record<string, Schema>;
}

/**
 * A possibly long body is validated in two steps, so that other requests are not delayed: first everything except list items, then
 * item by item.
 */
export const compileOuterValidator = ({ schema, httpPart }: { schema: unknown; httpPart: HttpPart }) =>
    compileValidator({ schema: httpPart === 'body' ? withoutItems(schema as Schema) : schema, httpPart });

function withoutItems({ items, properties, ...schema }: Schema): Schema {
    const members = Object.entries(properties ?? {}).map(([name, member]) => [name, withoutItems(member)]);
    return { ...schema, ...(properties && { properties: Object.fromEntries(members) }) };
}

/** Compiles the validators of list items; the rest of the schema is small. */
export async function prepareItems({ items, properties = {} }: Schema): Promise<void> {
    if (items) await preparedFor(items);
    for (const member of Object.values(properties)) await prepareItems(member);
}

/** Validates the list items. `value` has the type of the schema, or is missing. */
export async function checkItems({ items, properties = {} }: Schema, value: unknown, path = ''): Promise<void> {
    if (value === undefined) return;
    for (const [name, member] of Object.entries(properties)) {
        await checkItems(member, (value as Record<string, unknown>)[name], `${path}/${name}`);
    }
    if (!items) return;
    const isValid = compileValidator({ schema: items, httpPart: 'body' });
    await mapYielding((value as unknown[]).entries(), ([index, item]) => {
        if (isValid(item)) return;
        const finding = isValid.errors![0]!;
        throw invalidRequest({ ...finding, instancePath: `${path}/${index}${finding.instancePath}` }, 'body');
    });
}
