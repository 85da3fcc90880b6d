import type { Change } from '../../changes/write.ts';
import { notAllowed, notFound } from '../../core/errors.ts';
import { chunked } from '../../storage/chunked.ts';
import { type FlagAddress, findFlag, getFlag } from '../flags/flag.queries.ts';
import { listChildrenOf, listDependenciesOf, toDependency } from './dependency.queries.ts';
import type { Dependency, NewDependency } from './dependency.schemas.ts';

/** Makes a flag depend on a parent, or changes how it does. */
export async function addDependency(
    change: Change,
    { project, name, feature: parent, enabled = true, variants = [] }: FlagAddress & NewDependency,
): Promise<Dependency> {
    const { tx, record } = change;
    await getFlag(tx, { project, name });
    await checkParent(change, { project, name, parent });
    const row = { child: name, parent, enabled, variants: enabled ? [...new Set(variants)] : [] };
    const before = (await listDependenciesOf(tx, [name])).find((dependency) => dependency.parent === parent);
    const columns = { enabled: row.enabled, variants: JSON.stringify(row.variants) };
    await tx
        .insertInto('flag_dependencies')
        .values({ child: name, parent, ...columns })
        .onConflict((conflict) => conflict.columns(['child', 'parent']).doUpdateSet(columns))
        .execute();
    const data = toDependency(row);
    record({
        type: 'feature-dependency-added',
        featureName: name,
        project,
        ...(before && { preData: toDependency(before) }),
        data,
    });
    return data;
}

/** One level, one project, no circles: SDKs look no further than a flag's own parents. */
async function checkParent({ tx }: Change, { project, name, parent }: FlagAddress & { parent: string }): Promise<void> {
    if (parent === name) throw notAllowed(`Flag ${name} cannot depend on itself. Choose another parent.`);
    const flag = await findFlag(tx, parent);
    if (flag && flag.project !== project) throw notFound(`flag ${parent} in project ${project}`);
    if (!flag || flag.archived_at !== null) {
        throw notAllowed(`Flag ${parent} does not exist or is archived. Choose a parent that is in use.`);
    }
    const grandparents = await listDependenciesOf(tx, [parent]);
    if (grandparents.length > 0) {
        throw notAllowed(`Flag ${parent} depends on another flag itself. Choose a parent that does not.`);
    }
    const children = await listChildrenOf(tx, [name]);
    if (children.length > 0) {
        throw notAllowed(`Other flags depend on flag ${name}, so it cannot depend on one itself.`);
    }
}

/** Removes one parent of a flag, or all. */
export const removeParents = (
    change: Change,
    { parent, ...flag }: FlagAddress & { parent: string | undefined },
): Promise<void> =>
    parent === undefined ? removeAllDependencies(change, flag) : removeDependency(change, { ...flag, parent });

async function removeDependency(
    { tx, record }: Change,
    { project, name, parent }: FlagAddress & { parent: string },
): Promise<void> {
    await getFlag(tx, { project, name });
    const dependency = (await listDependenciesOf(tx, [name])).find((candidate) => candidate.parent === parent);
    if (!dependency) throw notFound(`dependency of flag ${name} on ${parent}`);
    await tx.deleteFrom('flag_dependencies').where('child', '=', name).where('parent', '=', parent).execute();
    record({
        type: 'feature-dependency-removed',
        featureName: name,
        project,
        preData: toDependency(dependency),
        data: { feature: parent },
    });
}

/** Removes all parents of a flag. */
async function removeAllDependencies(change: Change, { project, name }: FlagAddress): Promise<void> {
    await getFlag(change.tx, { project, name });
    if ((await listDependenciesOf(change.tx, [name])).length === 0) throw notFound(`dependency of flag ${name}`);
    await removeDependencies(change, { project, children: [name] });
}

/** Removes all parents of these flags. Flags without any stay out of it. */
export async function removeDependencies(
    { tx, record }: Change,
    { project, children }: { project: string; children: readonly string[] },
): Promise<void> {
    const dependencies = await listDependenciesOf(tx, children);
    for (const chunk of chunked(children)) {
        await tx.deleteFrom('flag_dependencies').where('child', 'in', chunk).execute();
    }
    for (const featureName of new Set(dependencies.map(({ child }) => child))) {
        record({
            type: 'feature-dependencies-removed',
            featureName,
            project,
            preData: { dependencies: dependencies.filter(({ child }) => child === featureName).map(toDependency) },
        });
    }
}
