import type { Tracer } from '../telemetry/otlp/tracer.ts';
import type { Database } from './database.ts';

/** The same database, with a span for each transaction. */
export function tracedDatabase<D extends Database>(tracer: Tracer, database: D): D {
    const attributes = { 'db.system.name': database.kind === 'sqlite' ? 'sqlite' : 'postgresql' };
    return {
        ...database,
        transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
            tracer.span({ name: 'transaction', kind: 'client', attributes }, () => database.transaction(work)),
        exclusive: <T>(...[work, options]: Parameters<typeof database.exclusive<T>>) =>
            tracer.span({ name: 'exclusive transaction', kind: 'client', attributes }, () =>
                database.exclusive(work, options),
            ),
    };
}
