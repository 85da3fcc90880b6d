import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Failure, runOrFail } from '../launcher/run.mjs';

/** @import { Step } from './release.mjs' */

/**
 * Every step may run again after a later one failed: registries refuse a version that they have, and that is reported.
 * @type {readonly Step[]}
 */
export const PUBLISHING = [
    { name: 'publish-packages', run: publishPackages },
    { name: 'publish-image', run: publishImage },
    { name: 'publish-chart', run: publishChart },
    { name: 'push-tag', run: pushTag },
];

/** npm can attest the origin of a package only in build systems that give it an identity. */
const hasIdentity = () => ['ACTIONS_ID_TOKEN_REQUEST_URL', 'SIGSTORE_ID_TOKEN'].some((name) => process.env[name]);

/** @param {{ folder: string, version: string }} release */
async function publishPackages({ folder, version }) {
    const files = readdirSync(folder).filter((name) => name.endsWith(`-${version}.tgz`) && !name.includes('-chart-'));
    const tag = version.includes('-') ? ['--tag', 'next'] : [];
    const provenance = hasIdentity() ? ['--provenance'] : [];
    for (const file of files) {
        await runOrFail('npm', ['publish', path.resolve(folder, file), '--access', 'public', ...tag, ...provenance]);
    }
    return `${files.join(', ')}${provenance.length > 0 ? ', with provenance' : ''}`;
}

/** @param {{ version: string }} release */
async function publishImage({ version }) {
    const image = `${required('RELEASE_IMAGE', 'registry.example.com/halyard')}:${version}`;
    const tool = process.env['RELEASE_CONTAINER_TOOL'] ?? 'docker';
    await runOrFail(tool, ['tag', `halyard:${version}`, image]);
    await runOrFail(tool, ['push', image]);
    return image;
}

/** @param {{ folder: string, version: string }} release */
async function publishChart({ folder, version }) {
    const registry = required('RELEASE_CHARTS', 'oci://registry.example.com/charts');
    await runOrFail('helm', ['push', path.join(folder, `halyard-chart-${version}.tgz`), registry]);
    return registry;
}

/** @param {{ version: string }} release */
async function pushTag({ version }) {
    const remote = process.env['RELEASE_REMOTE'] ?? 'origin';
    await runOrFail('git', ['push', remote, 'HEAD', `v${version}`]);
    return `v${version} to ${remote}`;
}

/** @param {string} name @param {string} example */
function required(name, example) {
    const value = process.env[name];
    if (!value) throw new Failure(`Set ${name}, for example ${name}=${example}.`);
    return value;
}

/** Moves the entries under "Unreleased" to a section of the version. @param {string} changelog @param {string} version @param {string} date */
export function datedChangelog(changelog, version, date) {
    const heading = '## [Unreleased]\n';
    if (!changelog.includes(heading)) throw new Failure('CHANGELOG.md has no section "## [Unreleased]": add it.');
    return changelog.replace(heading, `${heading}\n## [${version}] - ${date}\n`);
}
