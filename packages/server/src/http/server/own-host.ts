import { isIPv4 } from 'node:net';

/** Whether a `Host` header contains a name of the local machine or the public host name. */
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

/** Whether an origin is our own. Only names decide, because a foreign name can resolve to our address. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
    if (!URL.canParse(origin)) return false;
    return origin === new URL(publicUrl).origin || isLoopback(new URL(origin).hostname);
}
