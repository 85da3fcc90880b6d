import { arch, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureChanges } from './changes.ts';
import { flagd } from './engines/flagd.ts';
import { floor } from './engines/floor.ts';
import { growthbook } from './engines/growthbook.ts';
import { halyard } from './engines/halyard.ts';
import { launchdarkly } from './engines/launchdarkly.ts';
import { unleash } from './engines/unleash.ts';
import { countOn, measureRates, median } from './rates.ts';
import { users } from './scenario.ts';

const { values: options } = parseArgs({
    options: {
        rounds: { type: 'string', default: '7' },
        milliseconds: { type: 'string', default: '150' },
        only: { type: 'string', default: '' },
    },
});
const rounds = Number(options.rounds);
const engines = [halyard, unleash, flagd, growthbook, launchdarkly, floor].filter(
    ({ name }) => options.only === '' || options.only.split(',').includes(name),
);

console.log(
    `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model || arch()}; ${rounds} interleaved rounds`,
);
console.log(`Engines: ${engines.map(({ name }) => name).join(', ')}`);
for (const [row, counts] of await countOn(engines)) {
    console.log(`${row}: on for ${counts.join(', ')} of ${users.length}`);
}

const table: Record<string, Record<string, string>> = {};
for (const [row, rates] of await measureRates(engines, { rounds, milliseconds: Number(options.milliseconds) })) {
    const cells = Object.fromEntries([...rates].map(([name, values]) => [name, readable(median(values))]));
    const ours = median(rates.get('halyard') ?? [0]);
    const ratio = (name: string) => (rates.has(name) ? (ours / median(rates.get(name)!)).toFixed(2) : '-');
    const peers = [...rates].filter(([name]) => name !== 'halyard' && name !== 'floor');
    cells['÷ unleash'] = ratio('unleash-client');
    cells['÷ best peer'] = (ours / Math.max(...peers.map(([, values]) => median(values)))).toFixed(2);
    cells['÷ floor'] = ratio('floor');
    table[row] = cells;
}
console.table(table);
for (const [size, microseconds] of measureChanges([100, 5_000], rounds)) {
    console.log(`changing one of ${size} flags: ${median(microseconds).toFixed(1)} µs`);
}

function readable(rate: number): string {
    if (rate >= 1e6) return `${(rate / 1e6).toFixed(1)} M`;
    return rate >= 1e4 ? `${(rate / 1e3).toFixed(0)} k` : rate.toFixed(0);
}
process.exit();
