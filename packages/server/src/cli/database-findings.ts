import type { Config } from '../config.ts';
import type { ContentFacts, DatabaseFacts, Permissions } from '../storage/copy/database-facts.ts';
import { describeSkew, isSkewed } from './clock-skew.ts';
import { type DoctorFinding, doubtful, fine, wrong } from './findings.ts';

/** Checks that do not depend on the content of the database, so they also work before the first start. */
export function databaseFindings(facts: DatabaseFacts, config: Config, now: Date): DoctorFinding[] {
    const { version, damage, permissions, freeConnections } = facts;
    const integrity =
        damage === undefined
            ? fine('Database', version)
            : wrong('Database', `${damage}. Restore a backup: halyard restore <file> --replace`);
    if (permissions === undefined) return [integrity];
    return [
        integrity,
        rights(permissions, config),
        ...(facts.now === undefined ? [] : [clock(facts.now, now)]),
        freeConnections !== undefined && freeConnections < config.databasePoolMax
            ? doubtful(
                  'Connections',
                  `PostgreSQL has ${freeConnections} connections left, but a node uses up to ${config.databasePoolMax}: lower DATABASE_POOL_MAX or raise max_connections`,
              )
            : fine('Connections', `${freeConnections} left`),
        config.databaseStatementTimeout === 0 || config.databaseLockTimeout === 0
            ? doubtful('Timeouts', 'a timeout is 0: a node that hangs can block all others forever')
            : fine('Timeouts', 'bounded'),
    ];
}

/** Checks the privileges that a start with migrations needs. */
function rights({ user, schema, mayCreate, tablesOfOthers }: Permissions, { databaseSchema }: Config): DoctorFinding {
    if (schema === null) {
        return wrong(
            'Permissions',
            `there is no schema ${databaseSchema}, or ${user} has no access to it. Run: CREATE SCHEMA ${databaseSchema} AUTHORIZATION ${user}, or GRANT ALL ON SCHEMA ${databaseSchema} TO ${user}`,
        );
    }
    if (!mayCreate) {
        return wrong('Permissions', `${user} may not create tables. Run: GRANT CREATE ON SCHEMA ${schema} TO ${user}`);
    }
    return tablesOfOthers > 0
        ? wrong(
              'Permissions',
              `${tablesOfOthers} tables do not belong to ${user}, so an upgrade could not change them. Run for each: ALTER TABLE … OWNER TO ${user}`,
          )
        : fine('Permissions', 'tables can be created and changed');
}

function clock(databaseNow: number, now: Date): DoctorFinding {
    return isSkewed(databaseNow, now)
        ? wrong(
              'Clock',
              `the clock of the database is ${describeSkew(databaseNow, now)}. Synchronise the clocks (NTP).`,
          )
        : fine('Clock', 'in sync with the database');
}

export function contentFindings(content: ContentFacts, now: Date): DoctorFinding[] {
    const { revision, newestEventAt, unknownSteps, missingSteps } = content;
    const newest = newestEventAt === undefined ? now.getTime() : Date.parse(newestEventAt);
    return [
        unknownSteps > 0
            ? wrong('Schema', 'a newer version of Halyard wrote this database. Start that one.')
            : missingSteps > 0
              ? doubtful(
                    'Schema',
                    `${missingSteps} migrations are pending: the next start runs them. Create a backup first.`,
                )
              : fine('Schema', 'up to date'),
        // The event was recorded by a clock that is ahead of this one, or before this one was set back.
        newest > now.getTime() && isSkewed(newest, now)
            ? wrong(
                  'Events',
                  `the newest event is ${describeSkew(newest, now)}. Set the clock, or synchronise it (NTP).`,
              )
            : fine('Events', `revision ${revision}, no event in the future`),
    ];
}
