import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of processes wait for much, in files that are not the longest: what is begun last should not be what all others wait for. */
const isShort = ({ moduleId }: TestSpecification) => !/\/e2e\/[^/]+$/.test(moduleId);

/** The order of vitest, but within a group long files come first. */
export class LongTestsFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const rank = (file: TestSpecification) => 2 * file.project.config.sequence.groupOrder + Number(isShort(file));
        return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    }
}
