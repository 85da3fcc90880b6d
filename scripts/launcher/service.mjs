/**
 * Node flags of the service. The garbage collector stops everything while it collects new objects; with a quarter of the default semi-space
 * it collects less at a time, and SDKs wait less. The space is allocated twice, even when idle.
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4'];
