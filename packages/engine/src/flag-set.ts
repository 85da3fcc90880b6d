import type { CompiledFlag } from './flag.ts';
import type { FlagTable } from './flag-table.ts';
import { type Code, joinCode } from './program.ts';
import type { PropertyIndex } from './property-index.ts';
import type { CompiledSegment } from './segment.ts';

/** Flags compiled together. A set never changes; `updateFlags` and `onlyProjects` create others, which share unchanged parts. */
export class FlagSet {
    /** @internal Includes the flags of other projects, on which flags of the set may depend. */
    readonly table: FlagTable;
    /** @internal Undefined means all projects. */
    readonly projects: ReadonlySet<string> | undefined;
    /** @internal */
    readonly segments: ReadonlyMap<number, CompiledSegment>;
    /** @internal */
    readonly propertyIndex: PropertyIndex;
    /** @internal Definitions without a usable name. */
    readonly unnamed: readonly Warning[];
    // Created on first use: between two changes all flags may not be needed.
    #flags: readonly CompiledFlag[] | undefined;
    #program: Code | undefined;

    /** @internal */
    constructor(parts: Pick<FlagSet, 'table' | 'segments' | 'projects' | 'propertyIndex' | 'unnamed'>) {
        this.table = parts.table;
        this.projects = parts.projects;
        this.segments = parts.segments;
        this.propertyIndex = parts.propertyIndex;
        this.unnamed = parts.unnamed;
    }

    /** The flags that can be evaluated, ordered by name, however the set was created. */
    get flags(): readonly CompiledFlag[] {
        this.#flags ??= this.table
            .flags()
            .filter(({ project }) => this.projects?.has(project) ?? true)
            .sort(byName);
        return this.#flags;
    }

    /** Returns the original definition of a segment; undefined if it does not exist. */
    segmentDefinition(id: number): Readonly<Record<string, unknown>> | undefined {
        return this.segments.get(id)?.definition;
    }

    /** @internal */
    get program(): Code {
        this.#program ??= joinCode(this.flags.map(({ plan }) => plan.code));
        return this.#program;
    }

    /** The flag of this name, if it can be evaluated. */
    find(name: string): CompiledFlag | undefined {
        const flag = this.table.get(name);
        return this.projects === undefined || flag === undefined || this.projects.has(flag.project) ? flag : undefined;
    }
}

const byName = (a: CompiledFlag, b: CompiledFlag) => (a.name < b.name ? -1 : 1);

export interface Warning {
    readonly flag?: string;
    readonly segment?: number;
    readonly problem: string;
}

/** The part of a set that belongs to some projects. Dependencies on flags of other projects still count. */
export function onlyProjects(
    { table, segments, propertyIndex, unnamed }: FlagSet,
    projects: Iterable<string>,
): FlagSet {
    return new FlagSet({ table, segments, projects: new Set(projects), propertyIndex, unnamed });
}

/** Returns all defects of the definitions of a set. */
export function warningsOf(set: FlagSet): Warning[] {
    return [
        ...set.unnamed,
        ...[...set.segments.values()].flatMap(({ id, warnings }) =>
            warnings.map((problem) => ({ segment: id, problem })),
        ),
        ...set.flags.flatMap(({ name, warnings }) => warnings.map((problem) => ({ flag: name, problem }))),
    ];
}
