/**
 * How Node runs the service. The collector of garbage stops everything while it clears the place for new objects; in a
 * quarter of the usual place it finds less at a time, and SDKs wait less for it. The place is also held twice, at rest too.
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4'];
