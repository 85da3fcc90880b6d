import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { ResourceUser } from '../../../storage/strategies/strategy-uses.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { UseCounts, Uses } from '../use-counts/use-counts.ts';
import type { ContextField } from './context-field.schemas.ts';

export type ContextFieldRow = Selectable<Tables['context_fields']>;

/** Identifies a field: any field, or only a field of one project. */
export interface FieldAddress {
    contextField: string;
    inProject?: string;
}

export function findContextField(db: Db, name: string): Promise<ContextFieldRow | undefined> {
    return db.selectFrom('context_fields').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function getContextField(db: Db, { contextField, inProject }: FieldAddress): Promise<ContextFieldRow> {
    const field = await findContextField(db, contextField);
    if (!field || (inProject !== undefined && field.project !== inProject)) {
        throw notFound(`context field ${contextField}${inProject === undefined ? '' : ` in project ${inProject}`}`);
    }
    return field;
}

/** Returns a field that the actor can see. A field of a hidden project is treated as missing. */
export async function getKnownContextField(db: Db, actor: AdminActor, address: FieldAddress): Promise<ContextFieldRow> {
    const field = await getContextField(db, address);
    if (!mayKnowOf(actor, field.project)) throw notFound(`context field ${address.contextField}`);
    return field;
}

/** The fields that a list contains: those of the instance, of one project or of all projects. */
export interface FieldFilter {
    ofInstance: boolean;
    ofProject?: string | '*';
}

interface FieldSources {
    db: Db;
    useCounts: UseCounts;
}

export async function listContextFields(
    { db, useCounts }: FieldSources,
    actor: AdminActor,
    { ofInstance, ofProject }: FieldFilter,
): Promise<ContextField[]> {
    const rows = await db
        .selectFrom('context_fields')
        .selectAll()
        .where(({ eb, or }) =>
            or([
                ...(ofInstance ? [eb('project', 'is', null)] : []),
                ...(ofProject === '*' ? [eb('project', 'is not', null)] : []),
                ...(ofProject === undefined || ofProject === '*' ? [] : [eb('project', '=', ofProject)]),
            ]),
        )
        .where(inKnownProject(actor, 'context_fields.project'))
        .orderBy('sort_order')
        .orderBy('name')
        .execute();
    const uses = await useCounts.contextFields.knownTo(actor);
    return rows.map((row) => withUses(row, uses.get(row.name)));
}

export async function readContextField(
    { db, useCounts }: FieldSources,
    actor: AdminActor,
    address: FieldAddress,
): Promise<ContextField> {
    const row = await getKnownContextField(db, actor, address);
    return withUses(row, (await useCounts.contextFields.knownTo(actor)).get(row.name));
}

const withUses = (row: ContextFieldRow, uses: Uses | undefined): ContextField => ({
    ...toContextField(row),
    usedInFeatures: uses?.flags ?? 0,
    usedInProjects: uses?.projects ?? 0,
});

export function listSegmentsWithField(db: Db, field: string): Promise<ResourceUser[]> {
    return db
        .selectFrom('segment_context_fields')
        .innerJoin('segments', 'segments.id', 'segment_context_fields.segment_id')
        .select(['segments.name', 'segments.project'])
        .where('segment_context_fields.field', '=', field)
        .orderBy('segments.name')
        .execute();
}

export function toContextField(row: ContextFieldRow): ContextField {
    return {
        name: row.name,
        description: row.description,
        stickiness: row.stickiness,
        sortOrder: row.sort_order,
        legalValues: row.legal_values,
        project: row.project,
        createdAt: row.created_at,
    };
}
