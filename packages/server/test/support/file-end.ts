const closers: (() => Promise<void>)[] = [];

/** Runs when the test file ends, wherever in it this is called; an `afterAll` inside a `beforeAll` would never run. */
export function atFileEnd(close: () => Promise<void>): void {
    closers.push(close);
}

export async function endFile(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
}
