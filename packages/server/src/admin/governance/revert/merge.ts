import { conflict } from '../../../core/errors/errors.ts';
import { MEMBER_NAMES } from '../../../core/flags/flag-members.ts';
import { areSameDependencies, areSameVariants, isSame, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type { Dependency } from '../../flags/dependencies/dependency.schemas.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { CurrentFlag, EnvironmentState, FlagState, RevertibleSettings } from '../../flags/reconcile/flag-state.ts';

/** A flag before a change, after it, and now; undefined: it does not exist. */
interface Versions {
    name: string;
    before: FlagState | undefined;
    after: FlagState | undefined;
    now: CurrentFlag | undefined;
}

/** Returns the state of a flag with one change undone and later changes kept. Throws if a later change affected the same member. */
export function withoutChange({ name, before, after, now }: Versions): FlagState | undefined {
    const live = now?.isArchived ? undefined : now;
    if (before === undefined) return after === undefined ? live : undefined;
    if (after === undefined) return live ?? before;
    if (live === undefined) throw conflict(`Flag ${name} is archived or deleted now. Restore it first.`);
    const undo = undoing(name);
    return {
        project: live.project,
        settings: settingsWithout(undo, before.settings, after.settings, live.settings),
        dependencies: listWithout(
            {
                undo,
                label: (parent) => `its dependency on ${parent}`,
                keyOf: ({ feature }) => feature,
                equals: isSameDependency,
            },
            before.dependencies,
            after.dependencies,
            live.dependencies,
        ),
        environments: new Map(
            [...live.environments].map(([environment, current]) => {
                const [left, right] = [before.environments.get(environment), after.environments.get(environment)];
                return [environment, left && right ? stateWithout(undo, environment, left, right, current) : current];
            }),
        ),
    };
}

const isSameDependency = (left: Dependency | undefined, right: Dependency | undefined) =>
    areSameDependencies(left ? [left] : [], right ? [right] : []);

type Undo = <T>(label: string, versions: { before: T; after: T; now: T }, equals?: (a: T, b: T) => boolean) => T;

const undoing =
    (name: string): Undo =>
    (label, { before, after, now }, equals = isSame) => {
        if (equals(before, after)) return now;
        if (equals(now, after)) return before;
        if (equals(now, before)) return now;
        throw conflict(
            `${label} of flag ${name} was changed again later. Revert the later change first, or restore the flag to a moment.`,
        );
    };

function settingsWithout(
    undo: Undo,
    before: RevertibleSettings,
    after: RevertibleSettings,
    now: RevertibleSettings,
): RevertibleSettings {
    const undone = ([...MEMBER_NAMES, 'stale'] as const)
        .filter((member) => before[member] !== undefined && after[member] !== undefined)
        .map((member) => [
            member,
            undo<unknown>(`\`${member}\``, { before: before[member], after: after[member], now: now[member] }),
        ]);
    // Each member has the value of one of the three settings.
    return { ...now, ...Object.fromEntries(undone) } as RevertibleSettings;
}

function stateWithout(
    undo: Undo,
    environment: string,
    before: EnvironmentState,
    after: EnvironmentState,
    now: EnvironmentState,
): EnvironmentState {
    const here = ` in ${environment}`;
    const enabled = undo(`The switch${here}`, { before: before.enabled, after: after.enabled, now: now.enabled });
    const isOnByPlan = enabled && (now.enabled ? now : before).isOnByPlan;
    return {
        enabled,
        ...(isOnByPlan && { isOnByPlan }),
        variants: undo(
            `The list of variants${here}`,
            { before: before.variants, after: after.variants, now: now.variants },
            areSameVariants,
        ),
        strategies: listWithout(
            {
                undo,
                label: () => `A strategy${here}`,
                keyOf: ({ id }: PastStrategy) => id ?? '',
                equals: isSameStrategy,
            },
            before.strategies,
            after.strategies,
            now.strategies,
        ),
    };
}

interface Kind<Item> {
    undo: Undo;
    label: (key: string) => string;
    keyOf: (item: Item) => string;
    equals: (a: Item | undefined, b: Item | undefined) => boolean;
}

/** Undoes a change of a list item by item. The order before the change is restored if the change reordered the list. */
function listWithout<Item>({ undo, label, keyOf, equals }: Kind<Item>, ...lists: [Item[], Item[], Item[]]): Item[] {
    const [before, after, now] = lists.map((list) => new Map(list.map((item) => [keyOf(item), item])));
    const undone = new Map<string, Item>();
    for (const key of new Set([...before!.keys(), ...now!.keys()])) {
        const versions = { before: before!.get(key), after: after!.get(key), now: now!.get(key) };
        const item = undo<Item | undefined>(label(key), versions, equals);
        if (item !== undefined) undone.set(key, item);
    }
    const wasSorted = !isSame(inBoth(before!, after!), inBoth(after!, before!));
    const order = wasSorted ? [...before!.keys(), ...now!.keys()] : reorder([...now!.keys()], [...before!.keys()]);
    return [...new Set(order)].flatMap((key) => undone.get(key) ?? []);
}

const inBoth = (left: Map<string, unknown>, right: Map<string, unknown>) =>
    [...left.keys()].filter((key) => right.has(key));

/** Returns the current keys, with each restored key inserted after its former predecessor. */
function reorder(now: string[], before: string[]): string[] {
    const order = [...now];
    for (const [index, key] of before.entries()) {
        if (order.includes(key)) continue;
        const previous = before[index - 1];
        order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
    }
    return order;
}
