import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, runOrFail, say } from '../launcher/run.mjs';
import { builtFiles, INSTALLED, readJson, shippedPackages } from './contents.mjs';
import { licenceDocument, licencesOf, notFree } from './licences.mjs';
import { billOfMaterial } from './sbom.mjs';
import { shrinkwrap } from './shrinkwrap.mjs';

const STAGE = '.cache/package';

/**
 * Creates the npm package from the build, with an SBOM and the licences of its contents. The same sources result in the same bytes: npm
 * sorts the files and sets the same timestamp for all.
 * @param {string} folder the target folder
 * @returns {Promise<string>} the file
 */
export async function pack(folder) {
    const lock = readJson('package-lock.json').packages;
    const { name, version, description, license, engines } = readJson('package.json');
    const licensed = licencesOf(lock, shippedPackages(lock));
    const unclear = notFree(licensed);
    if (unclear.length > 0) {
        const list = unclear.map((each) => `${each.name} ${each.version} (${each.licence})`).join(', ');
        throw new Failure(`These packages would be shipped, and their licence may not allow it: ${list}`);
    }

    rmSync(STAGE, { recursive: true, force: true });
    const stage = (/** @type {string} */ from, /** @type {string} */ to) =>
        cpSync(from, path.join(STAGE, to), { recursive: true });
    const write = (/** @type {string} */ to, /** @type {object} */ content) =>
        writeFileSync(path.join(STAGE, to), `${JSON.stringify(content, null, 2)}\n`);
    for (const file of builtFiles()) {
        // Source maps are nine tenths of the bytes, and names are kept for stack traces.
        if (!file.endsWith('.map')) stage(file, path.join('server/dist', path.basename(file)));
    }
    stage('packages/ui/dist', 'ui/dist');
    stage('packages/server/bin', 'server/bin');
    chmodSync(path.join(STAGE, 'server/bin/halyard.mjs'), 0o755);
    for (const document of ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md']) stage(document, document);

    const { dependencies } = readJson('packages/server/package.json');
    const manifest = {
        name,
        version,
        description,
        license,
        type: 'module',
        engines,
        bin: { halyard: 'server/bin/halyard.mjs' },
        files: [
            'server',
            'ui',
            'npm-shrinkwrap.json',
            'halyard.schema.json',
            'sbom.cdx.json',
            'THIRD-PARTY-LICENSES.txt',
            'SECURITY.md',
            'CHANGELOG.md',
        ],
        dependencies: Object.fromEntries(INSTALLED.map((each) => [each, dependencies[each]])),
    };
    write('package.json', manifest);
    // The service reads its version from the parent folder, as in a clone.
    write('server/package.json', { name: '@halyard/server', version, private: true, type: 'module' });
    write('npm-shrinkwrap.json', shrinkwrap(manifest, lock));
    write('sbom.cdx.json', billOfMaterial({ name, version }, licensed));
    // For editors; the service serves the same schema. Only a sufficiently new Node can import the file.
    const { FILE_SCHEMA } = await import('../../packages/server/src/admin/exchange/gitops/file-schema.ts');
    write('halyard.schema.json', FILE_SCHEMA);
    writeFileSync(path.join(STAGE, 'THIRD-PARTY-LICENSES.txt'), licenceDocument(licensed));

    mkdirSync(folder, { recursive: true });
    await runOrFail('npm', ['pack', `./${STAGE}`, '--ignore-scripts', '--pack-destination', folder]);
    const file = path.join(folder, `${name}-${version}.tgz`);
    for (const document of ['sbom.cdx.json', 'THIRD-PARTY-LICENSES.txt']) {
        cpSync(path.join(STAGE, document), path.join(folder, document));
    }
    say(`${file}: ${licensed.length} third-party packages, each with its licence.`);
    return file;
}
