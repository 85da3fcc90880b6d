import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { forIndependentItems } from '../../../changes/independent-items.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { invalid, invalidWith, nameExists, wouldExceedLimit } from '../../../core/errors/errors.ts';
import { exportedSettings } from '../../../core/flags/flag-settings.ts';
import { areSameDependencies, isSame, normalStrategy } from '../../../core/flags/normal-form.ts';
import { chunked } from '../../../storage/chunked.ts';
import { createContextField } from '../../catalogue/context-fields/context-field.commands.ts';
import { createSegment } from '../../catalogue/segments/segment.commands.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { checkedConfigurations } from '../../catalogue/strategy-rules/strategy-rules.ts';
import { createTagType } from '../../catalogue/tag-types/tag-type.commands.ts';
import { addDependencies, removeDependencies } from '../../flags/dependencies/dependency.commands.ts';
import { listDependenciesOf, toDependency } from '../../flags/dependencies/dependency.queries.ts';
import { replaceFlagLinks } from '../../flags/flag-links/flag-link.commands.ts';
import { replaceTags } from '../../flags/flag-tags/flag-tag.commands.ts';
import { createFlags, getProjectForFlags } from '../../flags/flags/flag.commands.ts';
import { updateFlags } from '../../flags/flags/flag-settings.commands.ts';
import { setFlagsEnabled, statesOf, storeEnabled } from '../../flags/flags/flag-switch.commands.ts';
import { insertStrategies } from '../../flags/strategies/strategy.commands.ts';
import { listStrategies } from '../../flags/strategies/strategy.queries.ts';
import { deleteStrategyRowsOf } from '../../flags/strategies/strategy-store.ts';
import { setVariantsOfFlags } from '../../flags/variants/variant.commands.ts';
import { mayImport, maySetCreationTime } from './import.access.ts';
import type { Import } from './import.schemas.ts';
import { type ImportPlan, planImport } from './import-plan.ts';

/**
 * Imports flags into a project and one of its environments: the complete file, or nothing. Common work is batched for all flags, so
 * that thousands take about a second.
 */
export const importFlags = withPermissionCheck(mayImport, runImport);

async function runImport(change: Change, input: Import): Promise<void> {
    const { tx, actor, record } = change;
    const { project, environment } = input;
    await getProjectForFlags(tx, project);
    await requireEnvironment(change, input);
    const plan = await planImport(tx, actor, input);
    if (plan.duplicates.length > 0) throw nameExists(`Flag ${plan.duplicates[0]}, which is in the file twice,`);
    if (plan.errors.length > 0) {
        throw invalidWith(
            `Nothing was imported. ${plan.errors.map(({ message, affectedItems }) => `${message}: ${affectedItems.slice(0, 10).join(', ')}.`).join(' ')}`,
            plan.errors.map(({ message, affectedItems }) => ({ message, description: affectedItems.join(', ') })),
        );
    }
    for (const tagType of plan.newTagTypes) await createTagType(change, tagType);
    for (const { legalValues = [], ...field } of plan.newContextFields) {
        await createContextField(change, {
            ...field,
            legalValues: legalValues.map(({ value, description }) => ({ value, ...(description && { description }) })),
        });
    }
    for (const { id, name, constraints = [] } of plan.newSegments) {
        const segment = await createSegment(change, { name, constraints });
        plan.segmentIds.set(id, segment.id);
    }
    await createFlags(change, { project, flags: plan.created.map((flag) => newFlagIn(flag, change)) });
    await overwriteFlags(change, input, plan);
    await forIndependentItems(change, [plan], async (own) => {
        await replaceStrategies(own, input, plan);
        await setEnvironments(own, input, plan);
    });
    await setTags(change, input, plan);
    const dependencies = await differingDependencies(change, plan);
    await forIndependentItems(change, dependencies, (own, some) => setDependencies(own, input, some));
    await setLinks(change, input, plan);
    record({ type: 'features-imported', project, environment });
}

/** A migration keeps the creation times of flags, because their lifetimes depend on them. */
function newFlagIn(flag: ImportPlan['created'][number], { actor, now }: Change) {
    const createdAt = flag.createdAt && new Date(flag.createdAt).toISOString();
    const isKept = createdAt && createdAt < now && maySetCreationTime(actor);
    const { name, stale } = flag;
    return { name, ...exportedSettings(flag), ...(stale !== undefined && { stale }), ...(isKept && { createdAt }) };
}

async function requireEnvironment({ tx }: Change, { project, environment }: Import): Promise<void> {
    const used = await tx
        .selectFrom('project_environments')
        .select('environment')
        .where('project', '=', project)
        .where('environment', '=', environment)
        .executeTakeFirst();
    if (used) return;
    throw invalid(
        `Project ${project} does not use environment ${environment}. Add it to the project first.`,
        '/body/environment',
    );
}

async function overwriteFlags(change: Change, { project }: Import, { overwritten }: ImportPlan): Promise<void> {
    const updates = overwritten.map((flag) => ({ name: flag.name, settings: settingsIn(flag) }));
    await forIndependentItems(change, updates, (own, some) =>
        updateFlags(own, { project, updates: some, isDecided: true }),
    );
}

/** The settings of a flag in the file, without accepted but ignored members. */
const settingsIn = (flag: ImportPlan['created'][number]) => ({
    ...exportedSettings(flag),
    ...(flag.stale !== undefined && { stale: flag.stale }),
});

/** Replaces the strategies of imported flags. Flags whose strategies are the same already are not written. */
async function replaceStrategies(change: Change, { project, environment }: Import, plan: ImportPlan): Promise<void> {
    const { tx, record } = change;
    const before = await listStrategies(
        tx,
        plan.overwritten.map(({ name }) => name),
        environment,
    );
    const after = await desiredStrategies(change, { project, environment }, plan);
    const names = await mapYielding(new Set([...before.keys(), ...after.keys()]), (name) => {
        const unchanged = areSameStrategies(before.get(name)?.get(environment) ?? [], after.get(name) ?? []);
        return unchanged ? [] : [name];
    });
    const differing = names.flat();
    for (const featureName of differing) {
        for (const strategy of before.get(featureName)?.get(environment) ?? []) {
            record({ type: 'feature-strategy-remove', project, featureName, environment, preData: strategy });
        }
    }
    for (const chunk of chunked(differing.filter((name) => before.has(name)))) {
        await deleteStrategyRowsOf(tx, chunk, environment);
    }
    const placed = differing.flatMap((featureName) =>
        (after.get(featureName) ?? []).map((strategy) => ({ featureName, environment, strategy })),
    );
    await insertStrategies(change, placed);
    for (const { featureName, strategy } of placed) {
        record({ type: 'feature-strategy-add', project, featureName, environment, data: strategy });
    }
}

/** Returns the validated strategies of the file by flag, each with a new id. */
async function desiredStrategies(
    change: Change,
    { project, environment }: Pick<Import, 'project' | 'environment'>,
    plan: ImportPlan,
): Promise<Map<string, FeatureStrategy[]>> {
    const configurations = await checkedConfigurations(
        change,
        project,
        await mapYielding(plan.strategies.entries(), ([index, strategy]) => ({
            ...strategy,
            segments: (strategy.segments ?? []).map((id) => plan.segmentIds.get(id) ?? id),
            isExact: true,
            path: `/body/data/featureStrategies/${index}`,
        })),
    );
    const byFlag = new Map<string, FeatureStrategy[]>();
    await mapYielding(plan.strategies.entries(), ([index, { name, featureName, title, disabled, sortOrder }]) => {
        const list = byFlag.get(featureName) ?? [];
        byFlag.set(featureName, list);
        list.push({
            id: randomUUID(),
            name,
            title: title ?? null,
            disabled: disabled ?? false,
            sortOrder: sortOrder ?? list.length,
            ...configurations[index]!,
        });
    });
    const { featureEnvironmentStrategies: limit } = change.limits;
    for (const [flag, { length }] of byFlag) {
        if (length <= limit) continue;
        throw wouldExceedLimit(length, `strategies of flag ${flag} in environment ${environment}`, limit);
    }
    return byFlag;
}

/** Compares the strategies of a flag regardless of their ids. */
const areSameStrategies = (one: readonly FeatureStrategy[], other: readonly FeatureStrategy[]) =>
    one.length === other.length && isSame(inNormalForm(one), inNormalForm(other));

const inNormalForm = (strategies: readonly FeatureStrategy[]) =>
    strategies
        .map((strategy) => ({
            ...normalStrategy(strategy),
            sortOrder: strategy.sortOrder,
            weights: strategy.variants.map(({ name, weight }) => [name, weight]),
        }))
        .sort((a, b) => a.sortOrder - b.sortOrder);

async function setEnvironments(change: Change, { project, environment }: Import, plan: ImportPlan): Promise<void> {
    const { tx, record } = change;
    await setVariantsOfFlags(change, {
        project,
        environment,
        wanted: plan.environments.flatMap(({ featureName, variants = [] }) =>
            variants.length > 0 ? { featureName, variants } : [],
        ),
        path: '/body/data/featureEnvironments',
    });
    const isOn = await statesOf(
        change,
        environment,
        plan.environments.map(({ featureName }) => featureName),
    );
    const ready = new Set(plan.strategies.filter(({ disabled }) => !disabled).map(({ featureName }) => featureName));
    const differing = plan.environments.filter(({ featureName, enabled }) => isOn.get(featureName) !== enabled);
    for (const enabled of [true, false]) {
        const names = differing
            .filter((flag) => flag.enabled === enabled && (!enabled || ready.has(flag.featureName)))
            .map(({ featureName }) => featureName);
        for (const chunk of chunked(names)) {
            await storeEnabled(tx, { enabled, names: chunk, environment });
        }
        for (const featureName of names) {
            record({
                type: enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
                project,
                featureName,
                environment,
            });
        }
    }
    // A service serves an enabled flag without an enabled strategy to everybody, regardless of the default strategy of the project.
    const names = plan.environments.flatMap(({ featureName, enabled }) =>
        enabled && !ready.has(featureName) ? featureName : [],
    );
    await setFlagsEnabled(change, {
        project,
        names,
        environment,
        enabled: true,
        defaultStrategy: { name: 'default' },
    });
    // A flag that lost its strategies and whose state is not in the file would be on for all users, so it is turned off.
    const mentioned = new Set(plan.environments.map(({ featureName }) => featureName));
    const bare = plan.overwritten.flatMap(({ name }) => (mentioned.has(name) || ready.has(name) ? [] : name));
    await setFlagsEnabled(change, { project, names: bare, environment, enabled: false });
}

/** If the file contains tags, every imported flag gets exactly the tags listed for it. */
async function setTags(change: Change, { project, data }: Import, plan: ImportPlan): Promise<void> {
    if (!data.featureTags) return;
    const flags = [...plan.created, ...plan.overwritten].map(({ name }) => name);
    await forIndependentItems(change, flags, (own, some) =>
        replaceTags(own, { project, flags: some, tags: plan.tags }),
    );
}

async function differingDependencies({ tx }: Change, plan: ImportPlan): Promise<ImportPlan['dependencies']> {
    const isNew = new Set(plan.created.map(({ name }) => name));
    const stored = await listDependenciesOf(
        tx,
        plan.dependencies.flatMap(({ feature }) => (isNew.has(feature) ? [] : feature)),
    );
    const before = Map.groupBy(stored, ({ child }) => child);
    return plan.dependencies.filter(
        ({ feature, dependencies }) =>
            !areSameDependencies((before.get(feature) ?? []).map(toDependency), dependencies),
    );
}

async function setDependencies(
    change: Change,
    { project }: Import,
    dependencies: readonly ImportPlan['dependencies'][number][],
): Promise<void> {
    await removeDependencies(change, { project, children: dependencies.map(({ feature }) => feature) });
    const links = dependencies.flatMap(({ feature: name, dependencies: parents }) =>
        parents.map((parent) => ({ name, ...parent })),
    );
    await addDependencies(change, { project, wanted: links });
}

async function setLinks(change: Change, { project }: Import, { links }: ImportPlan): Promise<void> {
    await replaceFlagLinks(change, { project, wanted: new Map(links.map(({ feature, links }) => [feature, links])) });
}
