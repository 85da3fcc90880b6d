import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
};
const words = process.argv.slice(2);
/** 128 and the number of the signal, as shells say it. */
const SIGPIPE_STATUS = 141;

// The most frequent commands need no parser: a start and a health check should not load one.
if (words.length === 0 || (words.length === 1 && words[0] === 'serve')) {
    const { serve } = await import('./cli/serve.ts');
    process.exitCode = await serve(process.env, version);
} else if (words.length === 1 && words[0] === '--version') {
    console.log(version);
} else {
    // The reader of a pipe may close it early: `halyard flag list | head`. Then the process ends as other programs do on SIGPIPE,
    // a signal that Node ignores.
    for (const stream of [process.stdout, process.stderr]) {
        stream.on('error', (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EPIPE') throw error;
            process.exit(SIGPIPE_STATUS);
        });
    }
    const environment = { ...process.env };
    // Programs that a command starts, such as git, run what a repository says: they do not inherit the token.
    delete process.env['HALYARD_TOKEN'];
    const { runHalyard } = await import('./cli/run-halyard.ts');
    process.exitCode = await runHalyard(words, { environment, version });
}
