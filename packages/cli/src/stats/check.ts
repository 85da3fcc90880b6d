import { readFile } from 'node:fs/promises';
import { compute, type Family } from '@halyard/stats';
import { type CliContext, CommandError } from '../program/command.ts';
import { isRecord } from '../program/is-record.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';

/** Numbers that are equal up to the order of additions. */
const TOLERANCE = 1e-9;

interface Checked {
    family: string;
    ok: boolean;
    problem?: string;
}

/** Recomputes every exported statistic of a file. */
export async function checkStatistics({ file }: { file: string }, { output }: CliContext): Promise<Result> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${plain(file)} cannot be read (${error.code}).`);
    });
    const results = vectorsOf(parse(text, file), file).map(check);
    const failed = results.filter(({ ok }) => !ok);
    return {
        json: { ok: failed.length === 0, checked: results.length, failed },
        text:
            failed.length === 0
                ? `${output.paint('green', '✓')} ${results.length} of ${results.length} results hold.`
                : failed
                      .map(
                          ({ family, problem = '' }) =>
                              `${output.paint('red', '✗')} ${plain(family)}: ${plain(problem)}`,
                      )
                      .join('\n'),
        exitCode: failed.length === 0 ? 0 : 2,
    };
}

function parse(text: string, file: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        throw new CommandError(`${plain(file)} is not JSON.`);
    }
}

function vectorsOf(content: unknown, file: string): unknown[] {
    const list = isRecord(content) && Array.isArray(content['vectors']) ? content['vectors'] : content;
    const vectors = Array.isArray(list) ? list : [list];
    // A file without results must not look like one whose results hold.
    if (vectors.length === 0) throw new CommandError(`${plain(file)} contains no results.`);
    return vectors;
}

function check(vector: unknown, index: number): Checked {
    const position = `result ${index + 1}`;
    if (!isRecord(vector) || !isRecord(vector['output'])) {
        return { family: position, ok: false, problem: 'has no family, input and output' };
    }
    const family = String(vector['family']);
    try {
        const computed = compute(family as Family, vector['input'] as never);
        const problem = differenceOf(vector['output'], computed, 'output');
        return problem === undefined ? { family, ok: true } : { family, ok: false, problem };
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { family, ok: false, problem: `${position} cannot be computed: ${error.message}` };
    }
}

/** Describes the first difference between an exported value and the computed one. */
function differenceOf(exported: unknown, computed: unknown, name: string): string | undefined {
    if (typeof exported === 'number' && typeof computed === 'number') {
        const scale = Math.max(1e-300, Math.abs(exported), Math.abs(computed));
        return Math.abs(exported - computed) <= TOLERANCE * scale
            ? undefined
            : `${name} is ${exported}, computed is ${computed}`;
    }
    if (typeof exported !== 'object' || typeof computed !== 'object' || exported === null || computed === null) {
        return exported === computed ? undefined : `${name} is ${String(exported)}, computed is ${String(computed)}`;
    }
    const [left, right] = [exported as Record<string, unknown>, computed as Record<string, unknown>];
    for (const member of new Set([...Object.keys(left), ...Object.keys(right)])) {
        const difference = differenceOf(left[member], right[member], `${name}.${member}`);
        if (difference !== undefined) return difference;
    }
    return undefined;
}
