import { existsSync, readdirSync } from 'node:fs';
import { filesIn, hashFiles, readIfThere, withLock } from './files.mjs';
import { Failure, runNode, say } from './run.mjs';

/** The build writes the fingerprint that it was given here, as its last act. */
const STAMP = 'packages/server/dist/.built-from';

/** Builds unless what is there was built from the files as they are. */
export async function ensureBuilt() {
    const wanted = fingerprint();
    if (isBuilt(wanted)) return;
    await withLock(async () => {
        if (isBuilt(wanted)) return;
        say('Building…');
        const code = await runNode(['scripts/build.mjs', STAMP, wanted]);
        if (code !== 0) throw new Failure('The build failed; its messages are above.');
    });
}

/** The pages lie elsewhere, and may have been removed by whoever cleans up. @param {string} wanted */
const isBuilt = (wanted) => readIfThere(STAMP) === wanted && existsSync('packages/ui/dist/index.html');

/** Of `docs/`: they are no pages of the site. */
const NOT_BUILT = ['decisions', 'screenshots'];

function fingerprint() {
    const isInput = (/** @type {string} */ name) => !/^(dist|node_modules|test)$|\.test\.tsx?$/.test(name);
    const sources = readdirSync('packages')
        .sort()
        .flatMap((name) => filesIn(`packages/${name}`, isInput));
    const pages = ['docs', 'scripts/docs'].flatMap((folder) =>
        filesIn(folder, (name) => isInput(name) && !NOT_BUILT.includes(name)),
    );
    const build = ['scripts/build.mjs', 'scripts/package/bundle.mjs', 'scripts/package/contents.mjs'];
    return hashFiles([
        ...sources,
        ...pages,
        ...build,
        'package-lock.json',
        'openapi.json',
        'CHANGELOG.md',
        'SECURITY.md',
    ]);
}
