import { CommandError } from '@halyard/cli/program/command';
import { InvalidDocument } from '../../import/invalid-document.ts';
import type { SourceName } from '../../import/source-names.ts';
import { SOURCES } from '../../import/sources/index.ts';
import { compareWithJudge, type Judge, type JudgeDifference } from './judge.ts';
import { JUDGES } from './judges.ts';

/** The comparison of a document's flags with the evaluator of its product. */
export interface JudgedDocument {
    evaluator: string;
    compared: number;
    differences: JudgeDifference[];
}

const CONTEXTS_PER_FLAG = 100;
const SEED = 14;

/** Compares the flags of a document in some of its environments with the evaluator of the product. */
export async function judgeDocument(
    source: SourceName,
    document: unknown,
    environments: readonly string[],
): Promise<JudgedDocument> {
    const { product } = SOURCES[source];
    const judge: Judge | undefined = (JUDGES as Partial<Record<SourceName, Judge>>)[source];
    if (judge === undefined) throw new CommandError(`${product} has no evaluator for Node.js. Omit --judge.`);
    try {
        const { compared, differences } = await compareWithJudge(
            judge,
            { source: SOURCES[source], document },
            { contexts: CONTEXTS_PER_FLAG, seed: SEED, environments },
        );
        const total = Object.values(compared).reduce((sum, count) => sum + count, 0);
        return { evaluator: judge.name, compared: total, differences };
    } catch (error) {
        if (error instanceof CommandError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new CommandError(
            error instanceof InvalidDocument
                ? `${reason}.`
                : `The evaluator of ${product} (${judge.name}) failed: ${reason}. Correct the document, or omit --judge.`,
        );
    }
}

const SHOWN_PER_FLAG = 3;

/** Describes the comparison, with the differences flag by flag. */
export function judgeText({ evaluator, compared, differences }: JudgedDocument): string {
    const byFlag = Map.groupBy(differences, ({ flag, environment }) =>
        environment === '*' ? flag : `${flag} in ${environment}`,
    );
    return [
        `Compared with ${evaluator}, percentages as with --people: ${compared} evaluations, ${differences.length} differences.`,
        ...[...byFlag].flatMap(([flag, own]) => [
            `${flag}: ${own.length} differences, for example:`,
            ...own
                .slice(0, SHOWN_PER_FLAG)
                .map(
                    ({ context, judge, halyard }) =>
                        `  ${JSON.stringify(context)}: ${evaluator} ${JSON.stringify(judge)}, Halyard ${JSON.stringify(halyard)}`,
                ),
        ]),
    ].join('\n');
}
