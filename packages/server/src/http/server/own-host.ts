import { isIPv4 } from 'node:net';

/** Whether the name in a `Host` header is one of this machine for itself, or the public one. */
export function isOwnHost(host: string | undefined, publicUrl: string): boolean {
    const address = `http://${host}`;
    if (host === undefined || !URL.canParse(address)) return false;
    const { hostname } = new URL(address);
    return isLoopback(hostname) || hostname === new URL(publicUrl).hostname;
}

const isLoopback = (name: string) =>
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    (isIPv4(name) && name.startsWith('127.'));

/** Whether a page at this origin is one of ours: a page elsewhere can give its own name our address, so names alone decide. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
    if (!URL.canParse(origin)) return false;
    return origin === new URL(publicUrl).origin || isLoopback(new URL(origin).hostname);
}
