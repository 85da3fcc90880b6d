/**
 * Whether an address is a web address that is safe to open. Other users wrote it, and a `javascript:` address would run with the
 * permissions of the user who clicks it.
 */
export function isWebAddress(address: string | null | undefined): address is string {
    const url = address ? URL.parse(address) : null;
    return url?.protocol === 'https:' || url?.protocol === 'http:';
}
