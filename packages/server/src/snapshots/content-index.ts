import { DigestTree, digestOf } from './digest-tree.ts';
import type { PublishedFlag, VisibleProjects } from './published-flag.ts';
import { SortedFlags } from './sorted-flags.ts';

/** The flags of one project in one environment, and the segments that they use. */
export class ProjectContent {
    readonly flags = new SortedFlags();
    /** How many flags use each segment. */
    readonly uses = new Map<number, number>();
    /** The newest revision that affected SDKs of this project. */
    revision: number;
    /** Counts the changes that affect compiled flags, including those that SDKs do not receive. */
    edition = 0;
    /** The length of the definitions. */
    length = 0;
    readonly #segments: ReadonlyMap<number, string>;
    /** Undefined until its first use: most environments of most nodes are never polled. */
    #digests: DigestTree | undefined;

    constructor(segments: ReadonlyMap<number, string>, revision: number) {
        this.#segments = segments;
        this.revision = revision;
    }

    get hasDigest(): boolean {
        return this.#digests !== undefined;
    }

    /** The digest of the definitions that SDKs receive; undefined without flags. */
    get digest(): string | undefined {
        if (this.#digests === undefined) {
            this.#digests = new DigestTree();
            for (const { json } of this.flags.list) this.#replaceDigest(undefined, json);
            for (const id of this.uses.keys()) this.#replaceDigest(undefined, this.#segments.get(id));
        }
        return this.#digests.size === 0 ? undefined : this.#digests.digest;
    }

    replace(before: PublishedFlag | undefined, after: PublishedFlag | undefined): void {
        this.flags.replace(before, after);
        this.length += (after?.json.length ?? 0) - (before?.json.length ?? 0);
        this.#replaceDigest(before?.json, after?.json);
        for (const id of after?.segments ?? []) this.#countUse(id, 1);
        for (const id of before?.segments ?? []) this.#countUse(id, -1);
    }

    replaceSegment(before: string | undefined, after: string | undefined): void {
        this.#replaceDigest(before, after);
    }

    #countUse(id: number, amount: 1 | -1): void {
        const before = this.uses.get(id) ?? 0;
        const count = before + amount;
        if (count === 0) this.uses.delete(id);
        else this.uses.set(id, count);
        if (before === 0) this.#replaceDigest(undefined, this.#segments.get(id));
        if (count === 0) this.#replaceDigest(this.#segments.get(id), undefined);
    }

    #replaceDigest(before: string | undefined, after: string | undefined): void {
        if (before !== undefined) this.#digests?.remove(digestOf(before));
        if (after !== undefined) this.#digests?.add(digestOf(after));
    }
}

/** Revisions that cannot be derived from the current flags. */
export interface FormerRevisions {
    /** For each project, the newest revision that changed, moved or removed one of its flags. */
    projects: ReadonlyMap<string, number>;
    /** The newest revision of each segment. */
    segments: ReadonlyMap<number, number>;
    /** Earlier changes of a project may be unknown. */
    completeSince: number;
}

/** The content of one environment by project, so that the version of any set of projects is known without reading its flags. */
export class ContentIndex {
    readonly #segments: ReadonlyMap<number, string>;
    /** Includes projects without flags, because of their revisions. */
    readonly #projects = new Map<string, ProjectContent>();
    /** For each flag that others depend on, the projects of these, each with their number. */
    readonly #dependents = new Map<string, Map<string, number>>();
    /** All flags, once they have been listed. */
    #all: SortedFlags | undefined;
    #projectsWithFlags: readonly string[] | undefined;
    #completeSince = 0;
    /** The number of changes. */
    changes = 0;

    constructor(segments: ReadonlyMap<number, string>) {
        this.#segments = segments;
    }

    /** Adds the flags of the first revision. */
    begin(flags: ReadonlyMap<string, PublishedFlag>, { projects, segments, completeSince }: FormerRevisions): void {
        this.#completeSince = completeSince;
        for (const flag of flags.values()) this.replace(undefined, flag, 0);
        const raise = (project: string, revision = 0) => {
            const content = this.#contentOf(project);
            content.revision = Math.max(content.revision, revision, completeSince);
        };
        const revisionOf = (flag: PublishedFlag) =>
            flag.segments.reduce((revision, id) => Math.max(revision, segments.get(id) ?? 0), flag.revision);
        for (const [project, revision] of projects) raise(project, revision);
        for (const flag of flags.values()) raise(flag.project, revisionOf(flag));
        for (const [parent, dependents] of this.#dependents) {
            const flag = flags.get(parent);
            if (flag) for (const project of dependents.keys()) raise(project, revisionOf(flag));
        }
    }

    /** Undefined: there is no such flag before, or after. */
    replace(before: PublishedFlag | undefined, after: PublishedFlag | undefined, revision: number): void {
        const name = (after ?? before)?.name;
        if (name === undefined) return;
        this.#all?.replace(before, after);
        for (const project of new Set([before?.project, after?.project])) {
            if (project === undefined) continue;
            const isIn = (flag: PublishedFlag | undefined) => (flag?.project === project ? flag : undefined);
            this.#contentOf(project).replace(isIn(before), isIn(after));
            this.#touch(project, revision);
        }
        if (before?.project !== after?.project) this.#projectsWithFlags = undefined;
        for (const parent of after?.parents ?? []) this.#countDependent(parent, after!.project, 1);
        for (const parent of before?.parents ?? []) this.#countDependent(parent, before!.project, -1);
        for (const project of this.#dependents.get(name)?.keys() ?? []) this.#touch(project, revision);
    }

    /** A change that SDKs do not receive. */
    replaceHidden({ project }: PublishedFlag): void {
        this.changes++;
        this.#contentOf(project).edition++;
    }

    replaceSegment(
        id: number,
        { before, after, revision }: { before: string | undefined; after: string | undefined; revision: number },
        flags: ReadonlyMap<string, PublishedFlag>,
    ): void {
        this.changes++;
        for (const [project, content] of this.#projects) {
            if (!content.uses.has(id)) continue;
            content.replaceSegment(before, after);
            this.#touch(project, revision);
        }
        for (const [parent, dependents] of this.#dependents) {
            if (!flags.get(parent)?.segments.includes(id)) continue;
            for (const project of dependents.keys()) this.#touch(project, revision);
        }
    }

    /** The projects that have flags. The list is the same object until another project has flags. */
    get projectsWithFlags(): readonly string[] {
        this.#projectsWithFlags ??= [...this.#projects]
            .flatMap(([project, { flags }]) => (flags.size > 0 ? project : []))
            .sort();
        return this.#projectsWithFlags;
    }

    /** Returns the flags in the order of their names. The list is valid until the next change. */
    flagsOf(projects: VisibleProjects): readonly PublishedFlag[] {
        if (projects === undefined) {
            this.#all ??= new SortedFlags(this.contentsOf(undefined).flatMap(({ flags }) => flags.list));
            return this.#all.list;
        }
        const [first, ...others] = this.contentsOf(projects);
        if (others.length === 0) return first?.flags.list ?? [];
        return new SortedFlags([first!, ...others].flatMap(({ flags }) => flags.list)).list;
    }

    contentsOf(projects: VisibleProjects): ProjectContent[] {
        if (projects === undefined) return [...this.#projects.values()];
        return [...new Set(projects)].flatMap((project) => this.#projects.get(project) ?? []);
    }

    /** The number of projects, including those without flags. */
    get projectCount(): number {
        return this.#projects.size;
    }

    get completeSince(): number {
        return this.#completeSince;
    }

    #contentOf(project: string): ProjectContent {
        const known = this.#projects.get(project);
        if (known) return known;
        const content = new ProjectContent(this.#segments, this.#completeSince);
        this.#projects.set(project, content);
        return content;
    }

    #touch(project: string, revision: number): void {
        this.changes++;
        const content = this.#contentOf(project);
        content.edition++;
        content.revision = Math.max(content.revision, revision);
    }

    #countDependent(parent: string, project: string, amount: 1 | -1): void {
        const dependents = this.#dependents.get(parent) ?? new Map<string, number>();
        const count = (dependents.get(project) ?? 0) + amount;
        if (count === 0) dependents.delete(project);
        else dependents.set(project, count);
        if (dependents.size === 0) this.#dependents.delete(parent);
        else this.#dependents.set(parent, dependents);
    }
}
