import path from 'node:path';
import { gitText } from './git.ts';

export interface RepositoryFacts {
    repository: string;
    branch: string;
    isDefault: boolean;
    revision: string;
    committedAt: string;
    linkTemplate: string | undefined;
}

interface RepositoryOptions {
    repository: string | undefined;
    branch: string | undefined;
    defaultBranch: string | undefined;
    linkTemplate: string | undefined;
}

/** Detects the metadata of the repository; options take precedence. */
export async function repositoryFacts(
    top: string,
    options: RepositoryOptions,
    environment: NodeJS.ProcessEnv,
): Promise<RepositoryFacts | undefined> {
    const head = await gitText(top, ['log', '-1', '--format=%H %cI']);
    if (!head) return undefined;
    const [revision = '', committedAt = ''] = head.split(' ');
    const remote = remoteOf(await gitText(top, ['remote', 'get-url', 'origin']));
    const branch = options.branch ?? (await currentBranch(top, environment));
    return {
        repository: options.repository ?? remote?.name ?? path.basename(top),
        branch,
        isDefault: await isDefault(top, branch, options.defaultBranch, environment),
        revision,
        committedAt,
        linkTemplate: options.linkTemplate ?? (remote && templateFor(remote)),
    };
}

/** Pipelines check out a commit without a branch, and pass the branch in variables. */
async function currentBranch(top: string, environment: NodeJS.ProcessEnv): Promise<string> {
    const own = await gitText(top, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
    if (own) return own;
    const names = ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME', 'CI_COMMIT_REF_NAME', 'BITBUCKET_BRANCH', 'BRANCH_NAME'];
    return names.map((name) => environment[name]).find(Boolean) ?? 'HEAD';
}

async function isDefault(
    top: string,
    branch: string,
    defaultBranch: string | undefined,
    environment: NodeJS.ProcessEnv,
): Promise<boolean> {
    const head = await gitText(top, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
    const known = defaultBranch ?? environment['CI_DEFAULT_BRANCH'] ?? head?.replace(/^origin\//, '');
    return known ? branch === known : ['main', 'master', 'trunk'].includes(branch);
}

interface Remote {
    host: string;
    /** For example acme/shop. */
    name: string;
}

/** Parses `git@host:acme/shop.git` and `https://host/acme/shop.git`; credentials in the URL are dropped. */
export function remoteOf(address: string | undefined): Remote | undefined {
    const [, scpHost, scpName] = /^(?:[^@/\s]+@)?([\w.-]+):(?!\/\/)([^\s]+)$/.exec(address ?? '') ?? [];
    if (scpHost && scpName) return { host: scpHost, name: repositoryName(scpName) };
    if (!address || !URL.canParse(address)) return undefined;
    const { protocol, hostname, pathname } = new URL(address);
    if (!/^(?:https?|ssh|git):$/.test(protocol) || hostname === '') return undefined;
    return { host: hostname, name: repositoryName(decodeURI(pathname)) };
}

const repositoryName = (name: string) =>
    name
        .replace(/^\/+/, '')
        .replace(/\/+$/, '')
        .replace(/\.git$/, '');

/** Detects the hosting product by host name, which also works for self-hosted installations; undefined for others. */
export function templateFor({ host, name }: Remote): string | undefined {
    const base = `https://${host}/${name.split('/').map(encodeURIComponent).join('/')}`;
    if (host.includes('github')) return `${base}/blob/{revision}/{path}#L{line}`;
    if (host.includes('gitlab')) return `${base}/-/blob/{revision}/{path}#L{line}`;
    if (host.includes('bitbucket')) return `${base}/src/{revision}/{path}#lines-{line}`;
    return undefined;
}
