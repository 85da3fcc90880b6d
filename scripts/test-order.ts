import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isOfProcesses = ({ moduleId }: TestSpecification) => /\/e2e\/[^/]+$/.test(moduleId);

/** Small files with long tests. A clean clone knows no durations, so files are sorted by their size, and these would be the last. */
const LONG =
    /\/e2e\/(browser\/(dialogs|docs|jobs|palette|screens-of-\w+)|chaos|docs|durability|report-durability)\.test\.ts$/;

/**
 * The order of vitest, which starts with long files, except that `e2e` comes last. There, tests of processes and of the browser alternate:
 * the former mostly wait, while the latter use all cores.
 */
export class TestOrder extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const sorted = await super.sort(files);
        const [long, others] = partition(
            sorted.filter((file) => file.project.name === 'e2e'),
            ({ moduleId }) => LONG.test(moduleId),
        );
        const [first, second] = partition([...long, ...others], isOfProcesses);
        const longest = Math.max(first.length, second.length);
        const alternating = Array.from({ length: longest }, (_, index) => [first[index], second[index]])
            .flat()
            .filter((file) => file !== undefined);
        return [...sorted.filter((file) => file.project.name !== 'e2e'), ...alternating];
    }
}

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
    return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}
