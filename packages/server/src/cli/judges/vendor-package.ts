import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError } from '@halyard/cli/program/command';

/**
 * Loads the evaluator of another product from the current folder, or from the repository. It is never a dependency of Halyard, so bundlers
 * must not see its name.
 */
export function loadVendorPackage<Module>(name: string, subpath = ''): Module {
    for (const folder of [process.cwd(), import.meta.dirname]) {
        const require = createRequire(path.join(folder, 'package.json'));
        let file: string;
        try {
            file = require.resolve(name + subpath);
        } catch {
            continue;
        }
        return require(file) as Module;
    }
    throw new CommandError(
        `--judge needs the package ${name}, which is not installed here. Install it with "npm install --no-save ${name}", or omit --judge.`,
    );
}
