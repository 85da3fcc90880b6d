/**
 * The secrets created since the page was loaded. The service shows each only once, so users who return to Connect find theirs here
 * instead of creating another. Stored in memory only.
 */
const created = new Map<string, string>();

/** One name per token type and environment, so that there is at most one such token. */
export const connectTokenName = (type: string, environment: string) => `connect-${type}-${environment}`;

export const secretOf = (tokenName: string): string | undefined => created.get(tokenName);

export const rememberSecret = (tokenName: string, secret: string): void => void created.set(tokenName, secret);
