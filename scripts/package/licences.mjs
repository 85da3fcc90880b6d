import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readJson } from './contents.mjs';

/** Licences whose terms are met by including their texts. All others need a manual review. */
const FREE = [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'OFL-1.1',
    'Unlicense',
    'Zlib',
];

/** @typedef {{ name: string, version: string, licence: string, texts: string[] }} Licensed */

/**
 * @param {import('./contents.mjs').Lock} lock
 * @param {string[]} folders
 * @returns {Licensed[]}
 */
export function licencesOf(lock, folders) {
    return folders.map((folder) => {
        const { version, license = 'none named' } = /** @type {import('./contents.mjs').Locked} */ (lock[folder]);
        const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
        // Binaries for other platforms are not installed; each has the licence of the package that depends on it.
        return { name, version, licence: license, texts: existsSync(folder) ? textsIn(folder) : [] };
    });
}

/** @param {Licensed[]} licensed */
export const notFree = (licensed) => licensed.filter(({ licence }) => !isFree(licence));

/**
 * "MIT OR GPL-3.0" allows a choice, "MIT AND GPL-3.0" does not.
 * @param {string} licence an SPDX expression
 * @returns {boolean}
 */
export function isFree(licence) {
    const plain = licence.replace(/[()]/g, '');
    if (plain.includes(' OR ') && plain.includes(' AND ')) return false;
    if (plain.includes(' AND ')) return plain.split(' AND ').every((each) => FREE.includes(each.trim()));
    return plain.split(' OR ').some((each) => FREE.includes(each.trim()));
}

/** Returns the document that is part of every distribution. @param {Licensed[]} licensed */
export function licenceDocument(licensed) {
    const list = licensed.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join('\n');
    const texts = licensed
        .filter((each) => each.texts.length > 0)
        .map(({ name, version, texts: own }) => `${'='.repeat(80)}\n${name} ${version}\n\n${own.join('\n\n')}\n`)
        .join('\n');
    return `Halyard is licensed under Apache-2.0 (see LICENSE). It contains, or installs, these third-party packages:\n\n${list}\n\n${texts}`;
}

/** @param {string} folder */
function textsIn(folder) {
    const names = readdirSync(folder).filter(
        (name) => /^(licen[cs]e|copying|notice)/i.test(name) && !/\.(js|json)$/.test(name),
    );
    const texts = names.sort().map((name) => readFileSync(`${folder}/${name}`, 'utf8').replaceAll('\r\n', '\n').trim());
    if (texts.length > 0) return texts;
    // Without a licence file: the author, which the licence requires to be included.
    const { author, homepage, repository } = readJson(`${folder}/package.json`);
    const attribution = [author?.name ?? author, homepage ?? repository?.url ?? repository].filter(Boolean);
    return [`The package contains no licence text. Author: ${attribution.join(', ') || 'the authors of the package'}`];
}
