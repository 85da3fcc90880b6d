import type { Config } from '../config/config.ts';
import type { ContentFacts, DatabaseFacts, Permissions } from '../storage/copy/database-facts.ts';
import { UNPUBLISHED_BUILD } from '../storage/unpublished-builds.ts';
import { describeSkew, isSkewed } from './clock-skew.ts';
import { type DoctorFinding, errorFinding, okFinding, warningFinding } from './findings.ts';

/** Checks that do not depend on the content of the database, so they also work before the first start. */
export function databaseFindings(facts: DatabaseFacts, config: Config, now: Date): DoctorFinding[] {
    const { version, damage, permissions, freeConnections } = facts;
    const integrity =
        damage === undefined
            ? okFinding('Database', version)
            : errorFinding('Database', `${damage}. Restore a backup: halyard restore <file> --replace`);
    if (permissions === undefined) return [integrity];
    return [
        integrity,
        rights(permissions, config),
        ...(facts.now === undefined ? [] : [clock(facts.now, now)]),
        freeConnections !== undefined && freeConnections < config.databasePoolMax
            ? warningFinding(
                  'Connections',
                  `PostgreSQL has ${freeConnections} connections left, but a node uses up to ${config.databasePoolMax}: lower DATABASE_POOL_MAX or raise max_connections`,
              )
            : okFinding('Connections', `${freeConnections} left`),
        config.databaseStatementTimeout === 0 || config.databaseLockTimeout === 0
            ? warningFinding('Timeouts', 'a timeout is 0: a node that hangs can block all others forever')
            : okFinding('Timeouts', 'bounded'),
    ];
}

/** Checks the privileges that a start with migrations needs. */
function rights({ user, schema, mayCreate, tablesOfOthers }: Permissions, { databaseSchema }: Config): DoctorFinding {
    if (schema === null) {
        return errorFinding(
            'Permissions',
            `there is no schema ${databaseSchema}, or ${user} has no access to it. Run: CREATE SCHEMA ${databaseSchema} AUTHORIZATION ${user}, or GRANT ALL ON SCHEMA ${databaseSchema} TO ${user}`,
        );
    }
    if (!mayCreate) {
        return errorFinding(
            'Permissions',
            `${user} may not create tables. Run: GRANT CREATE ON SCHEMA ${schema} TO ${user}`,
        );
    }
    return tablesOfOthers > 0
        ? errorFinding(
              'Permissions',
              `${tablesOfOthers} tables do not belong to ${user}, so an upgrade could not change them. Run for each: ALTER TABLE … OWNER TO ${user}`,
          )
        : okFinding('Permissions', 'tables can be created and changed');
}

function clock(databaseNow: number, now: Date): DoctorFinding {
    return isSkewed(databaseNow, now)
        ? errorFinding(
              'Clock',
              `the clock of the database is ${describeSkew(databaseNow, now)}. Synchronise the clocks (NTP).`,
          )
        : okFinding('Clock', 'in sync with the database');
}

export function contentFindings(content: ContentFacts, now: Date): DoctorFinding[] {
    const { revision, newestEventAt, isOfUnpublishedBuild, unknownSteps, missingSteps } = content;
    const newest = newestEventAt === undefined ? now.getTime() : Date.parse(newestEventAt);
    return [
        isOfUnpublishedBuild
            ? errorFinding('Schema', UNPUBLISHED_BUILD)
            : unknownSteps > 0
              ? errorFinding('Schema', 'a newer version of Halyard wrote this database. Start that one.')
              : missingSteps > 0
                ? warningFinding(
                      'Schema',
                      `${missingSteps} migrations are pending: the next start runs them. Create a backup first.`,
                  )
                : okFinding('Schema', 'up to date'),
        // The event was recorded by a clock that is ahead of this one, or before this one was set back.
        newest > now.getTime() && isSkewed(newest, now)
            ? errorFinding(
                  'Events',
                  `the newest event is ${describeSkew(newest, now)}. Set the clock, or synchronise it (NTP).`,
              )
            : okFinding('Events', `revision ${revision}, no event in the future`),
    ];
}
