import { demandNoSecretLogged } from './log-collector.ts';

const closers: (() => Promise<void>)[] = [];

/** Runs when the test file ends, wherever in it this is called; an `afterAll` inside a `beforeAll` would never run. */
export function atFileEnd(close: () => Promise<void>): void {
    closers.push(close);
}

const overlaps: string[] = [];

// PostgreSQL executes one statement or transaction at a time on a connection.
process.on('warning', ({ message }) => {
    if (message.includes('already executing a query')) overlaps.push(message);
});

export async function endFile(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
    demandNoSecretLogged();
    if (overlaps.length > 0) throw new Error(`Several statements of a transaction at once: ${overlaps.splice(0)[0]}`);
}
