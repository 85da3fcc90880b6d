/**
 * Node flags of the service. The garbage collector stops everything while it collects new objects; with a quarter of the default semi-space
 * it collects less at a time, and SDKs wait less. V8 allocates this space twice, even in an idle process.
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4'];
