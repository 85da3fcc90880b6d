import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port for a process that must know it before it listens. Operating systems never choose it automatically (they start at 32768 or above),
 * so no process that listens on port 0 gets the same one.
 */
export async function freePort(): Promise<number> {
    for (;;) {
        const port = randomInt(15_000, 32_000);
        if (await isFreePort(port)) return port;
    }
}

export async function isFreePort(port: number): Promise<boolean> {
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
        once(probe, 'listening').then(() => true),
        once(probe, 'error').then(() => false),
    ]).catch(() => false);
    if (isFree) await new Promise((resolve) => probe.close(resolve));
    return isFree;
}
