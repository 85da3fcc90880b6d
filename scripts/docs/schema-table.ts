import { escaped } from './html.ts';
import type { OpenApi, Schema } from './openapi-document.ts';

/** The maximum depth of listed members; deeper members are represented by their type. */
const DEPTH = 3;
/** The maximum number of rows: larger schemas are easier to read in `openapi.json`. */
const ROWS = 60;

interface Row {
    name: string;
    type: string;
    isRequired: boolean;
    description: string;
}

/** Renders the members of a body as rows with name, type and description. With `in`, required members are marked. */
export function schemaTable(schema: Schema, document: OpenApi, direction: 'in' | 'out'): string {
    const rows: Row[] = [];
    collect(schema, '', 0, new Set());
    if (rows.length === 0) return `<p><code>${escaped(typeOf(schema))}</code></p>`;
    const shown = rows
        .slice(0, ROWS)
        .map(
            ({ name, type, isRequired, description }) =>
                `<tr><td><code>${escaped(name)}</code>${direction === 'in' && isRequired ? ' <span class="quiet">required</span>' : ''}</td><td class="quiet">${escaped(type)}</td><td>${escaped(description)}</td></tr>`,
        );
    const rest = rows.length > ROWS ? `<p class="quiet">And ${rows.length - ROWS} more members.</p>` : '';
    return `<div class="table"><table><thead><tr><th>Member</th><th>Type</th><td></td></tr></thead><tbody>${shown.join('\n')}</tbody></table></div>${rest}`;

    function resolved(each: Schema): Schema {
        return each.$ref ? document.components.schemas[each.$ref.split('/').at(-1)!]! : each;
    }

    /** Unwraps a choice between null and one other schema. */
    function significant(each: Schema): Schema {
        const found = resolved(each);
        const choices = ((found['anyOf'] as Schema[] | undefined) ?? []).filter(({ type }) => type !== 'null');
        return choices.length === 1 ? { ...resolved(choices[0]!), ...described(found) } : found;
    }

    function described(each: Schema): Schema {
        return each['description'] === undefined ? {} : { description: each['description'] };
    }

    function collect(each: Schema, prefix: string, depth: number, above: ReadonlySet<unknown>): void {
        const found = significant(each);
        const key = each.$ref ?? found;
        if (above.has(key) || depth >= DEPTH) return;
        const inside = new Set([...above, key]);
        if (found['type'] === 'array' && found['items']) {
            collect(found['items'] as Schema, `${prefix}[]`, depth, inside);
            return;
        }
        const required = (found['required'] as string[] | undefined) ?? [];
        for (const [name, member] of Object.entries(
            (found['properties'] as Record<string, Schema> | undefined) ?? {},
        )) {
            const own = significant(member);
            const path = prefix === '' ? name : `${prefix}.${name}`;
            const description = String(member['description'] ?? own['description'] ?? '');
            rows.push({ name: path, type: typeOf(member), isRequired: required.includes(name), description });
            collect(member, path, depth + 1, inside);
        }
    }

    function typeOf(each: Schema): string {
        const found = significant(each);
        if (found['const'] !== undefined) return JSON.stringify(found['const']);
        if (found['enum']) return (found['enum'] as unknown[]).map(String).join(' | ');
        if (found['anyOf']) return (found['anyOf'] as Schema[]).map(typeOf).join(' | ');
        if (found['type'] === 'array') return `${found['items'] ? typeOf(found['items'] as Schema) : 'any'}[]`;
        const format = found['format'] === 'date-time' ? ' (time)' : '';
        return `${[found['type'] ?? 'any'].flat().join(' | ')}${format}`;
    }
}
