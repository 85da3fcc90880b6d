import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of processes wait a lot, although their files are not the longest: they must not start last. */
const isShort = ({ moduleId }: TestSpecification) => !/\/e2e\/[^/]+$/.test(moduleId);

/** The order of vitest, except that long files come first within a group. */
export class LongTestsFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const rank = (file: TestSpecification) => 2 * file.project.config.sequence.groupOrder + Number(isShort(file));
        return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    }
}
