/**
 * Whether something is an address that may be opened: others wrote it, and `javascript:` would run here, as whoever
 * follows it.
 */
export function isWebAddress(address: string | null | undefined): address is string {
    const url = address ? URL.parse(address) : null;
    return url?.protocol === 'https:' || url?.protocol === 'http:';
}
