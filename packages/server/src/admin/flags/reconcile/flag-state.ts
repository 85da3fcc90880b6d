import { type FlagSettingsUpdate, MEMBER_NAMES, PUBLISHED_MEMBERS } from '../../../core/flags/flag-members.ts';
import { completeSettings, settingsOf } from '../../../core/flags/flag-settings.ts';
import { flagsAt } from '../../../publications/definitions-at.ts';
import { withHidden } from '../../../publications/hidden.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { StoredVariant } from '../../../storage/tables/strategies.ts';
import { listDependenciesOf, toDependency } from '../dependencies/dependency.queries.ts';
import type { Dependency } from '../dependencies/dependency.schemas.ts';
import type { FlagRow } from '../flags/flag.queries.ts';
import { isStale } from '../flags/flag.queries.ts';
import type { PastDefinition, PastStrategy } from '../past/past-definition.ts';
import { findReleasedOnly } from '../release-plans/released-only.queries.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';

/** The revertible state of a flag in one environment. */
export interface EnvironmentState {
    enabled: boolean;
    /** Whether the flag is on by the milestone of a release plan alone, which is not part of this state. */
    isOnByPlan?: boolean;
    variants: StoredVariant[];
    /** In the order of evaluation. */
    strategies: PastStrategy[];
}

/** The settings of a flag; missing members are unknown and stay unchanged. */
export type RevertibleSettings = FlagSettingsUpdate & { stale: boolean };

/** The revertible state of a flag. */
export interface FlagState {
    project: string;
    settings: RevertibleSettings;
    dependencies: Dependency[];
    environments: Map<string, EnvironmentState>;
}

/** The current state of a flag; an archived flag keeps its configuration. */
export interface CurrentFlag extends FlagState {
    isArchived: boolean;
    /** The decision of a person; null when the age decides. */
    staleMark: boolean | null;
}

/** Returns the published states of flags at a revision, without flags that did not exist. */
export async function statesAt(
    db: Db,
    { names, environments, revision }: { names: readonly string[]; environments: readonly string[]; revision: number },
): Promise<Map<string, FlagState>> {
    const states = new Map<string, FlagState>();
    for (const environment of environments) {
        for (const [name, flag] of await flagsAt(db, { environment, revision }, names)) {
            if (flag === undefined) continue;
            const definition = withHidden(flag.json, flag.hidden) as PastDefinition;
            const { enabled, variants, strategies } = definition;
            const state = states.get(name) ?? toState(definition);
            // Strategies of milestones are changed by their release plan.
            const own = strategies.filter(({ milestoneId }) => milestoneId === undefined);
            const isOnByPlan = enabled && own.length < strategies.length && own.every(({ disabled }) => disabled);
            state.environments.set(environment, {
                ...{ enabled, variants, strategies: own },
                ...(isOnByPlan && { isOnByPlan }),
            });
            states.set(name, state);
        }
    }
    return states;
}

const toState = (definition: PastDefinition): FlagState => ({
    project: definition.project,
    settings: { ...completeSettings(definition, PUBLISHED_MEMBERS), stale: definition.stale },
    dependencies: definition.dependencies ?? [],
    environments: new Map(),
});

/** Returns the current states of flags, including archived but not deleted ones. */
export async function currentFlags(db: Db, names: readonly string[]): Promise<Map<string, CurrentFlag>> {
    const flags = new Map<string, CurrentFlag>();
    const strategies = await listStrategies(db, names);
    const isReleasedOnly = await findReleasedOnly(db, names);
    const dependencies = Map.groupBy(await listDependenciesOf(db, names), ({ child }) => child);
    for (const chunk of chunked(names)) {
        const rows = await db.selectFrom('flags').selectAll().where('name', 'in', chunk).execute();
        for (const row of rows)
            flags.set(row.name, toCurrent(row, (dependencies.get(row.name) ?? []).map(toDependency)));
        const rowsByEnvironment = await db
            .selectFrom('flag_environments')
            .selectAll()
            .where('flag', 'in', chunk)
            .execute();
        for (const { flag, environment, enabled, variants } of rowsByEnvironment) {
            const current = flags.get(flag);
            current?.environments.set(environment, {
                // A revived flag is off.
                enabled: enabled && !current.isArchived,
                ...(enabled && isReleasedOnly({ flag, environment }) && { isOnByPlan: true }),
                variants,
                strategies: (strategies.get(flag)?.get(environment) ?? []).map(toPlain),
            });
        }
    }
    return flags;
}

const toCurrent = (row: FlagRow, dependencies: Dependency[]): CurrentFlag => ({
    project: row.project,
    settings: { ...completeSettings(settingsOf(row), MEMBER_NAMES), stale: isStale(row) },
    dependencies,
    environments: new Map(),
    isArchived: row.archived_at !== null,
    staleMark: row.stale,
});

type Listed = Awaited<ReturnType<typeof listStrategies>> extends Map<string, Map<string, (infer S)[]>> ? S : never;

const toPlain = ({ sortOrder: _, title, disabled, ...strategy }: Listed): PastStrategy =>
    ({
        ...strategy,
        ...(title !== null && { title }),
        ...(disabled && { disabled: true }),
    }) as PastStrategy;
