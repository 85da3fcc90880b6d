import type { FlagState } from '../../flags/reconcile/flag-state.ts';
import type { CurrentState } from './current-state.ts';
import type { FlagDocument, TemplateDocument } from './file.schemas.ts';
import type { Documents } from './gitops.schemas.ts';

export const keyOfFlag = (name: string) => `flag ${name}`;
export const keyOfSegment = (name: string) => `segment ${name}`;
export const keyOfTemplate = (name: string) => `template ${name}`;

/** For the key of a document, the keys of the documents that must be applied with it. */
export type Prerequisites = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Collects the prerequisites of each document: objects must be created before they are referenced, and references must be removed before
 * an object is deleted. Superfluous prerequisites are harmless, because they are only rehearsed together.
 */
export class PrerequisiteCollector {
    readonly needs = new Map<string, Set<string>>();
    readonly #leavingFlags = new Map<string, string>();
    readonly #leavingSegments = new Map<number, string>();

    constructor({ flags = [], segments = [] }: Documents, current: CurrentState['segments']) {
        for (const { flag, moved, archived } of flags) {
            if (archived) this.#leavingFlags.set(flag, keyOfFlag(flag));
            else if (moved !== undefined) this.#leavingFlags.set(moved, keyOfFlag(flag));
        }
        for (const { segment, deleted } of segments) {
            const now = current.get(segment);
            if (deleted && now) this.#leavingSegments.set(now.id, keyOfSegment(segment));
        }
    }

    /** Adds the document of a flag, with the current state of that flag or of the one that it renames. */
    add({ flag, dependsOn = [], environments = {} }: FlagDocument, now: FlagState | undefined): void {
        const key = keyOfFlag(flag);
        for (const { feature } of dependsOn) this.#need(key, keyOfFlag(feature));
        for (const { strategies = [], releasePlan } of Object.values(environments)) {
            const ofMilestones = releasePlan?.milestones.flatMap((milestone) => milestone.strategies) ?? [];
            for (const { segments = [] } of [...strategies, ...ofMilestones]) {
                for (const name of segments) this.#need(key, keyOfSegment(name));
            }
        }
        if (!now) return;
        for (const { feature } of now.dependencies) this.#need(this.#leavingFlags.get(feature), key);
        for (const { strategies } of now.environments.values()) {
            for (const { segments = [] } of strategies) {
                for (const id of segments) this.#need(this.#leavingSegments.get(id), key);
            }
        }
    }

    addTemplate({ template, milestones = [] }: TemplateDocument): void {
        for (const { segments = [] } of milestones.flatMap(({ strategies }) => strategies)) {
            for (const name of segments) this.#need(keyOfTemplate(template), keyOfSegment(name));
        }
    }

    #need(key: string | undefined, other: string): void {
        if (key === undefined) return;
        const known = this.needs.get(key);
        if (known) known.add(other);
        else this.needs.set(key, new Set([other]));
    }
}

/** The size of a part: small enough not to block other writers noticeably. */
const SLICE_STEPS = 20;

/**
 * Divides the steps into parts that can be rehearsed independently, in their order. Prerequisites of several parts are contained in
 * each of them.
 */
export function* divideIntoParts<T extends { key: string }>(steps: readonly T[], needs: Prerequisites): Generator<T[]> {
    const positions = Map.groupBy(steps.keys(), (position) => steps[position]!.key);
    const done = new Set<string>();
    let part = new Set<string>();
    let size = 0;
    const add = (key: string) => {
        const pending = [key];
        for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
            if (part.has(each)) continue;
            part.add(each);
            done.add(each);
            size += positions.get(each)?.length ?? 0;
            pending.push(...(needs.get(each) ?? []));
        }
    };
    const selectedSteps = () =>
        [...part]
            .flatMap((key) => positions.get(key) ?? [])
            .sort((a, b) => a - b)
            .map((position) => steps[position]!);
    for (const key of positions.keys()) {
        if (done.has(key)) continue;
        add(key);
        if (size < SLICE_STEPS) continue;
        yield selectedSteps();
        part = new Set();
        size = 0;
    }
    if (size > 0) yield selectedSteps();
}
