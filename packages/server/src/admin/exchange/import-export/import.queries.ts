import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';

/** Returns the existing strategy types among these names, each with whether it is a custom one. */
export async function findStrategyTypes(db: Db, names: readonly string[]): Promise<Map<string, boolean>> {
    const result = new Map<string, boolean>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('strategy_types')
            .select(['name', 'editable'])
            .where('name', 'in', chunk)
            .execute();
        for (const { name, editable } of rows) result.set(name, editable);
    }
    return result;
}

/** Returns the existing context fields among these names, each with its legal values. */
export async function findContextFields(db: Db, names: readonly string[]) {
    const result = new Map<string, { project: string | null; legalValues: Set<string> }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('context_fields')
            .select(['name', 'project', 'legal_values'])
            .where('name', 'in', chunk)
            .execute();
        for (const { name, project, legal_values } of rows) {
            result.set(name, { project, legalValues: new Set(legal_values.map(({ value }) => value)) });
        }
    }
    return result;
}

export async function findSegmentsByName(db: Db, names: readonly string[]) {
    const result = new Map<string, { id: number; project: string | null }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('segments')
            .select(['id', 'name', 'project'])
            .where('name', 'in', chunk)
            .execute();
        for (const { id, name, project } of rows) result.set(name, { id, project });
    }
    return result;
}
