const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

/** The role of the server to connect to, like `target_session_attrs` of libpq. */
export type TargetSession = (typeof TARGETS)[number];

export interface PostgresAddress {
    /** In the order in which they are tried. */
    hosts: readonly { host: string; port: number }[];
    target: TargetSession;
    /** Whether the hosts are tried in a random order (`load_balance_hosts=random`). */
    isBalanced: boolean;
    /** How long to wait for one host (`connect_timeout`); undefined: not set. */
    connectSeconds: number | undefined;
    database: string;
    /** The same URL with only the first host, for node-postgres, which supports one. */
    url: string;
}

const DEFAULT_PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[^\]]+\]|[^:]*)(?::(\d*))?$/;

/** Parses a connection URL as libpq does: several hosts, in the authority or as parameters. Undefined: the text is not a connection URL. */
export function readPostgresUrl(text: string): PostgresAddress | undefined {
    const [, scheme, user, authority = '', path = '', query = ''] = PARTS.exec(text) ?? [];
    if (scheme === undefined) return undefined;
    const parameters = new URLSearchParams(query);
    const matches = authority.split(',').map((each) => HOST.exec(each));
    if (matches.some((each) => each === null)) return undefined;
    const names = parameters.get('host')?.split(',') ?? matches.map((each) => decodeURIComponent(each![1]!));
    const ports = parameters.get('port')?.split(',') ?? matches.map((each) => each![2] ?? '');
    // A single port applies to all hosts.
    if (ports.length !== 1 && ports.length !== names.length) return undefined;
    const hosts = names.map((name, index) => ({
        host: name.replace(/^\[(.+)\]$/, '$1') || 'localhost',
        port: Number(ports[ports.length === 1 ? 0 : index] || DEFAULT_PORT),
    }));
    const target = TARGETS.find((each) => each === (parameters.get('target_session_attrs') ?? 'any'));
    const seconds = Number(parameters.get('connect_timeout') ?? 0);
    if (target === undefined || !(seconds >= 0) || !hosts.every(({ port }) => port > 0 && port < 65_536)) {
        return undefined;
    }
    const isPlain = hosts.length === 1 && target === 'any';
    const isBalanced = parameters.get('load_balance_hosts') === 'random';
    for (const name of ['host', 'port', 'target_session_attrs', 'load_balance_hosts', 'connect_timeout']) {
        parameters.delete(name);
    }
    parameters.set('host', hosts[0]!.host);
    parameters.set('port', String(hosts[0]!.port));
    const url = `${scheme}${user === undefined ? '' : `${user}@`}localhost${path}?${parameters}`;
    if (!URL.canParse(url)) return undefined;
    return {
        hosts,
        target,
        isBalanced,
        connectSeconds: seconds || undefined,
        database: path.slice(1),
        url: isPlain ? text : url,
    };
}

/** Returns the URL without user and password. */
export function nameOfPostgres(text: string): string {
    const { hosts = [], database = '' } = readPostgresUrl(text) ?? {};
    return `postgres://${hosts.map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)).join(',')}/${database}`;
}
