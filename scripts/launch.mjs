// The entry point of every npm script. Plain JavaScript without dependencies, because it must run on a fresh clone and on an older Node: it
// installs missing packages, then runs the task.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNode } from './launcher/node.mjs';
import { ensurePackages } from './launcher/packages.mjs';
import { Failure, passSignalsOn, say } from './launcher/run.mjs';
import { tasks } from './launcher/tasks.mjs';

const [name = '', ...args] = process.argv.slice(2);

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.cwd();
// npm runs scripts in the folder of the package, and passes the folder of its caller on.
const caller = path.relative(root, folder) === '' ? (process.env['INIT_CWD'] ?? folder) : folder;

passSignalsOn();
process.chdir(root);
try {
    const task = tasks[name];
    if (!task) throw new Failure(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(', ')}.`);
    await ensureNode();
    await ensurePackages();
    process.exitCode = await task(args, caller);
} catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exitCode = 1;
}
