import type { Measurement } from './measure.ts';
import type { Operation, OperationTarget } from './operations.ts';

export type OperationResult = Measurement | { failed: string };

/** A table in Markdown: one line per operation, two columns per database. */
export function table(
    databases: readonly string[],
    results: readonly [Operation, readonly OperationResult[]][],
): string {
    const header = [
        'Item',
        'Operation',
        'Target',
        ...databases.flatMap((name) => [`${name}: CPU ms`, 'largest gap ms']),
    ];
    const lines = results.map(([{ item, title, target }, all]) => [
        String(item),
        title,
        targetText(target),
        ...all.flatMap((result) => cellsOf(result, target)),
    ]);
    return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The cost and the delay. */
export function cellsOf(result: OperationResult, target: OperationTarget): [string, string] {
    if ('failed' in result) return [result.failed, ''];
    const { cpuMs, databaseMs, bareMs, gapMs, iterationMs, value } = result;
    const ratio = cpuMs !== undefined && bareMs ? cpuMs / bareMs : undefined;
    const costs = [
        value?.toFixed(0),
        cpuMs === undefined ? undefined : number(cpuMs),
        databaseMs ? `+ ${number(databaseMs)}` : undefined,
        ratio === undefined || target.timesBare === undefined ? undefined : `= ${ratio.toFixed(2)} ×`,
    ].filter((text) => text !== undefined);
    const isMissed = exceeds(value, target.value) || exceeds(cpuMs, target.cpuMs) || exceeds(ratio, target.timesBare);
    const gap = gapMs === undefined ? '' : number(gapMs);
    const iteration = iterationMs === undefined ? '' : `(${number(iterationMs)})`;
    return [
        `${costs.join(' ')}${isMissed ? ' ✗' : ''}`,
        `${[gap, iteration].join(' ').trim()}${exceeds(iterationMs, target.gapMs) ? ' ✗' : ''}`,
    ];
}

const exceeds = (value: number | undefined, limit: number | undefined) =>
    value !== undefined && limit !== undefined && value > limit;

const number = (value: number) => (value < 1 ? value.toFixed(3) : value < 100 ? value.toFixed(1) : value.toFixed(0));

function targetText({ cpuMs, timesBare, gapMs, value }: OperationTarget): string {
    return [cpuMs && `${cpuMs} ms`, timesBare && `${timesBare} × bare`, value && String(value), gapMs && `gap ${gapMs}`]
        .filter(Boolean)
        .join(', ');
}
