import { median } from '../../support/measure.ts';
import { describeTarget, type HalyardDatabase, isMet } from '../cost-targets.ts';
import { type Cost, growingRows, type Results, type SizeResult, TARGETS, type TargetName, TITLES } from '../results.ts';
import { bytes, figure, medianOf, rate, timesBare } from './format.ts';

const HALYARD_DATABASES: readonly HalyardDatabase[] = ['embedded', 'postgres'];

export function toMarkdown(results: Results): string {
    const { sizes, tableFlags, evaluators } = results;
    const table = sizes.find(({ flags }) => flags === tableFlags);
    return [
        '# Halyard compared with Unleash',
        provenance(results),
        ...(table ? [`## ${figure(tableFlags)} flags`, costTable(table, sizes), costNotes(table)] : []),
        ...(sizes.length > 1 ? ['## Growth', growthTable(sizes), growthNotes(sizes)] : []),
        ...(evaluators.length > 0 ? ['## Evaluators', evaluatorTable(results)] : []),
        '',
    ].join('\n\n');
}

function provenance({ date, machine, versions, rounds, otherLoad, minutes }: Results): string {
    const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    const busy = !Number.isFinite(otherLoad)
        ? 'This system does not tell what its processes cost, so that these figures are missing.'
        : otherLoad < 0.1
          ? 'Nothing else of note ran there.'
          : `Other programs kept ${otherLoad.toFixed(1)} cores busy meanwhile, which makes every figure larger and less certain.`;
    return `Written by \`npm run bench -- peers\` on ${date}: ${machine}; ${peers.join(', ')}. Medians of ${rounds} interleaved
rounds, after some that do not count; ${Math.round(minutes)} minutes in all. ${busy}`;
}

/** CPU milliseconds of service and database. */
function costTable(size: SizeResult, sizes: readonly SizeResult[]): string {
    const header = ['CPU ms per request', ...TARGETS.map((name) => TITLES[name]), 'wanted', 'embedded, PostgreSQL'];
    const rows = size.rows.map(({ title, wanted, costs }) => {
        const cells = TARGETS.map((name) => costCell(costs[name], name, size));
        const verdicts = HALYARD_DATABASES.map((name) => {
            const ratio = timesBare(costs[name], costs.bare);
            const verdict = isMet(wanted, name, { ms: medianOf(costs[name]), timesBare: ratio });
            const shown = 'timesBare' in wanted && ratio !== undefined ? `${figure(ratio)} × ` : '';
            return `${shown}${verdict === undefined ? '–' : verdict ? 'met' : '**missed**'}`;
        });
        return [title, ...cells, describeTarget(wanted), verdicts.join(', ')];
    });
    return markdownTable(header, [...rows, ...serverRows(size, sizes)]);
}

function costCell(cost: Cost | undefined, name: TargetName, { peerMissing }: SizeResult): string {
    if (cost === undefined) return name === 'peer' && peerMissing ? peerMissing : '–';
    if ('missing' in cost) return cost.missing;
    return cost.rounds.length === 0 ? '–' : figure(median(cost.rounds));
}

function serverRows(size: SizeResult, sizes: readonly SizeResult[]): string[][] {
    const { servers } = size;
    const row = (
        title: string,
        value: (name: TargetName) => number | undefined,
        target: string,
        isMet: (value: number, name: HalyardDatabase) => boolean,
    ) => [
        title,
        ...TARGETS.map((name) => figure(value(name) ?? Number.NaN)),
        target,
        HALYARD_DATABASES.map((name) => {
            const own = value(name);
            return own === undefined || !Number.isFinite(own) ? '–' : isMet(own, name) ? 'met' : '**missed**';
        }).join(', '),
    ];
    const rows: string[][] = [];
    // With larger imports, the recent start of the process matters less.
    const imports = (name: TargetName) =>
        sizes.findLast(({ servers }) => servers[name]?.importPerSecond)?.servers[name];
    if (imports('embedded')) {
        rows.push(
            row(
                'import, flags/s',
                (name) => imports(name)?.importPerSecond,
                '≥ 5,000 / ≥ 2,500',
                (value, name) => value >= { embedded: 5_000, postgres: 2_500 }[name],
            ),
        );
    }
    return [
        ...rows,
        row(
            'start, s',
            (name) => servers[name] && median(servers[name].startSeconds),
            '< 1',
            (value) => value < 1,
        ),
        row(
            'start, s of CPU',
            (name) => servers[name] && median(servers[name].startCpuSeconds),
            '< 0.8',
            (value) => value < 0.8,
        ),
        row(
            'memory at rest, MB',
            (name) => servers[name]?.memoryMb,
            '≤ 110',
            (value) => value <= 110,
        ),
    ];
}

function costNotes({ rows }: SizeResult): string {
    const sizes = rows.flatMap(({ title, costs: { embedded, peer } }) => {
        if (!embedded || 'missing' in embedded || embedded.bytes < 1_000) return [];
        const theirs = peer && 'bytes' in peer && peer.bytes > 0 ? ` (${bytes(peer.bytes)})` : '';
        return [`${title} ${bytes(embedded.bytes)}${theirs}`];
    });
    return `Processor time of service and database together, from \`/proc\`; memory is the service's alone. The bare server sends what
Halyard sends on the embedded database. Imports are of hundreds of flags at a time, and the rate is that of the largest step.
Bodies, Halyard's and in brackets that of Unleash: ${sizes.join('; ')}.`;
}

function growthTable(sizes: readonly SizeResult[]): string {
    const header = ['CPU ms per request', 'server', ...sizes.map(({ flags }) => `${figure(flags)} flags`)];
    const rows = growingRows(sizes).flatMap(({ name: row, title }) =>
        TARGETS.filter((name) => sizes.some((size) => rowOf(size, row)?.costs[name])).map((name) => [
            title,
            TITLES[name],
            ...sizes.map((size) => costCell(rowOf(size, row)?.costs[name], name, size)),
        ]),
    );
    const ofServers = [
        ['import, flags/s', (name: TargetName, { servers }: SizeResult) => servers[name]?.importPerSecond],
        [
            'start, s of CPU',
            (name: TargetName, { servers }: SizeResult) => servers[name] && median(servers[name].startCpuSeconds),
        ],
        ['memory at rest, MB', (name: TargetName, { servers }: SizeResult) => servers[name]?.memoryMb],
    ] as const;
    const others = ofServers.flatMap(([title, value]) =>
        TARGETS.filter((name) => name !== 'bare').map((name) => [
            title,
            TITLES[name],
            ...sizes.map((size) => figure(value(name, size) ?? Number.NaN)),
        ]),
    );
    return markdownTable(header, [...rows, ...others]);
}

const rowOf = ({ rows }: SizeResult, row: string) => rows.find(({ name }) => name === row);

function growthNotes(sizes: readonly SizeResult[]): string {
    const missing = sizes.flatMap(({ flags, peerMissing }) =>
        peerMissing ? [`With ${figure(flags)} flags Unleash was ${peerMissing}.`] : [],
    );
    return ['![How costs grow with the number of flags](growth.svg)', ...missing].join('\n\n');
}

function evaluatorTable({ evaluators }: Results): string {
    const kinds = Object.keys(evaluators[0]?.perSecond ?? {});
    return [
        'Evaluations per second of processor time, in one process, every engine given the same flags in its own format.',
        markdownTable(
            ['', ...evaluators.map(({ name }) => name)],
            kinds.map((kind) => [kind, ...evaluators.map(({ perSecond }) => rate(perSecond[kind] ?? Number.NaN))]),
        ),
    ].join('\n\n');
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}
