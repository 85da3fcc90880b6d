import { Catalogue } from './catalogue.ts';
import { compileFlag } from './compile.ts';
import type { Runtime } from './definitions.ts';
import type { Flag } from './flag.ts';
import { isRecord } from './malformed.ts';
import { FlagNames, interned } from './names.ts';
import { type Code, joinCode } from './program.ts';
import { type CompiledSegment, compileSegment } from './segment.ts';

/** Flags compiled together. A set never changes; `updateFlags` and `onlyProjects` make others, which share what is the same. */
export class FlagSet {
    /** The flags that can be evaluated, in the order in which they were first given. */
    readonly flags: readonly Flag[];
    /** @internal The same, by name. */
    readonly visible: FlagNames;
    /** @internal Those and the flags of other projects, on which they may depend. */
    readonly all: ReadonlyMap<string, Flag>;
    /** @internal */
    readonly segments: ReadonlyMap<number, CompiledSegment>;
    /** @internal Undefined means all projects. */
    readonly projects: ReadonlySet<string> | undefined;
    /** @internal */
    readonly catalogue: Catalogue;
    /** @internal What was given but could not even be named. */
    readonly unnamed: readonly Warning[];
    #program: Code | undefined;

    /** @internal */
    constructor(parts: Pick<FlagSet, 'all' | 'segments' | 'projects' | 'catalogue' | 'unnamed'>) {
        const { all, projects } = parts;
        const flags = [...all.values()].filter(({ project }) => projects?.has(project) ?? true);
        this.flags = flags;
        this.visible = new FlagNames(projects === undefined ? all : new Map(flags.map((flag) => [flag.name, flag])));
        this.all = all;
        this.segments = parts.segments;
        this.projects = projects;
        this.catalogue = parts.catalogue;
        this.unnamed = parts.unnamed;
    }

    /** @internal Joined when first needed: between two changes a set may not be evaluated at all. */
    get program(): Code {
        this.#program ??= joinCode(this.flags.map(({ plan }) => plan.code));
        return this.#program;
    }
}

/** The body of `GET /api/client/features`. Its parts are not trusted; see `FlagDefinition` and `SegmentDefinition`. */
export interface Definitions {
    readonly features?: readonly unknown[];
    readonly segments?: readonly unknown[];
}

/** New and changed definitions, and the names of what is gone. */
export interface Changes extends Definitions {
    readonly removedFeatures?: readonly string[];
    readonly removedSegments?: readonly number[];
}

export interface Warning {
    readonly flag?: string;
    readonly segment?: number;
    readonly problem: string;
}

/** Compiles definitions, once, to evaluate them many times. Never throws: what is malformed is off, and `warningsOf` says why. */
export function compileFlags(definitions: Definitions, runtime: Runtime): FlagSet {
    const catalogue = new Catalogue(runtime);
    const empty = new FlagSet({ all: new Map(), segments: new Map(), projects: undefined, catalogue, unnamed: [] });
    const set = apply(empty, definitions);
    catalogue.settle();
    return set;
}

/** The set with some definitions changed. Only the changed flags, and those that use a changed segment, are compiled. */
export function updateFlags(set: FlagSet, changes: Changes): FlagSet {
    return compacted(apply(set, changes));
}

/** The part of a set that belongs to some projects. Dependencies on flags of other projects still count. */
export function onlyProjects(set: FlagSet, projects: Iterable<string>): FlagSet {
    return new FlagSet({ ...partsOf(set), projects: new Set(projects) });
}

/** Everything that is wrong with the definitions of a set. */
export function warningsOf(set: FlagSet): Warning[] {
    return [
        ...set.unnamed,
        ...[...set.segments.values()].flatMap(({ id, warnings }) =>
            warnings.map((problem) => ({ segment: id, problem })),
        ),
        ...set.flags.flatMap(({ name, warnings }) => warnings.map((problem) => ({ flag: name, problem }))),
    ];
}

function partsOf({ all, segments, projects, catalogue, unnamed }: FlagSet) {
    return { all, segments, projects, catalogue, unnamed };
}

function apply(set: FlagSet, changes: Changes): FlagSet {
    const { catalogue, projects } = set;
    const unnamed: Warning[] = [];
    const changedSegments = new Set<number>();
    const segments = new Map(set.segments);
    const all = new Map(set.all);

    for (const id of listed(changes.removedSegments)) {
        if (segments.delete(id)) changedSegments.add(id);
    }
    for (const definition of listed(changes.segments)) {
        const id = isRecord(definition) ? definition['id'] : undefined;
        if (!isRecord(definition) || typeof id !== 'number') {
            unnamed.push({ problem: 'a segment without an id is ignored' });
            continue;
        }
        segments.set(id, compileSegment({ id, definition, catalogue }));
        changedSegments.add(id);
    }
    for (const name of listed(changes.removedFeatures)) all.delete(name);
    for (const definition of [...usersOf(changedSegments, all), ...listed(changes.features)]) {
        const name = isRecord(definition) ? definition['name'] : undefined;
        if (!isRecord(definition) || typeof name !== 'string') {
            unnamed.push({ problem: 'a flag without a name is ignored' });
            continue;
        }
        all.set(name, compileFlag({ name: interned(name), definition, catalogue, segments }));
    }
    return new FlagSet({ all, segments, projects, catalogue, unnamed });
}

/** The definitions of the flags whose strategies name one of the segments. */
function usersOf(segments: ReadonlySet<number>, flags: ReadonlyMap<string, Flag>): unknown[] {
    if (segments.size === 0) return [];
    return [...flags.values()]
        .filter(({ plan }) => plan.strategies.some((strategy) => strategy.segments.some(({ id }) => segments.has(id))))
        .map(({ definition }) => definition);
}

/** Changes leave constraints behind that no flag uses any more; once they could be the most, it pays to start afresh. */
function compacted(set: FlagSet): FlagSet {
    if (!set.catalogue.outgrown) return set;
    const definitionsOf = (compiled: Iterable<{ definition: unknown }>) =>
        [...compiled].map(({ definition }) => definition);
    const fresh = compileFlags(
        { features: definitionsOf(set.all.values()), segments: definitionsOf(set.segments.values()) },
        set.catalogue.runtime,
    );
    return set.projects === undefined ? fresh : onlyProjects(fresh, set.projects);
}

/** Definitions come from outside: what should be a list may be anything. */
function listed<Item>(value: readonly Item[] | undefined): readonly Item[] {
    return Array.isArray(value) ? value : [];
}
