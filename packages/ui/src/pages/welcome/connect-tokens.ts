/**
 * The secrets that were made here since the page was loaded. The service shows each only once, so who comes back to Connect finds
 * theirs again instead of making another. In memory only: nothing of it outlives the page.
 */
const created = new Map<string, string>();

/** One name for each kind and environment, so that there is never more than one such token. */
export const connectTokenName = (type: string, environment: string) => `connect-${type}-${environment}`;

export const secretOf = (tokenName: string): string | undefined => created.get(tokenName);

export const keepSecret = (tokenName: string, secret: string): void => void created.set(tokenName, secret);
