import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNode, say } from './run.mjs';

const VITEST = 'node_modules/vitest/vitest.mjs';

/** More failed files are a defect rather than instability: running them again would only take time. */
const MAX_RETRIED_FILES = 10;

/** @typedef {{ project: string, file: string, error: string }} FailedFile */
/** @typedef {{ passed: number, failed: number, failedFiles: FailedFile[], otherErrors: number }} TestReport */
/** @typedef {(args: string[]) => Promise<{ code: number, report: TestReport | undefined }>} RunTests */

/**
 * Runs all tests. A file that fails is run once more, alone, after the others: if it passes then, the run succeeds, and the file is
 * listed as unstable with its first error.
 * @param {string[]} args
 * @param {{ runTests?: RunTests, print?: (text: string) => void }} [options]
 */
export async function runAllTests(args, { runTests = runVitest, print = printLine } = {}) {
    const { code, report } = await runTests(args);
    // Without a report the run was stopped before its end.
    if (!report) return code;
    const isRetried = code !== 0 && report.otherErrors === 0 && report.failedFiles.length <= MAX_RETRIED_FILES;
    const unstable = [];
    let { passed, failed } = report;
    for (const failure of isRetried ? report.failedFiles : []) {
        say(`\nRunning ${failure.file} (${failure.project}) again, alone.`);
        const again = await runTests([`--project=${failure.project}`, failure.file]);
        if (again.code !== 0 || !again.report) continue;
        unstable.push(failure);
    }
    const isStable = isRetried && unstable.length === report.failedFiles.length;
    if (isStable) {
        passed += failed;
        failed = 0;
    }
    for (const { project, file, error } of unstable) print(`\nunstable: ${file} (${project})\n${error}`);
    print(`\n${unstable.length} unstable test files`);
    print(`${passed} passed, ${failed} failed`);
    return isStable ? 0 : code;
}

/** Runs vitest; the counting reporter writes its report to a file instead of printing it. @type {RunTests} */
async function runVitest(args) {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-tests-'));
    const file = path.join(folder, 'report.json');
    process.env['TEST_REPORT_FILE'] = file;
    try {
        const code = await runNode([VITEST, 'run', ...args]);
        return { code, report: readReport(file) };
    } finally {
        delete process.env['TEST_REPORT_FILE'];
        rmSync(folder, { recursive: true, force: true });
    }
}

/** @param {string} file @returns {TestReport | undefined} */
function readReport(file) {
    try {
        return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
        return undefined;
    }
}

/** @param {string} text */
function printLine(text) {
    process.stdout.write(`${text}\n`);
}
