import path from 'node:path';
import type { OpenDatabase } from '../packages/server/src/storage/database.ts';
import { openSqlite } from '../packages/server/src/storage/embedded-database.ts';
import { databaseFile } from '../packages/server/src/storage/open-database.ts';
import { Disk } from './disk.ts';

/** The database of the nodes. */
export interface ChaosDatabase {
    readonly name: string;
    readonly disk: Disk;
    /** Its address; undefined for the embedded database of a single node. */
    readonly address?: { host: string; port: number };
    /** Whether it is currently killed or frozen. */
    readonly isAway: boolean;
    /** The configuration of a node that connects through the proxy at this port. */
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
