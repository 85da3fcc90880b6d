import { join } from 'node:path';
import { databaseProblem } from '../core/errors/start-error.ts';
import type { Bounds } from './bounds.ts';
import type { DatabaseHealth } from './database-health.ts';
import { openSqlite } from './embedded-database.ts';
import { openPostgres } from './postgres-database.ts';

/** The connection settings of the database. */
export interface DatabaseSettings {
    dataDir: string;
    databaseUrl: string;
    databaseSchema: string;
    databaseSsl: string;
    databasePoolMax: number;
    databaseApplicationName: string;
}

export const databaseFile = (dataDir: string) => join(dataDir, 'halyard.db');

export function openDatabase(
    settings: DatabaseSettings,
    { onError, health, bounds }: { onError: (error: Error) => void; health?: DatabaseHealth; bounds: Bounds },
) {
    if (!settings.databaseUrl) {
        try {
            return openSqlite(databaseFile(settings.dataDir), { ...(health && { health }), lockMs: bounds.lockMs });
        } catch (error) {
            throw databaseProblem(error, { isPostgres: false, dataDir: settings.dataDir });
        }
    }
    return openPostgres({
        url: settings.databaseUrl,
        poolSize: settings.databasePoolMax,
        schema: settings.databaseSchema,
        applicationName: settings.databaseApplicationName,
        ssl: settings.databaseSsl ? JSON.parse(settings.databaseSsl) : undefined,
        onError,
        ...(health && { health }),
        bounds,
    });
}
