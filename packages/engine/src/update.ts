import { compileFlag } from './compile.ts';
import type { Runtime } from './definitions.ts';
import type { CompiledFlag } from './flag.ts';
import { FlagSet, onlyProjects, type Warning } from './flag-set.ts';
import { FlagTable } from './flag-table.ts';
import { intern } from './intern.ts';
import { isRecord } from './malformed.ts';
import { PropertyIndex } from './property-index.ts';
import { compileSegment } from './segment.ts';

/** The body of `GET /api/client/features`. Its parts are not trusted; see `FlagDefinition` and `SegmentDefinition`. */
export interface Definitions {
    readonly features?: readonly unknown[];
    readonly segments?: readonly unknown[];
}

/** New and changed definitions, and the names of removed ones. */
export interface DefinitionChanges extends Definitions {
    readonly removedFeatures?: readonly string[];
    readonly removedSegments?: readonly number[];
}

/** Work that can be interrupted after each step; it returns the set. */
export type CompileSteps = Generator<void, FlagSet>;

/** Compiles definitions once for many evaluations. Never throws: malformed definitions are off, and `warningsOf` returns the reasons. */
export function compileFlags(definitions: Definitions, runtime: Runtime): FlagSet {
    return finish(compileFlagsInSteps(definitions, runtime));
}

/** The same, one flag at a time, so that the caller can do other work in between. */
export function* compileFlagsInSteps(definitions: Definitions, runtime: Runtime): CompileSteps {
    const propertyIndex = new PropertyIndex(runtime);
    const emptyParts = { table: new FlagTable(undefined), segments: new Map(), unnamed: [] };
    const set = yield* apply(new FlagSet({ ...emptyParts, projects: undefined, propertyIndex }), definitions);
    propertyIndex.markAsUsed();
    return set;
}

/**
 * Returns the set with some definitions changed. Only the changed flags, and those that use a changed segment, are compiled; the cost does
 * not depend on the number of other flags.
 */
export function updateFlags(set: FlagSet, changes: DefinitionChanges): FlagSet {
    return finish(updateFlagsInSteps(set, changes));
}

/** The same, one flag at a time. The original set can be used meanwhile, and changed in other ways. */
export function* updateFlagsInSteps(set: FlagSet, changes: DefinitionChanges): CompileSteps {
    return yield* compact(yield* apply(set, changes));
}

function finish(steps: CompileSteps): FlagSet {
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}

type Definition = Readonly<Record<string, unknown>>;

function* apply(set: FlagSet, changes: DefinitionChanges): CompileSteps {
    const { propertyIndex, projects } = set;
    const unnamed: Warning[] = [];
    const { segments, changed } = changeSegments(set, changes, unnamed);
    const table = new FlagTable(set.table);
    const put = (name: string, definition: Definition) => {
        const flag = compileFlag({ name, definition, propertyIndex, segments, before: table.get(name) });
        const slot = table.set(flag);
        for (const { segments: used } of flag.plan.strategies)
            for (const { id } of used) table.nameIndex.recordSegmentUse(id, slot);
    };

    for (const name of asList(changes.removedFeatures)) table.delete(name);
    for (const id of changed) {
        for (const slot of table.nameIndex.slotsUsing(id)) {
            const flag = table.at(slot);
            // Only objects are ever compiled.
            if (flag !== undefined && uses(flag, id)) put(flag.name, flag.definition as Definition);
            yield;
        }
    }
    for (const definition of asList(changes.features)) {
        const name = isRecord(definition) ? definition['name'] : undefined;
        if (isRecord(definition) && typeof name === 'string') put(table.get(name)?.name ?? intern(name), definition);
        else unnamed.push({ problem: 'a flag without a name is ignored' });
        yield;
    }
    return new FlagSet({ table, segments, projects, propertyIndex, unnamed });
}

function changeSegments({ segments: before, propertyIndex }: FlagSet, changes: DefinitionChanges, unnamed: Warning[]) {
    const definitions = asList(changes.segments);
    const removed = asList(changes.removedSegments);
    const changed = new Set<number>();
    if (definitions.length === 0 && removed.length === 0) return { segments: before, changed };
    const segments = new Map(before);
    for (const id of removed) if (segments.delete(id)) changed.add(id);
    for (const definition of definitions) {
        const id = isRecord(definition) ? definition['id'] : undefined;
        if (isRecord(definition) && typeof id === 'number') {
            segments.set(id, compileSegment({ id, definition, propertyIndex }));
            changed.add(id);
        } else unnamed.push({ problem: 'a segment without an id is ignored' });
    }
    return { segments, changed };
}

const uses = ({ plan }: CompiledFlag, segment: number): boolean =>
    plan.strategies.some(({ segments }) => segments.some(({ id }) => id === segment));

/** Changes leave unused names and constraints behind; once they could be the majority, a complete recompilation is cheaper. */
function* compact(set: FlagSet): CompileSteps {
    if (!set.propertyIndex.isMostlyUnused && !set.table.isMostlyUnused) return set;
    const definitionsOf = (compiled: Iterable<{ definition: unknown }>) =>
        [...compiled].map(({ definition }) => definition);
    const fresh = yield* compileFlagsInSteps(
        { features: definitionsOf(set.table.flags()), segments: definitionsOf(set.segments.values()) },
        set.propertyIndex.runtime,
    );
    return set.projects === undefined ? fresh : onlyProjects(fresh, set.projects);
}

/** Definitions are untrusted input: a list may be any other value. */
function asList<Item>(value: readonly Item[] | undefined): readonly Item[] {
    return Array.isArray(value) ? value : [];
}
