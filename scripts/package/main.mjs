// `npm run pack` and `npm run release`: a process of their own, because they import TypeScript and the launcher may run on an older Node.
import { Failure, passSignalsOn, say } from '../launcher/run.mjs';
import { pack } from './pack.mjs';
import { LIBRARIES, packLibrary } from './pack-library.mjs';
import { release } from './release.mjs';

const [task, ...args] = process.argv.slice(2);

passSignalsOn();
try {
    if (task === 'release') process.exitCode = await release(args);
    else await packAll(args[0] ?? 'dist');
} catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exitCode = 1;
}

/** @param {string} folder */
async function packAll(folder) {
    await pack(folder);
    for (const library of LIBRARIES) await packLibrary(library, folder);
}
