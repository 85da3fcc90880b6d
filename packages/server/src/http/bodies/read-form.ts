import type { TSchema } from 'typebox';

/** Returns the members of a form. A member that is repeated, or that the schema declares as a list, becomes a list. */
export function readForm(text: string, schema?: TSchema): Record<string, string | string[]> {
    const form = new URLSearchParams(text);
    const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { type?: unknown }> };
    const isList = (name: string) => Object.hasOwn(properties, name) && properties[name]!.type === 'array';
    return Object.fromEntries(
        [...new Set(form.keys())].map((name) => {
            const values = form.getAll(name);
            return [name, values.length === 1 && !isList(name) ? values[0]! : values];
        }),
    );
}
