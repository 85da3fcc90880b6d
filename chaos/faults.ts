import type { ChaosDatabase } from './database.ts';
import type { Node } from './node.ts';
import { Postgres } from './postgres.ts';
import type { Random } from './random.ts';

/** A temporary fault of one part. */
export interface Fault {
    /** A part has one fault at a time. */
    part: string;
    description: string;
    seconds: readonly [from: number, to: number];
    begin(): void | Promise<void>;
    end(): void | Promise<void>;
}

const AN_HOUR_MS = 3_600_000;

export const faultsOf = (nodes: readonly Node[], database: ChaosDatabase, random: Random): Fault[] => [
    ...nodes.flatMap((node) => [...ofProcess(node, random), ...ofLink(node)]),
    ...(database instanceof Postgres ? ofPostgres(database) : []),
    ...ofDisk(database),
];

const ofProcess = (node: Node, random: Random): Fault[] => [
    { part: node.name, description: 'killed', seconds: [0.5, 1], begin: () => node.kill(), end: () => undefined },
    { part: node.name, description: 'frozen', seconds: [1, 9], begin: node.freeze, end: node.thaw },
    {
        part: node.name,
        description: 'clock moved by up to an hour',
        seconds: [1, 10],
        begin: () => node.moveClock(random.between(-AN_HOUR_MS, AN_HOUR_MS)),
        end: () => node.moveClock(0),
    },
];

function ofLink({ name, link }: Node): Fault[] {
    if (!link) return [];
    const { to, proxy } = link;
    return [
        { part: name, description: `cut off from ${to}`, seconds: [0.5, 6], begin: proxy.cut, end: proxy.mend },
        {
            part: name,
            description: `cut off from ${to} without a word`,
            seconds: [1, 9],
            begin: proxy.hold,
            // Held data is lost: a network that recovers does not deliver it.
            end: () => {
                proxy.cut();
                proxy.mend();
            },
        },
    ];
}

const ofPostgres = ({ name: part, kill, freeze, thaw }: Postgres): Fault[] => [
    { part, description: 'killed', seconds: [0.5, 1], begin: kill, end: () => undefined },
    { part, description: 'frozen', seconds: [1, 6], begin: freeze, end: thaw },
];

function ofDisk({ name: part, disk }: ChaosDatabase): Fault[] {
    if (!disk.isOwn) return [];
    return [{ part, description: 'disk filled', seconds: [1, 6], begin: () => disk.fill(), end: () => disk.empty() }];
}
