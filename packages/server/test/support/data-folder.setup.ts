import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { dataDisk } from './postgres.ts';

declare module 'vitest' {
    interface ProvidedContext {
        /** The folder of embedded databases: deleted with everything left in it, also by workers that were killed. */
        dataFolder: string;
    }
}

/** One folder for each run of a vitest project. */
export default async function setup(project: TestProject) {
    const folder = await mkdtemp(path.join(await dataDisk(), 'halyard-tests-'));
    project.provide('dataFolder', folder);
    return () => rm(folder, { recursive: true, force: true });
}
