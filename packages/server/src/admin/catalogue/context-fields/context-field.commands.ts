import type { Change } from '../../../changes/change.ts';
import { conflict, invalid, nameExists } from '../../../core/errors/errors.ts';
import { listFlagsWithField } from '../../../storage/strategies/strategy-uses.ts';
import { findKnownProject } from '../projects/project.queries.ts';
import { describeUsers } from '../strategy-rules/strategy-usage.queries.ts';
import {
    type ContextFieldRow,
    type FieldAddress,
    findContextField,
    getKnownContextField,
    listSegmentsWithField,
    toContextField,
} from './context-field.queries.ts';
import type { ContextField, ContextFieldUpdate, NewContextField, NewLegalValue } from './context-field.schemas.ts';

export async function createContextField(
    { tx, record, now, actor }: Change,
    { name, project = null, ...input }: NewContextField,
): Promise<ContextField> {
    if (await findContextField(tx, name)) throw nameExists(`Context field ${name}`);
    if (project !== null && !(await findKnownProject(tx, actor, project))) {
        throw invalid(`There is no project ${project}. Use an existing one.`, '/body/project');
    }
    const row: ContextFieldRow = { name, project, created_at: now, ...checkedContent(input) };
    await tx
        .insertInto('context_fields')
        .values({ ...row, legal_values: JSON.stringify(row.legal_values) })
        .execute();
    const field = toContextField(row);
    record({ type: 'context-field-created', ...(project !== null && { project }), data: field });
    return field;
}

/** Replaces the settings of a field; omitted members are reset. The name and the project do not change. */
export async function updateContextField(change: Change, input: FieldAddress & ContextFieldUpdate): Promise<void> {
    const before = await getKnownContextField(change.tx, change.actor, input);
    await saveContextField(change, before, { ...before, ...checkedContent(input) });
}

/** Adds a legal value, or changes the description of an existing one. */
export async function setLegalValue(change: Change, input: FieldAddress & NewLegalValue): Promise<void> {
    const before = await getKnownContextField(change.tx, change.actor, input);
    const { value, description } = input;
    const legal = { value, ...(description !== undefined && { description }) };
    const known = before.legal_values.some((each) => each.value === value);
    if (!known && before.legal_values.length >= MAX_LEGAL_VALUES) {
        throw invalid(`A context field has at most ${MAX_LEGAL_VALUES} legal values. Remove some first.`);
    }
    await saveContextField(change, before, {
        ...before,
        legal_values: known
            ? before.legal_values.map((each) => (each.value === value ? legal : each))
            : [...before.legal_values, legal],
    });
}

const MAX_LEGAL_VALUES = 5_000;

/** Removes a legal value. An unknown value is not an error: nothing changes. */
export async function removeLegalValue(change: Change, input: FieldAddress & { value: string }): Promise<void> {
    const before = await getKnownContextField(change.tx, change.actor, input);
    const legal_values = before.legal_values.filter(({ value }) => value !== input.value);
    await saveContextField(change, before, { ...before, legal_values });
}

/** Deletes a field that no constraint uses. */
export async function deleteContextField({ tx, record, actor }: Change, input: FieldAddress): Promise<void> {
    const field = await getKnownContextField(tx, actor, input);
    const users = describeUsers(actor, {
        flag: await listFlagsWithField(tx, field.name),
        segment: await listSegmentsWithField(tx, field.name),
    });
    if (users) throw conflict(`Context field ${field.name} is used by ${users}. Remove those constraints first.`);
    await tx.deleteFrom('context_fields').where('name', '=', field.name).execute();
    record({
        type: 'context-field-deleted',
        ...(field.project !== null && { project: field.project }),
        preData: toContextField(field),
    });
}

function checkedContent({ description, stickiness, sortOrder, legalValues = [] }: ContextFieldUpdate) {
    const values = new Set<string>();
    legalValues.forEach(({ value }, index) => {
        if (values.has(value)) throw invalid(`The legal value ${value} is listed twice.`, `/body/legalValues/${index}`);
        values.add(value);
    });
    return {
        description: description ?? null,
        stickiness: stickiness ?? false,
        sort_order: sortOrder ?? 0,
        legal_values: legalValues,
    };
}

async function saveContextField(
    { tx, record }: Change,
    before: ContextFieldRow,
    after: ContextFieldRow,
): Promise<void> {
    await tx
        .updateTable('context_fields')
        .set({ ...after, legal_values: JSON.stringify(after.legal_values) })
        .where('name', '=', before.name)
        .execute();
    record({
        type: 'context-field-updated',
        ...(after.project !== null && { project: after.project }),
        preData: toContextField(before),
        data: toContextField(after),
    });
}
