import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, nameExists } from '../../../core/errors/errors.ts';
import { getProject } from '../projects/project.queries.ts';
import { countPersonas, getPersona, type PersonaAddress, personaExists } from './persona.queries.ts';
import type { NewPersona, Persona } from './persona.schemas.ts';

/** Every impact estimate of a change may evaluate all personas. */
const MAX_PERSONAS = 100;

export async function createPersona(
    { tx, now, record }: Change,
    { project, ...input }: NewPersona & { project: string },
): Promise<Persona> {
    await getProject(tx, project);
    const name = input.name.trim();
    if (await personaExists(tx, { project, name })) throw nameExists(`Persona ${name}`);
    if ((await countPersonas(tx, project)) >= MAX_PERSONAS) throw exceedsLimit('personas of a project', MAX_PERSONAS);
    const { description = null, context } = input;
    const { id } = await tx
        .insertInto('personas')
        .values({ project, name, description, context: JSON.stringify(context), created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
    const persona = { id, project, name, description, context, createdAt: now };
    record({ type: 'persona-created', project, data: persona });
    return persona;
}

/** Replaces a persona: an omitted description is removed. */
export async function updatePersona(
    { tx, record }: Change,
    { project, id, ...input }: NewPersona & PersonaAddress,
): Promise<Persona> {
    const before = await getPersona(tx, { project, id });
    const name = input.name.trim();
    if (name !== before.name && (await personaExists(tx, { project, name }))) throw nameExists(`Persona ${name}`);
    const { description = null, context } = input;
    await tx
        .updateTable('personas')
        .set({ name, description, context: JSON.stringify(context) })
        .where('id', '=', id)
        .execute();
    const persona = { ...before, name, description, context };
    record({ type: 'persona-updated', project, preData: before, data: persona });
    return persona;
}

export async function deletePersona({ tx, record }: Change, address: PersonaAddress): Promise<void> {
    const persona = await getPersona(tx, address);
    await tx.deleteFrom('personas').where('id', '=', address.id).execute();
    record({ type: 'persona-deleted', project: address.project, preData: persona });
}
