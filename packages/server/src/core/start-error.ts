/** Why the service cannot start, in one line for whoever starts it. */
export class StartError extends Error {}

export function portProblem(error: unknown, port: number): unknown {
    switch ((error as NodeJS.ErrnoException).code) {
        case 'EADDRINUSE':
            return new StartError(`Port ${port} is taken. Stop what listens there, or set HTTP_PORT.`);
        case 'EACCES':
            return new StartError(`Port ${port} may not be used by this user. Set HTTP_PORT to one above 1023.`);
        case 'EADDRNOTAVAIL':
        case 'ENOTFOUND':
            return new StartError('HTTP_HOST is no address of this machine. Correct it, or leave it out.');
        default:
            return error;
    }
}

/** For what goes wrong before the database was used for the first time. */
export function databaseProblem(error: unknown, place: { isPostgres: boolean; dataDir: string }): unknown {
    const { code, message } = error as NodeJS.ErrnoException;
    // Whatever comes without a code is a mistake of ours.
    if (error instanceof StartError || code === undefined) return error;
    // Not the address: it holds a password. When several addresses were tried, only the code says why none worked.
    return place.isPostgres
        ? new StartError(`PostgreSQL cannot be used: ${message || code}. Check DATABASE_URL and DATABASE_SCHEMA.`)
        : new StartError(`The folder ${place.dataDir} cannot be used: ${message}. Check DATA_DIR and its permissions.`);
}
