import type { Config } from '../config.ts';
import type { ContentFacts, DatabaseFacts, Permissions } from '../storage/copy/database-facts.ts';
import { apart, isSkewed } from './clock-skew.ts';
import { type DoctorFinding, doubtful, fine, wrong } from './findings.ts';

/** Of a database, whatever is in it: before the first start, too. */
export function databaseFindings(facts: DatabaseFacts, config: Config, now: Date): DoctorFinding[] {
    const { version, damage, permissions, freeConnections } = facts;
    const found =
        damage === undefined
            ? fine('Database', version)
            : wrong('Database', `${damage}. Restore a backup: halyard restore <file> --replace`);
    if (permissions === undefined) return [found];
    return [
        found,
        rights(permissions, config),
        ...(facts.now === undefined ? [] : [clock(facts.now, now)]),
        freeConnections !== undefined && freeConnections < config.databasePoolMax
            ? doubtful(
                  'Connections',
                  `PostgreSQL has ${freeConnections} left, and a node takes up to ${config.databasePoolMax}: lower DATABASE_POOL_MAX or raise max_connections`,
              )
            : fine('Connections', `${freeConnections} left`),
        config.databaseStatementTimeout === 0 || config.databaseLockTimeout === 0
            ? doubtful('Time-outs', 'one of them is 0: a node that hangs can stop all others for ever')
            : fine('Time-outs', 'bounded'),
    ];
}

/** The privileges that a start with migrations needs. */
function rights({ user, schema, mayCreate, tablesOfOthers }: Permissions, { databaseSchema }: Config): DoctorFinding {
    if (schema === null) {
        return wrong(
            'Permissions',
            `there is no schema ${databaseSchema}, or ${user} may not use it. Run: CREATE SCHEMA ${databaseSchema} AUTHORIZATION ${user}, or GRANT ALL ON SCHEMA ${databaseSchema} TO ${user}`,
        );
    }
    if (!mayCreate) {
        return wrong('Permissions', `${user} may not create tables. Run: GRANT CREATE ON SCHEMA ${schema} TO ${user}`);
    }
    return tablesOfOthers > 0
        ? wrong(
              'Permissions',
              `${tablesOfOthers} tables do not belong to ${user}, so that an upgrade could not change them. Run for each: ALTER TABLE … OWNER TO ${user}`,
          )
        : fine('Permissions', 'tables can be created and changed');
}

function clock(ofDatabase: number, now: Date): DoctorFinding {
    return isSkewed(ofDatabase, now)
        ? wrong('Clock', `that of the database is ${apart(ofDatabase, now)}. Synchronise the clocks (NTP).`)
        : fine('Clock', 'as the database has it');
}

export function contentFindings(content: ContentFacts, now: Date): DoctorFinding[] {
    const { revision, newestEventAt, unknownSteps, missingSteps } = content;
    const newest = newestEventAt === undefined ? now.getTime() : Date.parse(newestEventAt);
    return [
        unknownSteps > 0
            ? wrong('Schema', 'a newer version of Halyard wrote this database. Start that one.')
            : missingSteps > 0
              ? doubtful('Schema', `${missingSteps} steps are missing: the next start does them. Back up before.`)
              : fine('Schema', 'up to date'),
        // It was recorded by a clock that is ahead of this one, or before this one was set back.
        newest > now.getTime() && isSkewed(newest, now)
            ? wrong('Events', `the newest is ${apart(newest, now)}. Set the clock, or synchronise it (NTP).`)
            : fine('Events', `revision ${revision}, none later than now`),
    ];
}
