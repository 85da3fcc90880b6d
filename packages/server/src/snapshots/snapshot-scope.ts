import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import type { ContentIndex, ProjectContent } from './content-index.ts';
import { DigestTree } from './digest-tree.ts';
import type { PublishedFlag, VisibleProjects } from './published-flag.ts';

/** The content that is visible to SDKs with the same projects, and its version. */
export class SnapshotScope {
    readonly environment: string;
    readonly projects: VisibleProjects;
    readonly #index: ContentIndex;
    #contents: readonly ProjectContent[] = [];
    #projectCount = -1;
    #changes = -1;
    #revision = 0;
    #edition = 0;
    #digest: string | undefined;
    /** The digests of the projects, of which most changes affect one. */
    readonly #digests = new DigestTree();
    readonly #digestOf = new Map<ProjectContent, string>();

    constructor(environment: string, index: ContentIndex, projects: VisibleProjects) {
        this.environment = environment;
        this.#index = index;
        this.projects = projects;
    }

    /** Counts the changes of the whole environment: nothing has changed while it stays the same. */
    get changes(): number {
        return this.#index.changes;
    }

    /** The newest revision that changed something here, or something on which these flags depend. */
    get revision(): number {
        this.#refresh();
        return this.#revision;
    }

    /** Changes whenever compiled flags do. Comparable within one process only. */
    get edition(): number {
        this.#refresh();
        return this.#edition;
    }

    /** Equal for equal content, on all nodes and after a restart. Thousands of flags take a while, once: see `prepareDigest`. */
    get digest(): string {
        this.#refresh();
        this.#digest ??= this.#currentDigest();
        return this.#digest;
    }

    #currentDigest(): string {
        for (const content of this.#contents) {
            const [before, after] = [this.#digestOf.get(content), content.digest];
            if (after === before) continue;
            if (before !== undefined) this.#digests.remove(before);
            if (after === undefined) this.#digestOf.delete(content);
            else {
                this.#digests.add(after);
                this.#digestOf.set(content, after);
            }
        }
        return Buffer.from(this.#digests.digest, 'latin1').toString('base64url');
    }

    /** The flags in the order of their names. The list is valid until the next change. */
    get flags(): readonly PublishedFlag[] {
        return this.#index.flagsOf(this.projects);
    }

    /** The length of the definitions. */
    get length(): number {
        this.#refresh();
        return this.#contents.reduce((sum, { length }) => sum + length, 0);
    }

    /** The ids of the segments that the flags use, by project. */
    get segments(): number[] {
        this.#refresh();
        return this.#contents.flatMap(({ uses }) => [...uses.keys()]);
    }

    /** How many flags use a segment. */
    countUses(segment: number): number {
        this.#refresh();
        return this.#contents.reduce((count, { uses }) => count + (uses.get(segment) ?? 0), 0);
    }

    /** Resolves when `digest` is available at once; undefined if it is. */
    prepareDigest(): Promise<void> | undefined {
        this.#refresh();
        if (this.#digest !== undefined) return undefined;
        const missing = this.#contents.filter(({ hasDigest }) => !hasDigest);
        return missing.length === 0 ? undefined : this.#addDigests(missing);
    }

    async #addDigests(contents: readonly ProjectContent[]): Promise<void> {
        for (const content of contents) {
            void content.digest;
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    #refresh(): void {
        const { changes, completeSince, projectCount } = this.#index;
        if (this.#changes === changes) return;
        this.#changes = changes;
        // The index adds projects and never removes one.
        if (this.#projectCount !== projectCount) this.#contents = this.#index.contentsOf(this.projects);
        this.#projectCount = projectCount;
        this.#digest = undefined;
        this.#revision = completeSince;
        this.#edition = 0;
        for (const { revision, edition } of this.#contents) {
            this.#revision = Math.max(this.#revision, revision);
            this.#edition += edition;
        }
    }
}
