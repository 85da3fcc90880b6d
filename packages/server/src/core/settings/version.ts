import { hash } from 'node:crypto';

/** The scope of a revision: its epoch, and the visible projects. */
interface VersionScope {
    epoch: string;
    /** Undefined: all projects, or a resource that checks access itself. */
    projects: readonly string[] | undefined;
}

/**
 * What someone has: a revision, as they may see it. When the projects of an SDK's token change, the same revision looks
 * different, and nobody could say what the SDK has to forget. The same is so for a revision of another epoch.
 */
export const versionOf = (revision: number, { epoch, projects }: VersionScope): string => {
    const scope = [...(epoch === '' ? [] : [epoch]), ...(projects === undefined ? [] : [scopeOf(projects)])];
    return [revision, ...scope].join('.');
};

const scopes = new WeakMap<readonly string[], string>();

function scopeOf(projects: readonly string[]): string {
    const scope = scopes.get(projects) ?? hash('sha1', JSON.stringify(projects), 'hex').slice(0, 8);
    scopes.set(projects, scope);
    return scope;
}

/** The epoch of an install begins with this; those that begin later, after a restore, do not. */
const FIRST = 'i';

/**
 * The revision of a version as it was sent back, with or without quotes; whatever else is sent is none of ours. As long as there was
 * no other epoch, it may be left out: by those who make a version of the id of the last event, as they may with the existing product,
 * and by those who got it before every install had one.
 */
export function revisionIn(version: string | string[] | undefined, place: VersionScope): number | undefined {
    const match = typeof version === 'string' ? /^(?:W\/)?"?((\d{1,15})(?:\.\w+){0,2})"?$/.exec(version.trim()) : null;
    const revision = Number(match?.[2]);
    const names = [versionOf(revision, place)];
    if (place.epoch.startsWith(FIRST)) names.push(versionOf(revision, { ...place, epoch: '' }));
    return names.includes(match?.[1] ?? '') ? revision : undefined;
}
