/**
 * The environment variables that a worker process inherits: those that Node itself reads. Workers receive their settings in a message,
 * and none of the operator's secrets: their processes parse requests of strangers.
 */
const INHERITED = [
    'PATH',
    'LD_LIBRARY_PATH',
    'SystemRoot',
    'TMPDIR',
    'TEMP',
    'TZ',
    'LANG',
    'LC_ALL',
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_COMPILE_CACHE',
    'NODE_V8_COVERAGE',
    'UV_THREADPOOL_SIZE',
] as const;

export type WorkerEnvironment = Readonly<Partial<Record<(typeof INHERITED)[number], string>>>;

export const workerEnvironment = (environment: Readonly<Record<string, string | undefined>>): WorkerEnvironment =>
    Object.fromEntries(
        INHERITED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    );
