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
    databaseSslMode: string;
    databaseSslRootCertificate: string;
    databasePoolMax: number;
    databaseApplicationName: string;
}

export const databaseFile = (dataDir: string) => join(dataDir, 'halyard.db');

export function openDatabase(
    settings: DatabaseSettings,
    {
        onError,
        onWarning,
        health,
        bounds,
    }: {
        onError: (error: Error) => void;
        onWarning?: (message: string) => void;
        health?: DatabaseHealth;
        bounds: Bounds;
    },
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
        tls: {
            mode: settings.databaseSslMode,
            rootCertificate: settings.databaseSslRootCertificate,
            options: settings.databaseSsl ? JSON.parse(settings.databaseSsl) : undefined,
        },
        onError,
        ...(onWarning && { onWarning }),
        ...(health && { health }),
        bounds,
    });
}
