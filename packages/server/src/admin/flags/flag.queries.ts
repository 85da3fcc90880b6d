import type { Selectable } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Db } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

export type FlagRow = Selectable<Tables['flags']>;
export type FlagEnvironmentRow = Selectable<Tables['flag_environments']>;

/** Finds a flag by its name, which is unique in the instance; archived ones too. */
export function findFlag(db: Db, name: string): Promise<FlagRow | undefined> {
    return db.selectFrom('flags').selectAll().where('name', '=', name).executeTakeFirst();
}

/** The flag in that project, unless it is archived. A flag of another project is not there, whoever asks. */
export async function getFlag(db: Db, { project, name }: { project: string; name: string }): Promise<FlagRow> {
    const flag = await findFlag(db, name);
    if (!flag || flag.project !== project || flag.archived_at !== null) {
        throw notFound(`flag ${name} in project ${project}`);
    }
    return flag;
}

/** What a flag has in an environment; undefined when its project does not use the environment. */
export function findFlagEnvironment(
    db: Db,
    flag: string,
    environment: string,
): Promise<FlagEnvironmentRow | undefined> {
    return db
        .selectFrom('flag_environments')
        .selectAll()
        .where('flag', '=', flag)
        .where('environment', '=', environment)
        .executeTakeFirst();
}
