import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** The program that `npm start` and the npm package run. */
export const MAIN = path.join(ROOT, 'packages/server/dist/main.js');

let building: Promise<unknown> | undefined;

/**
 * Builds the server, unless the build matches the sources, and returns the file to start. Processes that tests start run this file:
 * the sources would hide what the bundler does to them. Only tests that start a process wait for the build.
 */
export async function builtProgram(): Promise<string> {
    building ??= promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'build', 'server'], { cwd: ROOT });
    await building;
    return MAIN;
}
