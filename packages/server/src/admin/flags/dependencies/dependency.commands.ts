import type { Change } from '../../../changes/change.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { notAllowed, notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import { type FlagAddress, type FlagRow, findFlags, getFlag } from '../flags/flag.queries.ts';
import { type DependencyRow, listChildrenOf, listDependenciesOf, toDependency } from './dependency.queries.ts';
import type { Dependency, NewDependency } from './dependency.schemas.ts';

/** Adds a dependency of a flag on a parent, or changes its condition. */
export async function addDependency(
    change: Change,
    { project, name, ...dependency }: FlagAddress & NewDependency,
): Promise<Dependency> {
    await getFlag(change.tx, { project, name });
    const [added] = await addDependencies(change, { project, wanted: [{ name, ...dependency }] });
    return added!;
}

/** Adds dependencies for many existing flags of the project with few queries: for all of them, or for none. */
export async function addDependencies(
    { tx, record, actor }: Change,
    { project, wanted: dependencies }: { project: string; wanted: readonly (NewDependency & { name: string })[] },
): Promise<Dependency[]> {
    const names = [...new Set(dependencies.map(({ name }) => name))];
    const parents = [...new Set(dependencies.map(({ feature }) => feature))];
    const [flags, ofNames, ofParents, children] = await Promise.all([
        findFlags(tx, parents),
        listDependenciesOf(tx, names),
        listDependenciesOf(tx, parents),
        listChildrenOf(tx, names),
    ]);
    const isChild = new Set(ofParents.map(({ child }) => child));
    const isParent = new Set(children.map(({ parent }) => parent));
    const before = new Map(ofNames.map((row) => [keyOf(row), row]));
    const rows = dependencies.map(({ name, feature: parent, enabled = true, variants = [] }) => {
        const row = flags.get(parent);
        // Flags hidden from the actor are reported as missing, not as being in another project.
        const flag = row && mayKnowOf(actor, row.project) ? row : undefined;
        checkParent({ project, name, flag, parent, isChild, isParent });
        isChild.add(name);
        isParent.add(parent);
        return { child: name, parent, enabled, variants: enabled ? [...new Set(variants)] : [] };
    });
    // If a dependency is listed twice, the last entry wins.
    for (const chunk of chunked([...new Map(rows.map((row) => [keyOf(row), row])).values()])) {
        await tx
            .insertInto('flag_dependencies')
            .values(chunk.map((row) => ({ ...row, variants: JSON.stringify(row.variants) })))
            .onConflict((conflict) =>
                conflict.columns(['child', 'parent']).doUpdateSet(({ ref }) => ({
                    enabled: ref('excluded.enabled'),
                    variants: ref('excluded.variants'),
                })),
            )
            .execute();
    }
    return rows.map((row) => {
        const known = before.get(keyOf(row));
        const data = toDependency(row);
        record({
            type: 'feature-dependency-added',
            featureName: row.child,
            project,
            ...(known && { preData: toDependency(known) }),
            data,
        });
        before.set(keyOf(row), row);
        return data;
    });
}

const keyOf = ({ child, parent }: Pick<DependencyRow, 'child' | 'parent'>) => JSON.stringify([child, parent]);

interface Candidate {
    project: string;
    name: string;
    parent: string;
    flag: FlagRow | undefined;
    /** Flags that depend on other flags, and flags that other flags depend on. */
    isChild: ReadonlySet<string>;
    isParent: ReadonlySet<string>;
}

/** Allows one level within one project and no cycles: SDKs evaluate only the direct parents of a flag. */
function checkParent({ project, name, parent, flag, isChild, isParent }: Candidate): void {
    if (parent === name) throw notAllowed(`Flag ${name} cannot depend on itself. Choose another parent.`);
    if (flag && flag.project !== project) throw notFound(`flag ${parent} in project ${project}`);
    if (!flag || flag.archived_at !== null) {
        throw notAllowed(`Flag ${parent} does not exist or is archived. Choose a parent that is in use.`);
    }
    if (isChild.has(parent)) {
        throw notAllowed(`Flag ${parent} depends on another flag itself. Choose a parent that does not.`);
    }
    if (isParent.has(name)) throw notAllowed(`Other flags depend on flag ${name}, so it cannot have a parent itself.`);
}

/** Removes one parent of a flag, or all of them. */
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

/** Removes all parents of these flags. Flags without parents are ignored. */
export async function removeDependencies(
    { tx, record }: Change,
    { project, children }: { project: string; children: readonly string[] },
): Promise<void> {
    const dependencies = await listDependenciesOf(tx, children);
    for (const chunk of chunked(children)) {
        await tx.deleteFrom('flag_dependencies').where('child', 'in', chunk).execute();
    }
    for (const [featureName, own] of Map.groupBy(dependencies, ({ child }) => child)) {
        const preData = { dependencies: own.map(toDependency) };
        record({ type: 'feature-dependencies-removed', featureName, project, preData });
    }
}
