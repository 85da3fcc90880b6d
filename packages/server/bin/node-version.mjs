// No imports: this file is part of the npm package and must run on any Node version.

/** From here on Node runs TypeScript as it is, and has a stable `node:sqlite`. */
export const OLDEST = [22, 18];

/** @param {string} version such as `20.11.1` */
export function isNewEnough(version) {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
    // The first of the next line were older than the last of this one.
    if (major === oldestMajor + 1) return minor >= 11;
    return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
