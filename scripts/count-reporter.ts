import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Counts the tests. The launcher requests the result as a file (`TEST_REPORT_FILE`), because it may run failed files again; otherwise the
 * output ends with `N passed, N failed`.
 */
export default class CountReporter implements Reporter {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
        const results = modules.map(resultOf);
        const passed = sum(results.map((result) => result.passed));
        const failed = errors.length + sum(results.map((result) => result.errors.length));
        const reportFile = process.env['TEST_REPORT_FILE'];
        if (reportFile) {
            const failedFiles = results
                .filter((result) => result.errors.length > 0)
                .map(({ project, file, errors: [error] }) => ({ project, file, error }));
            writeFileSync(reportFile, JSON.stringify({ passed, failed, failedFiles, otherErrors: errors.length }));
            return;
        }
        // On exit, because other reporters and the end of the run may still print.
        process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
    }
}

function resultOf(module: TestModule) {
    const tests = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
    const failures = tests.filter(({ state }) => state === 'failed');
    const suites = [...module.children.allSuites()];
    // A file that cannot be loaded, or whose hook fails, is a failure without a failed test.
    const outside = [module, ...suites].flatMap((part) => part.errors());
    return {
        project: module.project.name,
        file: path.relative(process.cwd(), module.moduleId),
        passed: tests.filter(({ state }) => state === 'passed').length,
        errors: [
            ...failures.map(({ name, errors }) => `${name}: ${errors?.[0]?.message ?? 'no message'}`),
            ...outside.map(({ message }) => message),
        ],
    };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
