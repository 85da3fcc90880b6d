import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the output with `N passed, N failed`, which people and CI can read at a glance. */
export default class CountReporter implements Reporter {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
        let passed = 0;
        let failed = errors.length;
        for (const module of modules) {
            // A file that cannot be loaded, or whose hook fails, is a failure without a failed test.
            failed += module.errors().length;
            for (const suite of module.children.allSuites()) failed += suite.errors().length;
            for (const test of module.children.allTests()) {
                const { state } = test.result();
                if (state === 'passed') passed++;
                if (state === 'failed') failed++;
            }
        }
        // On exit, since other reporters and the closing of the run may still have something to say.
        process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
    }
}
