import type { CurrentState } from './current-state.ts';
import type { Documents } from './gitops.schemas.ts';

export const keyOfFlag = (name: string) => `flag ${name}`;
export const keyOfSegment = (name: string) => `segment ${name}`;

/** For the key of a document, the keys of those that must be followed with it, for it to be possible. */
export type Prerequisites = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What comes must be there for what names it, and what goes must have been let go of. More than is needed does no harm: it is
 * rehearsed together with it.
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

/** So many steps that others hardly notice that they wait for them. */
const SLICE_STEPS = 20;

/** The steps in parts that can be taken each by itself, in their order; what several of them need is in each of these. */
export function* inParts<T extends { key: string }>(steps: readonly T[], needs: Prerequisites): Generator<T[]> {
    const counts = new Map<string, number>();
    for (const { key } of steps) counts.set(key, (counts.get(key) ?? 0) + 1);
    const done = new Set<string>();
    let part = new Set<string>();
    let size = 0;
    const add = (key: string) => {
        const found = [key];
        for (let each = found.pop(); each !== undefined; each = found.pop()) {
            if (part.has(each)) continue;
            part.add(each);
            done.add(each);
            size += counts.get(each) ?? 0;
            found.push(...(needs.get(each) ?? []));
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
