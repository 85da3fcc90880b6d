import { hash } from 'node:crypto';

/** The scope of a revision: its epoch, and the visible projects. */
interface VersionScope {
    epoch: string;
    /** Undefined: all projects, or a resource that checks access itself. */
    projects: readonly string[] | undefined;
}

/**
 * The version (ETag) of a client's data: a revision within the scope that the client may see. If the projects of an SDK's token
 * change, the same revision contains different flags, and a delta could not say what to remove. The same applies to revisions of
 * another epoch.
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

/** The prefix of the first epoch of an installation; later epochs, after a restore, do not have it. */
const FIRST = 'i';

/**
 * Parses the revision from a version that a client sent back, with or without quotes; undefined for versions in any other format.
 * Before the first change of epoch, the scope may be missing: for clients that build a version from the id of the last event, as
 * they may with Unleash, and for clients that received a version before epochs existed.
 */
export function revisionIn(version: string | string[] | undefined, scope: VersionScope): number | undefined {
    const match = typeof version === 'string' ? /^(?:W\/)?"?((\d{1,15})(?:\.\w+){0,2})"?$/.exec(version.trim()) : null;
    const revision = Number(match?.[2]);
    const names = [versionOf(revision, scope)];
    if (scope.epoch.startsWith(FIRST)) names.push(versionOf(revision, { ...scope, epoch: '' }));
    return names.includes(match?.[1] ?? '') ? revision : undefined;
}
