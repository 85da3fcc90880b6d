/** Which proxies are believed when they say whom they ask for: so many of them, or those at these addresses. */
export type TrustedProxies = number | readonly string[];

const LOOPBACK = ['127.0.0.0/8', '::1'];
/** Networks that have a name in settings. */
export const NAMED_NETWORKS: Record<string, readonly string[]> = {
    loopback: LOOPBACK,
    private: [...LOOPBACK, '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
};
