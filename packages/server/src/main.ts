import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
};
const args = process.argv.slice(2);
/** 128 plus the number of the signal, as in shells. */
const SIGPIPE_STATUS = 141;

// The most frequent commands do not load the argument parser, so that they start faster.
if (args.length === 0 || (args.length === 1 && args[0] === 'serve')) {
    const { serve } = await import('./cli/serve.ts');
    process.exitCode = await serve(process.env, version);
} else if (args.length === 1 && args[0] === '--version') {
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
    // Child processes such as git may run hooks of a repository, so they must not inherit the token.
    delete process.env['HALYARD_TOKEN'];
    const { runHalyard } = await import('./cli/run-halyard.ts');
    process.exitCode = await runHalyard(args, { environment, version });
}
