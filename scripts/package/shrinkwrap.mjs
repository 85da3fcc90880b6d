import { installedPackages } from './contents.mjs';

/**
 * The lock file of the package. Installing it yields exactly the tested bytes of all dependencies that are not bundled, and npm
 * does not need to resolve versions.
 * @param {Record<string, unknown> & { name: string, version: string }} manifest
 * @param {import('./contents.mjs').Lock} lock
 */
export function shrinkwrap(manifest, lock) {
    const { name, version, license, engines, bin, dependencies } = manifest;
    /** @type {Record<string, object>} */
    const packages = { '': { name, version, license, engines, bin, dependencies } };
    for (const [folder, { isOptional }] of installedPackages(lock)) {
        const target = folder.replace(/^packages\/[^/]+\//, '');
        const {
            dev: _dev,
            devOptional: _devOptional,
            peer: _peer,
            optional: _optional,
            ...locked
        } = /** @type {Record<string, unknown>} */ (lock[folder]);
        if (packages[target]) throw new Error(`Two versions of ${target} would be installed in the same folder`);
        packages[target] = { ...locked, ...(isOptional && { optional: true }) };
    }
    return { name, version, lockfileVersion: 3, requires: true, packages };
}
