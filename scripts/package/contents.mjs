import { readFileSync } from 'node:fs';

/** Packages that are installed next to the bundle, because they contain additional files: a binary. */
export const INSTALLED = ['@node-rs/argon2'];

/** The files in which the builds of server and UI list their packages. */
export const CONTENTS = {
    server: 'packages/server/dist/.contents.json',
    ui: 'packages/server/dist/.contents-ui.json',
};

/** @typedef {{ version: string, license?: string, resolved?: string, integrity?: string, optional?: boolean, link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, os?: string[] }} Locked */
/** @typedef {Record<string, Locked>} Lock by the folder of each package */

/** @param {string} file */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the files of the last server build, without those of earlier builds. @returns {string[]} */
export const builtFiles = () => readJson(CONTENTS.server).files;

/**
 * Returns the folders of all third-party packages of a Halyard distribution: bundled ones, and those installed next to the bundle.
 * @param {Lock} lock
 */
export function shippedPackages(lock) {
    const modules = [...readJson(CONTENTS.server).modules, ...readJson(CONTENTS.ui).modules];
    // Style sheets import other packages, such as fonts, that are not modules.
    const direct = Object.keys(readJson('packages/ui/package.json').dependencies).map((name) =>
        locate(lock, 'packages/ui', name),
    );
    const bundled = modules.map((module) => packageOf(lock, module)).filter((folder) => folder !== undefined);
    const installed = [...installedPackages(lock).keys()];
    return [...new Set([...bundled, ...direct, ...installed])].filter((folder) => !isOurs(lock, folder)).sort();
}

/**
 * Returns the packages that npm installs next to the bundle, and whether each is optional (binaries for other platforms).
 * @param {Lock} lock
 * @returns {Map<string, { isOptional: boolean }>} by folder
 */
export function installedPackages(lock) {
    /** @type {Map<string, { isOptional: boolean }>} */
    const found = new Map();
    /** @param {string} from @param {string} name @param {boolean} isOptional */
    function add(from, name, isOptional) {
        const folder = locate(lock, from, name);
        const before = found.get(folder);
        if (before && (!before.isOptional || isOptional)) return;
        found.set(folder, { isOptional });
        const { dependencies = {}, optionalDependencies = {} } = /** @type {Locked} */ (lock[folder]);
        for (const needed of Object.keys(dependencies)) add(folder, needed, isOptional);
        for (const wanted of Object.keys(optionalDependencies)) add(folder, wanted, true);
    }
    for (const name of INSTALLED) add('packages/server', name, false);
    return found;
}

/**
 * Returns the folder in which Node finds a package, searching upwards.
 * @param {Lock} lock @param {string} from @param {string} name
 * @returns {string}
 */
function locate(lock, from, name) {
    const folder = `${from && `${from}/`}node_modules/${name}`;
    if (lock[folder]) return folder;
    if (from === '') throw new Error(`${name} is not in the lock file`);
    return locate(lock, from.slice(0, Math.max(from.lastIndexOf('/'), 0)), name);
}

/** @param {Lock} lock @param {string} module the path of a file, or what a bundler calls one */
function packageOf(lock, module) {
    const path = module.replace(/^\0/, '').replace(/[?#].*$/, '');
    const start = path.search(/(^|\/)(packages\/[^/]+\/)?node_modules\//);
    if (start < 0) return undefined;
    const inside = path.slice(start).replace(/^\//, '');
    const match = /^.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(inside);
    return match && lock[match[0]] ? match[0] : unknown(module);
}

/** @param {string} module @returns {never} */
function unknown(module) {
    throw new Error(`${module} is bundled, but not in a package of the lock file`);
}

/** @param {Lock} lock @param {string} folder */
const isOurs = (lock, folder) => lock[folder]?.link === true || !folder.includes('node_modules/');
