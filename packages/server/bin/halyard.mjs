#!/usr/bin/env -S node --max-semi-space-size=4
import { isNewEnough, OLDEST } from './node-version.mjs';

if (isNewEnough(process.versions.node)) {
    await import('../dist/main.js');
} else {
    console.error(
        `Halyard needs Node ${OLDEST.join('.')} or newer, and this is ${process.version}. ` +
            'Install Node 24 (https://nodejs.org/en/download) and run the command again.',
    );
    process.exitCode = 1;
}
