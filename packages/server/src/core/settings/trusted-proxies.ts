/** The proxies whose forwarding headers are trusted: a number of hops, or a list of addresses. */
export type TrustedProxies = number | readonly string[];

const LOOPBACK = ['127.0.0.0/8', '::1'];
/** Networks that have a name in settings. */
export const NAMED_NETWORKS: Record<string, readonly string[]> = {
    loopback: LOOPBACK,
    private: [...LOOPBACK, '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
};
