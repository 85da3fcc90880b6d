import type { CurrentState } from './current-state.ts';
import type { Documents } from './gitops.schemas.ts';

export const keyOfFlag = (name: string) => `flag ${name}`;
export const keyOfSegment = (name: string) => `segment ${name}`;

/** For the key of a document, the keys of the documents that must be applied with it. */
export type Prerequisites = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the prerequisites of each document: objects must be created before they are referenced, and references must be removed before
 * an object is deleted. Superfluous prerequisites are harmless, because they are only rehearsed together.
 */
export function prerequisitesOf({ flags = [], segments = [] }: Documents, world: CurrentState): Prerequisites {
    const needs = new Map<string, Set<string>>();
    const need = (key: string, other: string) => {
        const known = needs.get(key);
        if (known) known.add(other);
        else needs.set(key, new Set([other]));
    };
    const leavingFlags = new Map<string, string>();
    for (const { flag, moved, archived } of flags) {
        if (archived) leavingFlags.set(flag, keyOfFlag(flag));
        else if (moved !== undefined) leavingFlags.set(moved, keyOfFlag(flag));
    }
    const leavingSegments = new Map<number, string>();
    for (const { segment, deleted } of segments) {
        const now = world.segments.get(segment);
        if (deleted && now) leavingSegments.set(now.id, keyOfSegment(segment));
    }
    for (const { flag, moved, dependsOn = [], environments = {} } of flags) {
        const key = keyOfFlag(flag);
        for (const { feature } of dependsOn) need(key, keyOfFlag(feature));
        for (const { strategies = [] } of Object.values(environments)) {
            for (const name of strategies.flatMap((strategy) => strategy.segments ?? [])) need(key, keyOfSegment(name));
        }
        const now = (world.flags.get(flag) ?? world.flags.get(moved ?? flag))?.current;
        if (!now) continue;
        for (const { feature } of now.dependencies) {
            const leaving = leavingFlags.get(feature);
            if (leaving !== undefined) need(leaving, key);
        }
        for (const { strategies } of now.environments.values()) {
            for (const id of strategies.flatMap((strategy) => strategy.segments ?? [])) {
                const leaving = leavingSegments.get(id);
                if (leaving !== undefined) need(leaving, key);
            }
        }
    }
    return needs;
}

/** The size of a part: small enough not to block other writers noticeably. */
const SLICE_STEPS = 20;

/**
 * Divides the steps into parts that can be rehearsed independently, in their order. Prerequisites of several parts are contained in
 * each of them.
 */
export function* inParts<T extends { key: string }>(steps: readonly T[], needs: Prerequisites): Generator<T[]> {
    const counts = new Map<string, number>();
    for (const { key } of steps) counts.set(key, (counts.get(key) ?? 0) + 1);
    const done = new Set<string>();
    let part = new Set<string>();
    let size = 0;
    const add = (key: string) => {
        const pending = [key];
        for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
            if (part.has(each)) continue;
            part.add(each);
            done.add(each);
            size += counts.get(each) ?? 0;
            pending.push(...(needs.get(each) ?? []));
        }
    };
    const taken = () => steps.filter(({ key }) => part.has(key));
    for (const key of counts.keys()) {
        if (done.has(key)) continue;
        add(key);
        if (size < SLICE_STEPS) continue;
        yield taken();
        part = new Set();
        size = 0;
    }
    if (size > 0) yield taken();
}
