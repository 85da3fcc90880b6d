import type { Change } from '../../../changes/change.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { findPolicy } from './flag-policy.queries.ts';
import type { FlagPolicy } from './flag-policy.schemas.ts';
import { requireValueSchema } from './value-schema.ts';

/** Every change of the project reads the rules. */
const MAX_LENGTH = 64 * 1024;

/** Replaces the rules. Existing flags may break them; they are reported, and not changed. */
export async function setFlagPolicy(
    { tx, record }: Change,
    { project, policy }: { project: string; policy: FlagPolicy },
): Promise<FlagPolicy> {
    await getProject(tx, project);
    const text = JSON.stringify(policy);
    if (text.length > MAX_LENGTH)
        throw invalid(`The rules are longer than ${MAX_LENGTH} characters. Use fewer or shorter rules.`, '/body');
    for (const [type, schema] of Object.entries(policy.payloads ?? {}))
        requireValueSchema(schema, `/body/payloads/${type}`);
    for (const [field, schema] of Object.entries(policy.contextFields ?? {}))
        requireValueSchema(schema, `/body/contextFields/${field}`);
    await requireTypes(tx, policy);
    await requireOrder(tx, project, policy);
    const before = await findPolicy(tx, project);
    await tx.deleteFrom('flag_policies').where('project', '=', project).execute();
    if (Object.keys(policy).length > 0)
        await tx
            .insertInto('flag_policies')
            .values({ project, policy: text })
            .execute();
    record({ type: 'flag-policy-updated', project, preData: before, data: policy });
    return policy;
}

async function requireTypes(tx: Change['tx'], { types = [] }: FlagPolicy): Promise<void> {
    const rows = await tx.selectFrom('flag_types').select('id').orderBy('id').execute();
    const known = rows.map(({ id }) => id);
    const unknown = types.findIndex((type) => !known.includes(type));
    if (unknown === -1) return;
    throw invalid(
        `There is no flag type ${types[unknown]}. Use one of: ${known.join(', ')}.`,
        `/body/types/${unknown}`,
    );
}

/** Refuses environments that the project does not have, and an order in which no flag could ever be turned on. */
async function requireOrder(tx: Change['tx'], project: string, { environments = [] }: FlagPolicy): Promise<void> {
    const rows = await tx
        .selectFrom('project_environments')
        .select('environment')
        .where('project', '=', project)
        .orderBy('environment')
        .execute();
    const known = rows.map(({ environment }) => environment);
    for (const [index, rule] of environments.entries()) {
        for (const member of ['environment', 'after'] as const) {
            if (known.includes(rule[member])) continue;
            throw invalid(
                `Project ${project} has no environment ${rule[member]}. Use one of: ${known.join(', ')}.`,
                `/body/environments/${index}/${member}`,
            );
        }
    }
    for (const start of known) {
        const reached = new Set<string>();
        const pending = environments.filter(({ environment }) => environment === start).map(({ after }) => after);
        for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
            if (next === start) {
                throw invalid(
                    `The order of environments is circular: ${start} would have to be on before itself. Remove one of the rules.`,
                    '/body/environments',
                );
            }
            if (reached.has(next)) continue;
            reached.add(next);
            const from = next;
            pending.push(...environments.filter(({ environment }) => environment === from).map(({ after }) => after));
        }
    }
}
