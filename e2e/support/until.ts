import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition is true; the timeout of the test ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await delay(10);
}
