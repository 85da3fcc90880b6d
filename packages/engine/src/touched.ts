import type { FlagSet } from './flag-set.ts';
import { isRecord } from './malformed.ts';
import type { DefinitionChanges, Definitions } from './update.ts';

/**
 * The flags whose results may differ after some changes: changed flags, flags that use a changed segment, and the children of all of them,
 * ordered by name.
 */
export function touchedBy(set: FlagSet, changes: DefinitionChanges): string[] {
    const { table } = set;
    const names = new Set([...(changes.features ?? []).flatMap(nameIn), ...(changes.removedFeatures ?? [])]);
    for (const changed of segmentsIn(changes)) {
        for (const slot of table.nameIndex.slotsUsing(changed)) {
            const flag = table.at(slot);
            // The flag may have used the segment in another set of the family.
            if (flag?.plan.strategies.some((strategy) => strategy.segments.some(({ id }) => id === changed)))
                names.add(flag.name);
        }
    }
    // There is only one level of dependencies.
    const parents = new Set(names);
    for (const { name, plan } of table.flags()) {
        if (plan.parents.length > 0 && plan.parents.some((parent) => parents.has(parent.name))) names.add(name);
    }
    return [...names].sort();
}

/** The ids of the segments that change. */
export const segmentsIn = ({ segments = [], removedSegments = [] }: DefinitionChanges): number[] => [
    ...segments.flatMap(idIn),
    ...removedSegments,
];

/**
 * The definitions needed to evaluate some flags of a set separately, including parents and segments, plus further definitions; in steps of
 * one definition.
 */
export function* excerptInSteps(
    set: FlagSet,
    names: Iterable<string>,
    further: readonly unknown[],
): Generator<void, Definitions> {
    const features = new Map<string, unknown>();
    const add = (name: string) => {
        const flag = set.table.get(name);
        if (flag !== undefined) features.set(name, flag.definition);
    };
    for (const name of names) {
        add(name);
        yield;
    }
    for (const definition of [...features.values(), ...further]) {
        for (const parent of parentsIn(definition)) add(parent);
        yield;
    }
    const ids = new Set<number>();
    for (const definition of [...features.values(), ...further]) {
        for (const id of segmentsOf(definition)) ids.add(id);
        yield;
    }
    return {
        features: [...features.values()],
        segments: [...ids].flatMap((id) => set.segments.get(id)?.definition ?? []),
    };
}

/** The changes that turn one set into another. */
export function changesBetween(before: FlagSet, after: FlagSet): DefinitionChanges {
    const features = after.table
        .flagsNotIn(before.table)
        .filter(({ name, definition }) => !isSame(before.table.get(name)?.definition, definition));
    const removed = before.table.flagsNotIn(after.table).filter((flag) => after.table.get(flag.name) === undefined);
    const segments = [...after.segments].filter(
        ([id, { definition }]) => !isSame(before.segments.get(id)?.definition, definition),
    );
    return {
        features: features.map(({ definition }) => definition),
        removedFeatures: removed.map(({ name }) => name),
        segments: segments.map(([, { definition }]) => definition),
        removedSegments: [...before.segments.keys()].filter((id) => !after.segments.has(id)),
    };
}

/** Sets of one family share unchanged objects; others have to be compared. */
const isSame = (one: unknown, other: unknown): boolean =>
    one === other || JSON.stringify(one) === JSON.stringify(other);

const nameIn = (definition: unknown): string[] =>
    isRecord(definition) && typeof definition['name'] === 'string' ? [definition['name']] : [];

const idIn = (definition: unknown): number[] =>
    isRecord(definition) && typeof definition['id'] === 'number' ? [definition['id']] : [];

function parentsIn(definition: unknown): string[] {
    return listIn(definition, 'dependencies').flatMap((dependency) =>
        isRecord(dependency) && typeof dependency['feature'] === 'string' ? [dependency['feature']] : [],
    );
}

function segmentsOf(definition: unknown): number[] {
    return listIn(definition, 'strategies').flatMap((strategy) =>
        listIn(strategy, 'segments').filter((id) => typeof id === 'number'),
    );
}

function listIn(definition: unknown, member: string): readonly unknown[] {
    const value = isRecord(definition) ? definition[member] : undefined;
    return Array.isArray(value) ? value : [];
}
