import { expect, test } from 'vitest';
import { runAllTests } from './launcher/tests.mjs';

const FAILURE = {
    project: 'server-sqlite',
    file: 'packages/server/src/a.test.ts',
    error: 'it works: expected 1 to be 2',
};

interface Run {
    code: number;
    report: { passed: number; failed: number; failedFiles: (typeof FAILURE)[]; otherErrors: number } | undefined;
}

const passing = (passed: number): Run => ({ code: 0, report: { passed, failed: 0, failedFiles: [], otherErrors: 0 } });
const failing = (failedFiles = [FAILURE], otherErrors = 0): Run => ({
    code: 1,
    report: { passed: 7, failed: failedFiles.length, failedFiles, otherErrors },
});

async function outcomeOf(...runs: Run[]) {
    const calls: string[][] = [];
    const printed: string[] = [];
    const code = await runAllTests(['--project=!e2e'], {
        runTests: async (args) => {
            calls.push(args);
            return runs[calls.length - 1]!;
        },
        print: (text) => printed.push(text),
    });
    return { code, calls, output: printed.join('\n') };
}

test('a run without failures ends with the counts and no unstable file', async () => {
    const { code, calls, output } = await outcomeOf(passing(8));

    expect(code).toBe(0);
    expect(calls).toEqual([['--project=!e2e']]);
    expect(output).toMatch(/\n0 unstable test files\n8 passed, 0 failed$/);
});

test('a file that fails once and passes alone is listed as unstable with its first error, and the run succeeds', async () => {
    const { code, calls, output } = await outcomeOf(failing(), passing(3));

    expect(code).toBe(0);
    expect(calls[1]).toEqual(['--project=server-sqlite', 'packages/server/src/a.test.ts']);
    expect(output).toContain('unstable: packages/server/src/a.test.ts (server-sqlite)\nit works: expected 1 to be 2');
    expect(output).toMatch(/\n1 unstable test files\n8 passed, 0 failed$/);
});

test('a file that fails twice fails the run', async () => {
    const { code, output } = await outcomeOf(failing(), failing());

    expect(code).toBe(1);
    expect(output).toMatch(/\n0 unstable test files\n7 passed, 1 failed$/);
});

test('one file that fails twice fails the run although another passes the second time', async () => {
    const other = { ...FAILURE, file: 'packages/server/src/b.test.ts' };
    const { code, output } = await outcomeOf(failing([FAILURE, other]), passing(3), failing([other]));

    expect(code).toBe(1);
    expect(output).toMatch(/\n1 unstable test files\n7 passed, 2 failed$/);
});

test('many failed files are not run again', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({
        ...FAILURE,
        file: `packages/server/src/${index}.test.ts`,
    }));
    const { code, calls } = await outcomeOf(failing(many));

    expect(code).toBe(1);
    expect(calls).toHaveLength(1);
});

test('an error outside of any test fails the run at once', async () => {
    const { code, calls } = await outcomeOf(failing([FAILURE], 1));

    expect(code).toBe(1);
    expect(calls).toHaveLength(1);
});

test('a run that was stopped keeps its exit code', async () => {
    expect((await outcomeOf({ code: 143, report: undefined })).code).toBe(143);
});
