import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';
import { changeRequestTables } from './change-requests.ts';
import { flagTables } from './flags.ts';
import { insertInitialRows } from './initial-rows.ts';
import { instanceTables } from './instance.ts';
import { integrationTables } from './integrations.ts';
import { logTables } from './log.ts';
import { peopleTables } from './people.ts';
import { projectTables } from './projects.ts';
import { signInTables } from './sign-ins.ts';
import { strategyTables } from './strategies.ts';
import { usageTables } from './usage.ts';

/** Areas follow those that they refer to. */
const AREAS = [
    instanceTables,
    logTables,
    projectTables,
    peopleTables,
    flagTables,
    strategyTables,
    changeRequestTables,
    signInTables,
    usageTables,
    integrationTables,
];

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const area of AREAS) {
        for (const statement of area(types)) await sql.raw(statement).execute(db);
    }
    await insertInitialRows(db, new Date().toISOString());
}
