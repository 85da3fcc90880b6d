/** With fewer cores, one process and the database are better. */
const WORTH_SHARING = 4;
/** Four processes serve more SDKs than a typical installation has; operators can configure more. */
const ENOUGH = 4;

/** The default number of processes that serve SDKs: half of the cores, within limits (decision 87). */
export const usefulProcesses = (cores: number): number =>
    cores < WORTH_SHARING ? 1 : Math.min(ENOUGH, Math.floor(cores / 2));
