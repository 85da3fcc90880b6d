/**
 * Fills a sentence template, the only template language of the sentences that describe changes: `{name}` and `{object.member}` are
 * replaced by values, `{name?yes:no}` by one of two texts. `format` writes a value.
 */
export function fillTemplate(template: string, values: object, format: (value: unknown) => string = String): string {
    return template.replace(PLACEHOLDER, (_, path: string, yes?: string, no?: string) => {
        const value = path
            .split('.')
            .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | null | undefined)?.[name], values);
        return yes === undefined ? format(value) : value ? yes : no!;
    });
}

const PLACEHOLDER = /\{([\w.]+)(?:\?([^:}]*):([^}]*))?\}/g;
