import { existsSync, readdirSync } from 'node:fs';
import { filesIn, hashFiles, readIfExists, withLock } from './files.mjs';
import { Failure, runNode, say } from './run.mjs';

/** Builds every part whose output does not match the source files. */
export async function ensureBuilt() {
    await ensureServerBuilt();
    await ensurePart(PAGES);
}

/** Builds only the server, which takes a second or two: enough for everything but the user interface and the documentation. */
export const ensureServerBuilt = () => ensurePart(SERVER);

/** Generates the API types of the UI. The build erases types, but editors and the type check need them. */
export const ensureApiTypes = () => ensurePart(API_TYPES);

/**
 * A part of the build. Its script writes the fingerprint of the inputs to the stamp file as its last step.
 * @typedef {{ name: string, stamp: string, output: string, inputs: () => string[], script?: string }} Part
 */

const isInput = (/** @type {string} */ name) => !/^(dist|node_modules|test)$|\.(test\.tsx?|generated\.ts)$/.test(name);
const BUILD_FILES = [
    'scripts/build.mjs',
    'scripts/package/bundle.mjs',
    'scripts/package/contents.mjs',
    'package-lock.json',
];
/** The packages that are bundled into the server. */
const SERVER_PACKAGES = ['cli', 'engine', 'stats', 'server'];
const serverInputs = () => [...SERVER_PACKAGES.flatMap((name) => filesIn(`packages/${name}`, isInput)), ...BUILD_FILES];

/** @type {Part} */
const SERVER = {
    name: 'server',
    stamp: 'packages/server/dist/.built-from',
    output: 'packages/server/dist/main.js',
    inputs: serverInputs,
};

const TYPES_SCRIPT = 'packages/ui/scripts/api-types.mjs';

/** @type {Part} */
const API_TYPES = {
    name: 'API types',
    stamp: '.cache/api-types-built-from',
    output: 'packages/ui/src/api/schema.generated.ts',
    inputs: () => ['openapi.json', TYPES_SCRIPT, 'package-lock.json'],
    script: TYPES_SCRIPT,
};

/** Folders of `docs/` that are not published. */
const UNPUBLISHED = ['decisions', 'screenshots'];

/** @type {Part} */
const PAGES = {
    name: 'pages',
    stamp: 'packages/server/dist/.pages-built-from',
    output: 'packages/ui/dist/index.html',
    inputs: () => [
        // The documentation lists the commands and settings of the server.
        ...serverInputs(),
        ...readdirSync('packages')
            .filter((name) => !SERVER_PACKAGES.includes(name))
            .sort()
            .flatMap((name) => filesIn(`packages/${name}`, isInput)),
        ...['docs', 'scripts/docs'].flatMap((folder) =>
            filesIn(folder, (name) => isInput(name) && !UNPUBLISHED.includes(name)),
        ),
        'openapi.json',
        'CHANGELOG.md',
        'SECURITY.md',
    ],
};

/** @param {Part} part */
async function ensurePart({ name, stamp, output, inputs, script = 'scripts/build.mjs' }) {
    const fingerprint = hashFiles(inputs());
    const isBuilt = () => readIfExists(stamp) === fingerprint && existsSync(output);
    if (isBuilt()) return;
    await withLock(async () => {
        if (isBuilt()) return;
        say(`Building the ${name}…`);
        const code = await runNode([script, name, stamp, fingerprint]);
        if (code !== 0) throw new Failure(`The build of the ${name} failed; its messages are above.`);
    });
}
