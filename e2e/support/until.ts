import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition is true; the timeout of the test ends the wait. Most conditions are requests, so checks become less frequent. */
export async function until(condition: () => boolean | Promise<boolean>, { longestPauseMs = 200 } = {}): Promise<void> {
    for (let pauseMs = 10; !(await condition()); pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
        await delay(pauseMs);
    }
}
