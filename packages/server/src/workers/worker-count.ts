/** With fewer cores, one process and the database are better. */
const WORTH_SHARING = 4;
/** Four serve more SDKs than one database has people to change flags for; who needs more says so. */
const ENOUGH = 4;

/** How many processes serve SDKs where the operator does not say it: half of the cores, within reason (decision 87). */
export const usefulProcesses = (cores: number): number =>
    cores < WORTH_SHARING ? 1 : Math.min(ENOUGH, Math.floor(cores / 2));
