import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { printable } from '@halyard/cli/program/printable';
import type { ExitCode } from '@halyard/cli/program/result';
import { readConfig } from '../config/config.ts';
import type { ProcessVariables } from '../config/setting.ts';
import { StartError } from '../core/errors/start-error.ts';
import { lockDataFolder } from '../storage/data-folder-lock.ts';

/** The shutdown waits for connections, deliveries and e-mails one after the other, each with a time limit. */
const SHUTDOWN_STEPS = 3;

/** The heap may grow by half before the next full garbage collection. By default, V8 lets it grow up to fourfold. Decision 60. */
const HEAP_GROWTH = '--heap-growing-percent=50';

/**
 * V8 would allocate objects as long-lived if earlier objects from the same line of code survived for some time, such as the rows of a
 * long list. In a service the objects of most requests die soon, and full garbage collections would have to find them. Decision 60.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/** Starts the service; it runs until a signal ends it. */
export async function serve(environment: ProcessVariables, version: string): Promise<ExitCode> {
    setFlagsFromString(HEAP_GROWTH);
    setFlagsFromString(NO_PRETENURING);
    try {
        const config = readConfig(environment);
        // The variable keeps a reference as long as the service runs: an unreferenced lock would be released by garbage collection.
        const release = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
        // Loaded late, so that a wrong setting is reported before the whole service is loaded.
        const { startApp } = await import('../app/app.ts');
        const app = await startApp(config, { version, onFatalError: () => stop(1) });
        // Registered before the welcome message, because a user who reads it may stop the service at once.
        const stop = stopOnSignal(
            { startDraining: app.startDraining, close: () => app.close().finally(release) },
            { drainSeconds: config.drainSeconds, closeMs: SHUTDOWN_STEPS * config.shutdownMs + 10_000 },
        );
        printStartMessage({
            version,
            url: app.url,
            username: config.adminUsername,
            password: app.generatedPassword,
            everyoneIsAdmin: config.authType === 'none',
        });
        return 0;
    } catch (error) {
        if (!(error instanceof StartError)) throw error;
        console.error(printable(error.message));
        return 1;
    }
}

/** A service or an edge. */
interface Stoppable {
    /** The readiness check fails from here on. All requests are still served. */
    startDraining(): void;
    close(): Promise<void>;
}

/** A signal to the process group may arrive twice, because launchers pass it on. */
const SAME_SIGNAL_MS = 500;

/**
 * Shuts the process down gracefully on a signal, and by force when closing takes longer than `closeMs`. After SIGTERM it drains first;
 * another signal ends that. Returns a function that shuts the process down with another exit code.
 */
export function stopOnSignal(
    { startDraining, close }: Stoppable,
    { drainSeconds, closeMs }: { drainSeconds: number; closeMs: number },
): (exitCode: number) => void {
    let closing = false;
    const stop = (exitCode: number) => {
        if (closing) return;
        closing = true;
        // Ends the process even if something never completes, such as a database that no longer responds.
        setTimeout(() => process.exit(1), closeMs).unref();
        close().then(
            () => process.exit(exitCode),
            (error: unknown) => {
                console.error(printable(inspect(error)));
                process.exit(1);
            },
        );
    };
    let drainingSince: number | undefined;
    const drain = () => {
        if (drainSeconds === 0) stop(0);
        else if (drainingSince !== undefined) {
            if (performance.now() - drainingSince > SAME_SIGNAL_MS) stop(0);
        } else {
            drainingSince = performance.now();
            startDraining();
            setTimeout(() => stop(0), 1_000 * drainSeconds);
        }
    };
    process.on('SIGTERM', drain);
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
    return stop;
}

interface StartMessage {
    version: string;
    url: string;
    username: string;
    password: string | undefined;
    everyoneIsAdmin: boolean;
}

function printStartMessage({ version, url, username, password, everyoneIsAdmin }: StartMessage): void {
    const signIn = password
        ? `\n  Sign in as ${username} with the password ${password}
  It is shown only once. Set UNLEASH_DEFAULT_ADMIN_PASSWORD to choose it yourself.\n`
        : '';
    // In one write: a script that waits for the address receives the password, too.
    console.log(printable(`\n  Halyard ${version} runs at ${url}\n${signIn}`));
    if (everyoneIsAdmin) {
        console.warn('  WARNING: AUTH_TYPE=none. Everyone who reaches this address is an administrator.\n');
    }
}
