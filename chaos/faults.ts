import type { Node } from './node.ts';
import type { Postgres } from './postgres.ts';
import type { Random } from './random.ts';

/** Something that goes wrong with one part, for a while. */
export interface Fault {
    /** One fault of a part at a time. */
    part: string;
    says: string;
    seconds: readonly [from: number, to: number];
    begin(): void | Promise<void>;
    end(): void | Promise<void>;
}

const AN_HOUR_MS = 3_600_000;

export function faultsOf(nodes: readonly Node[], postgres: Postgres, random: Random): Fault[] {
    const ofNodes = nodes.flatMap((node): Fault[] => [
        { part: node.name, says: 'killed', seconds: [0.5, 1], begin: () => node.kill(), end: () => undefined },
        { part: node.name, says: 'frozen', seconds: [1, 9], begin: node.freeze, end: node.thaw },
        {
            part: node.name,
            says: 'cut off from PostgreSQL',
            seconds: [0.5, 6],
            begin: node.proxy.cut,
            end: node.proxy.mend,
        },
        {
            part: node.name,
            says: 'cut off from PostgreSQL without a word',
            seconds: [1, 9],
            begin: node.proxy.hold,
            // What was held is lost: a network that comes back does not deliver it.
            end: () => {
                node.proxy.cut();
                node.proxy.mend();
            },
        },
        {
            part: node.name,
            says: 'clock moved by up to an hour',
            seconds: [1, 10],
            begin: () => node.moveClock(random.between(-AN_HOUR_MS, AN_HOUR_MS)),
            end: () => node.moveClock(0),
        },
    ]);
    const ofPostgres: Fault[] = [
        { part: 'PostgreSQL', says: 'killed', seconds: [0.5, 1], begin: postgres.kill, end: () => undefined },
        { part: 'PostgreSQL', says: 'frozen', seconds: [1, 6], begin: postgres.freeze, end: postgres.thaw },
    ];
    const ofDisk: Fault = {
        part: 'PostgreSQL',
        says: 'disk filled',
        seconds: [1, 6],
        begin: () => postgres.fillDisk(),
        end: postgres.emptyDisk,
    };
    return [...ofNodes, ...ofPostgres, ...(postgres.hasOwnDisk ? [ofDisk] : [])];
}
