import path from 'node:path';
import type { OpenDatabase } from '../packages/server/src/storage/database.ts';
import { openSqlite } from '../packages/server/src/storage/embedded-database.ts';
import { databaseFile } from '../packages/server/src/storage/open-database.ts';
import { Disk } from './disk.ts';

/** What the nodes keep everything in. */
export interface ChaosDatabase {
    readonly name: string;
    readonly disk: Disk;
    /** Where it is reached; undefined: it is a part of its one node. */
    readonly address?: { host: string; port: number };
    /** Whether it is killed or frozen now. */
    readonly isAway: boolean;
    /** How a node is told of it, at the port of whoever stands in between. */
    environment(port?: number): Record<string, string>;
    open(): OpenDatabase;
    stop(): Promise<void>;
}

export async function embeddedDatabase(): Promise<ChaosDatabase> {
    const disk = await Disk.make();
    const folder = path.join(disk.folder, 'data');
    return {
        name: 'disk',
        disk,
        isAway: false,
        environment: () => ({ DATA_DIR: folder }),
        open: () => openSqlite(databaseFile(folder)),
        stop: () => disk.remove(),
    };
}
