import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isOfProcesses = ({ moduleId }: TestSpecification) => /\/e2e\/[^/]+$/.test(moduleId);

/**
 * The order of vitest, which starts with long files, except that `e2e` comes last. There, tests of processes and of the browser alternate:
 * the former mostly wait, while the latter use all cores.
 */
export class TestOrder extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const sorted = await super.sort(files);
        const e2e = sorted.filter((file) => file.project.name === 'e2e');
        const [first, second] = [e2e.filter(isOfProcesses), e2e.filter((file) => !isOfProcesses(file))];
        const alternating = e2e
            .flatMap((_, index) => [first[index], second[index]])
            .filter((file) => file !== undefined);
        return [...sorted.filter((file) => file.project.name !== 'e2e'), ...alternating];
    }
}
