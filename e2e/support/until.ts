import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds; the test's own time limit ends the waiting. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await delay(10);
}
