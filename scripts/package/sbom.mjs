import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Failure } from '../launcher/run.mjs';

/**
 * The SBOM in CycloneDX: the output of `npm sbom` for all packages of the lock file, reduced to those that are shipped, and without its
 * timestamp and random serial number, so that the same sources give the same bytes. `npm sbom --omit=dev` cannot do this: it leaves
 * out every package that a development tool also uses (npm 11.19: 45 of the 102 packages in the server bundle, for example ajv and
 * pino), and the SBOM would contain packages that are not bundled.
 * @param {{ name: string, version: string }} product
 * @param {import('./licences.mjs').Licensed[]} shipped
 */
export function billOfMaterial({ name, version }, shipped) {
    const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Failure(`npm sbom failed: ${stderr}`);
    const whole = JSON.parse(stdout);
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

/** Returns a UUID derived from the contents (RFC 9562, version 8). @param {string} text */
function uuidOf(text) {
    const hex = createHash('sha256').update(text).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
