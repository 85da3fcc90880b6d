import { readFileSync } from 'node:fs';
import { startApp } from './app.ts';
import { describeSettings, readConfig } from './config.ts';
import { StartError } from './core/start-error.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
};

/** Connections, deliveries and mails are waited for, one after the other. */
const STOP_AT_LATEST = 3;

if (process.argv.includes('--help')) {
    console.log(`Halyard ${version}, a feature-flag service.

Starts with no settings at all. Settings are environment variables; each is also read with the prefix HALYARD_:

${describeSettings()}`);
} else if (process.argv.includes('--version')) {
    console.log(version);
} else {
    await run();
}

async function run(): Promise<void> {
    try {
        const config = readConfig(process.env);
        const app = await startApp(config, { version });
        let closing = false;
        const stop = () => {
            // The whole process group may be told to stop, some of it twice.
            if (closing) return;
            closing = true;
            // Whatever does not end by itself, such as a database that no longer answers.
            setTimeout(() => process.exit(1), STOP_AT_LATEST * config.shutdownMs + 10_000).unref();
            app.close().then(
                () => process.exit(0),
                (error: unknown) => {
                    console.error(error);
                    process.exit(1);
                },
            );
        };
        process.on('SIGINT', stop);
        process.on('SIGTERM', stop);
        process.on('SIGHUP', stop);
        // Not before: whoever reads this may stop it at once.
        welcome(app.url, config.adminUsername, app.madeUpPassword, config.authType === 'none');
    } catch (error) {
        if (!(error instanceof StartError)) throw error;
        console.error(error.message);
        process.exitCode = 1;
    }
}

function welcome(url: string, username: string, password: string | undefined, everyoneIsAdmin: boolean): void {
    const signIn = password
        ? `\n  Sign in as ${username} with the password ${password}
  It is shown this once. Set UNLEASH_DEFAULT_ADMIN_PASSWORD to choose it yourself.\n`
        : '';
    // In one piece: whoever waits for the address has the password with it.
    console.log(`\n  Halyard ${version} runs at ${url}\n${signIn}`);
    if (everyoneIsAdmin) {
        console.warn('  WARNING: AUTH_TYPE=none. Everyone who reaches this address is an administrator.\n');
    }
}
