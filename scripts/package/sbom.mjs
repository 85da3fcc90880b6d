import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../launcher/run.mjs';
import { readJson } from './contents.mjs';
import { LIBRARIES } from './pack-library.mjs';

/**
 * The SBOM in CycloneDX: the output of `npm sbom` for all packages of the lock file, reduced to those that are shipped, and without its
 * timestamp and random serial number, so that the same sources give the same bytes. `npm sbom --omit=dev` cannot do this: it leaves
 * out every package that a development tool also uses (npm 11.19: 45 of the 102 packages in the server bundle, for example ajv and
 * pino), and the SBOM would contain packages that are not bundled.
 * @param {{ name: string, version: string }} product
 * @param {import('./licences.mjs').Licensed[]} shipped
 */
export function billOfMaterial({ name, version }, shipped) {
    const whole = lockedPackages(version);
    const product = `${name}@${version}`;
    const refs = new Set(shipped.map((each) => `${each.name}@${each.version}`));
    const known = new Map(whole.components.map((/** @type {{ 'bom-ref': string }} */ each) => [each['bom-ref'], each]));
    for (const ref of refs) if (!known.has(ref)) throw new Failure(`the output of npm sbom does not contain ${ref}`);
    const components = [...refs].sort().map((ref) => ({ ...known.get(ref), scope: 'required' }));
    const dependencies = whole.dependencies
        .filter((/** @type {{ ref: string }} */ { ref }) => refs.has(ref))
        .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
            ref,
            dependsOn: dependsOn.filter((each) => refs.has(each)).sort(),
        }))
        .sort((/** @type {{ ref: string }} */ a, /** @type {{ ref: string }} */ b) => (a.ref < b.ref ? -1 : 1));
    const { timestamp: _now, component, ...metadata } = whole.metadata;
    const content = {
        ...whole,
        metadata: {
            ...metadata,
            component: { ...component, 'bom-ref': product, type: 'application', name, properties: [] },
        },
        components,
        dependencies: [{ ref: product, dependsOn: [...refs].sort() }, ...dependencies],
    };
    return { ...content, serialNumber: `urn:uuid:${uuidOf(JSON.stringify({ ...content, serialNumber: '' }))}` };
}

/** Returns the SBOM of all packages of the lock file. npm requires a version of each; the sources of libraries have none. @param {string} version */
function lockedPackages(version) {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-sbom-'));
    try {
        const lock = readJson('package-lock.json');
        for (const library of LIBRARIES) lock.packages[`packages/${library}`].version = version;
        cpSync('package.json', path.join(folder, 'package.json'));
        writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
        const { status, stdout, stderr } = spawnSync(
            'npm',
            ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
            { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
        );
        if (status !== 0) throw new Failure(`npm sbom failed: ${stderr}`);
        return JSON.parse(stdout);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** Returns a UUID derived from the contents (RFC 9562, version 8). @param {string} text */
function uuidOf(text) {
    const hex = createHash('sha256').update(text).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
