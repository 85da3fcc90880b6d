/** Returns the members of a form. A repeated member becomes a list. */
export function readForm(text: string): Record<string, string | string[]> {
    const form = new URLSearchParams(text);
    return Object.fromEntries(
        [...new Set(form.keys())].map((name) => {
            const values = form.getAll(name);
            return [name, values.length === 1 ? values[0]! : values];
        }),
    );
}
