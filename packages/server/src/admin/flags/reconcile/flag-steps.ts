import { randomUUID } from 'node:crypto';
import type { ProposedStep } from '../../../changes/proposable.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { conflict } from '../../../core/errors/errors.ts';
import { type FlagSettingsUpdate, MEMBER_NAMES } from '../../../core/flags/flag-members.ts';
import { exportedSettings, mapMembers, pickMembers } from '../../../core/flags/flag-settings.ts';
import { areSameDependencies, areSameVariants, isSame, isSameStrategy } from '../../../core/flags/normal-form.ts';
import { dependencyActions } from '../dependencies/dependency.proposables.ts';
import { flagActions } from '../flags/flag.proposables.ts';
import type { PastStrategy } from '../past/past-definition.ts';
import { strategyActions } from '../strategies/strategy.proposables.ts';
import { variantActions } from '../variants/variant.proposables.ts';
import type { CurrentFlag, EnvironmentState, FlagState } from './flag-state.ts';

const { archiveFeature, createFeature, reviveFeature, updateEnabled, updateFeature } = flagActions;
const { addStrategy, updateStrategy, deleteStrategy, reorderStrategy } = strategyActions;

/** The current and the target state of a flag; undefined when it does not exist. */
export interface FlagTarget {
    name: string;
    now: CurrentFlag | undefined;
    target: FlagState | undefined;
}

/**
 * Returns the steps that restore flags, in a valid order: dependencies are removed first and added last, and flags are archived after
 * that. Within an environment, a flag that is on never loses its last enabled strategy in between, which would turn it off.
 */
export async function stepsFor(project: string, flags: readonly FlagTarget[]): Promise<ProposedStep[]> {
    const intended = flags.map((flag) => ({ ...flag, now: checkedProject(project, flag) }));
    const each = async (steps: (flag: (typeof intended)[number]) => ProposedStep[]) =>
        (await mapYielding(intended, steps)).flat();
    return [
        ...(await each(removedDependencies)),
        ...(await each(({ name, now, target }) => {
            if (target === undefined) return [];
            return [...presence(name, now, target), ...settings(name, now, target), ...environments(name, now, target)];
        })),
        ...(await each(addedDependencies)),
        ...(await each(({ name, now, target }) =>
            now && !now.isArchived && target === undefined ? [archiveFeature.proposed({ feature: name }, null)] : [],
        )),
    ];
}

function checkedProject(project: string, { name, now, target }: FlagTarget): CurrentFlag | undefined {
    for (const side of [now, target]) {
        if (side === undefined || side.project === project) continue;
        throw conflict(`Flag ${name} was moved between projects later. Move it back first, or leave it out.`);
    }
    return now;
}

function presence(name: string, now: CurrentFlag | undefined, { settings }: FlagState): ProposedStep[] {
    if (now === undefined) {
        return [createFeature.proposed({ feature: name }, pickMembers(settings, MEMBER_NAMES))];
    }
    return now.isArchived ? [reviveFeature.proposed({ feature: name }, null)] : [];
}

function settings(name: string, now: CurrentFlag | undefined, { settings: intended }: FlagState): ProposedStep[] {
    const { stale } = intended;
    // A new flag was created with its settings, except for the mark that it is stale.
    const differing = mapMembers(MEMBER_NAMES, (member) => {
        const current = now?.settings[member];
        return current === undefined || isSame(current, intended[member]) ? undefined : intended[member];
    }) as FlagSettingsUpdate;
    if (Object.keys(differing).length === 0 && stale === (now?.settings.stale ?? false)) return [];
    // Without an explicit mark, the age of the flag determines whether it is stale.
    const mark = now?.settings.stale === stale ? now.staleMark : stale;
    const payload = {
        // An update sets missing members to their defaults, except for members that only Halyard has.
        ...exportedSettings({ ...now?.settings, ...intended }),
        ...differing,
        ...(mark !== null && { stale: mark }),
    };
    return [updateFeature.proposed({ feature: name }, payload)];
}

function environments(name: string, now: CurrentFlag | undefined, target: FlagState): ProposedStep[] {
    return [...target.environments].flatMap(([environment, intended]) => {
        const current = now ? now.environments.get(environment) : NOTHING;
        if (current === undefined) {
            throw conflict(`Environment ${environment} is no longer in the project. Add it again first.`);
        }
        return environmentSteps({ feature: name, environment }, current, intended);
    });
}

/** The configuration of a new flag in each environment. */
const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

type FlagEnvironmentAddress = { feature: string; environment: string };

function environmentSteps(
    address: FlagEnvironmentAddress,
    now: EnvironmentState,
    target: EnvironmentState,
): ProposedStep[] {
    const { added, changed, removed, order } = strategiesTo(now.strategies, target.strategies);
    const [disabling, enabling] = [changed.filter(isDisabled), changed.filter((strategy) => !isDisabled(strategy))];
    const update = (strategy: IdentifiedStrategy) => updateStrategy.proposed(address, written(strategy));
    return [
        ...(now.enabled && !target.enabled ? [updateEnabled.proposed(address, { enabled: false })] : []),
        ...added.map((strategy) => addStrategy.proposed(address, written(strategy))),
        ...enabling.map(update),
        ...disabling.map(update),
        ...removed.map(({ id }) => deleteStrategy.proposed(address, { id })),
        ...(order ? [reorderStrategy.proposed(address, order)] : []),
        ...(areSameVariants(now.variants, target.variants)
            ? []
            : [variantActions.patchVariant.proposed(address, { variants: target.variants })]),
        ...(target.enabled && !now.enabled ? [updateEnabled.proposed(address, turnedOn(target))] : []),
    ];
}

/** A flag that was on by its plan alone is not turned on for everyone if the plan is gone. */
const turnedOn = ({ isOnByPlan }: EnvironmentState) => ({
    enabled: true,
    ...(isOnByPlan && { defaultStrategy: null }),
});

type IdentifiedStrategy = PastStrategy & { id: string };

const isDisabled = ({ disabled }: PastStrategy) => disabled === true;

/** The complete payload of a strategy, so that no current value remains. */
const written = ({ id, name, title, disabled, constraints, parameters, variants, segments }: IdentifiedStrategy) => ({
    id,
    name,
    title: title ?? null,
    disabled: disabled ?? false,
    constraints,
    parameters,
    variants,
    segments: segments ?? [],
});

function strategiesTo(now: readonly PastStrategy[], target: readonly PastStrategy[]) {
    const intended = assignStrategyIds(now, target);
    // Stored strategies always have an id.
    const current = new Map((now as IdentifiedStrategy[]).map((strategy) => [strategy.id, strategy]));
    const ids = new Set(intended.map(({ id }) => id));
    const added = intended.filter(({ id }) => !current.has(id));
    const removed = (now as IdentifiedStrategy[]).filter(({ id }) => !ids.has(id));
    const changed = intended.filter((each) => current.has(each.id) && !isSameStrategy(current.get(each.id), each));
    const left = [...(now as IdentifiedStrategy[]).filter(({ id }) => ids.has(id)), ...added].map(({ id }) => id);
    const isInOrder = left.every((id, index) => id === intended[index]!.id);
    const order =
        isInOrder && added.length === 0 ? undefined : intended.map(({ id }, sortOrder) => ({ id, sortOrder }));
    return { added, changed, removed, order: intended.length > 1 ? order : undefined };
}

/**
 * Assigns ids to strategies whose ids were not stored (decision 66): an equal existing strategy is considered the same; other
 * strategies get new ids.
 */
function assignStrategyIds(now: readonly PastStrategy[], target: readonly PastStrategy[]): IdentifiedStrategy[] {
    const free = new Set(now);
    return target.map((strategy) => {
        if (strategy.id !== undefined) return strategy as IdentifiedStrategy;
        const twin = [...free].find((current) => isSameStrategy(current, strategy));
        if (twin) free.delete(twin);
        return { ...strategy, id: twin?.id ?? randomUUID() };
    });
}

function removedDependencies({ name, now, target }: FlagTarget): ProposedStep[] {
    if (!now || now.isArchived) return [];
    return now.dependencies
        .filter(({ feature }) => !target?.dependencies.some((intended) => intended.feature === feature))
        .map(({ feature }) => dependencyActions.deleteDependency.proposed({ feature: name }, { feature }));
}

function addedDependencies({ name, now, target }: FlagTarget): ProposedStep[] {
    const current = now && !now.isArchived ? now.dependencies : [];
    return (target?.dependencies ?? [])
        .filter((intended) => !current.some((dependency) => areSameDependencies([dependency], [intended])))
        .map((payload) => dependencyActions.addDependency.proposed({ feature: name }, payload));
}
