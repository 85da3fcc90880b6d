import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADMIN_TOKEN, halyardProgram, startService } from '../peers/service.ts';
import { AdminClient } from './admin-client.ts';
import { buildOrganisation, type Organisation, sizesAt } from './build.ts';

/** Larger than the largest organisation: the limits protect small instances. */
const LIMITS = {
    UNLEASH_PROJECTS_LIMIT: '100000',
    UNLEASH_SEGMENTS_LIMIT: '100000',
    UNLEASH_API_TOKENS_LIMIT: '100000',
    CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000',
};

export const organisationProgram = (database: Record<string, string>) => halyardProgram({ ...database, ...LIMITS });

export interface StoredOrganisation extends Organisation {
    /** The folder of its SQLite database. */
    data: string;
}

/** An organisation in `.cache`, which git ignores; built on the first call. */
export async function storedOrganisation(
    scale: number,
    { rebuild, say }: { rebuild: boolean; say: (message: string) => void },
): Promise<StoredOrganisation> {
    const folder = path.resolve('.cache/organisation', String(scale));
    const data = path.join(folder, 'data');
    const description = path.join(folder, 'organisation.json');
    if (rebuild) rmSync(folder, { recursive: true, force: true });
    if (!existsSync(description)) {
        const unfinished = `${folder}.unfinished`;
        rmSync(unfinished, { recursive: true, force: true });
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(unfinished, { recursive: true });
        const service = await startService(organisationProgram({ DATA_DIR: path.join(unfinished, 'data') }));
        try {
            const organisation = await buildOrganisation(
                new AdminClient(service.url, ADMIN_TOKEN),
                sizesAt(scale),
                say,
            );
            writeFileSync(path.join(unfinished, 'organisation.json'), JSON.stringify(organisation));
        } finally {
            await service.stop();
        }
        renameSync(unfinished, folder);
    }
    return { ...(JSON.parse(readFileSync(description, 'utf8')) as Organisation), data };
}

/** Copies the database to a folder, because measurements change it, and from there to an empty PostgreSQL as operators do. */
export async function copyOrganisation({ data }: StoredOrganisation, folder: string, postgres?: string): Promise<void> {
    cpSync(data, folder, { recursive: true });
    if (postgres === undefined) return;
    const { status, stderr } = spawnSync(
        process.execPath,
        ['packages/server/dist/main.js', 'migrate', '--to', postgres],
        {
            env: { PATH: process.env['PATH'], DATA_DIR: folder },
            encoding: 'utf8',
        },
    );
    if (status !== 0) throw new Error(`halyard migrate ended with status ${status}: ${stderr}`);
}
