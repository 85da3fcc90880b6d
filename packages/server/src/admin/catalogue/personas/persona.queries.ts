import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { EvaluationContext, Persona } from './persona.schemas.ts';

export interface PersonaAddress {
    project: string;
    id: number;
}

export async function listPersonas(db: Db, project: string): Promise<Persona[]> {
    const rows = await db.selectFrom('personas').selectAll().where('project', '=', project).orderBy('name').execute();
    return rows.map(toPersona);
}

/** Returns a persona only if it belongs to the given project. */
export async function getPersona(db: Db, { project, id }: PersonaAddress): Promise<Persona> {
    const row = await db
        .selectFrom('personas')
        .selectAll()
        .where('id', '=', id)
        .where('project', '=', project)
        .executeTakeFirst();
    if (!row) throw notFound(`persona ${id} in project ${project}`);
    return toPersona(row);
}

export async function personaExists(db: Db, { project, name }: { project: string; name: string }): Promise<boolean> {
    const row = await db
        .selectFrom('personas')
        .select('id')
        .where('project', '=', project)
        .where('name', '=', name)
        .executeTakeFirst();
    return row !== undefined;
}

export async function countPersonas(db: Db, project: string): Promise<number> {
    const row = await db
        .selectFrom('personas')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('project', '=', project)
        .executeTakeFirstOrThrow();
    return Number(row.count);
}

const toPersona = ({ created_at, context, ...row }: Selectable<Tables['personas']>): Persona => ({
    ...row,
    // The context was validated before it was stored.
    context: context as EvaluationContext,
    createdAt: created_at,
});
