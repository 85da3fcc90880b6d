import { invalid } from '../../../core/errors/errors.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { MASK } from './integration.schemas.ts';
import type { IntegrationProvider } from './providers/provider.ts';

export type Parameters = Record<string, string>;

/** Returns the parameters to store: the mask keeps the stored value, and empty values are removed. */
export function mergeParameters(provider: IntegrationProvider, input: Parameters, stored: Parameters): Parameters {
    const unknown = Object.keys(input).find((name) => !Object.hasOwn(provider.parameters, name));
    if (unknown !== undefined) {
        const names = Object.keys(provider.parameters).join(', ');
        throw invalid(`${provider.displayName} has no parameter ${unknown}. It has: ${names}.`, '/body/parameters');
    }
    const merged: Parameters = {};
    for (const [name, { required, sensitive, objection }] of Object.entries(provider.parameters)) {
        const value = sensitive && input[name] === MASK ? stored[name] : input[name];
        const path = `/body/parameters/${name}`;
        if (!value && required) throw invalid(`${provider.displayName} needs the parameter ${name}.`, path);
        if (!value) continue;
        const problem = objection?.(value);
        if (problem !== undefined) throw invalid(problem, path);
        merged[name] = value;
    }
    return merged;
}

/** Throws if a stored secret would be sent to a changed URL, because this would leak it. */
export function requireSecretsForNewTarget(
    provider: IntegrationProvider,
    { given: input, merged, stored }: { given: Parameters; merged: Parameters; stored: Parameters },
): void {
    if (provider.target(merged) === provider.target(stored)) return;
    const masked = Object.entries(provider.parameters)
        .filter(([name, { sensitive }]) => sensitive && input[name] === MASK && stored[name] !== undefined)
        .map(([name]) => name);
    if (masked.length === 0) return;
    throw invalid(
        `The stored ${masked.join(', ')} ${masked.length > 1 ? 'belong' : 'belongs'} to the previous address. Enter ${masked.length > 1 ? 'them' : 'it'} again for the new address.`,
        `/body/parameters/${masked[0]}`,
    );
}

/** All parameters of a provider that this version does not support may be secrets. */
const isSensitive = (provider: IntegrationProvider | undefined, name: string) =>
    provider?.parameters[name]?.sensitive ?? true;

const withSensitive = (
    provider: IntegrationProvider | undefined,
    parameters: Parameters,
    change: (value: string) => string,
): Parameters =>
    Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, isSensitive(provider, name) ? change(value) : value]),
    );

export const sensitiveValues = (provider: IntegrationProvider | undefined, parameters: Parameters): string[] =>
    Object.entries(parameters)
        .filter(([name]) => isSensitive(provider, name))
        .map(([, value]) => value);

/** Returns the parameters with masked secrets. */
export const maskParameters = (provider: IntegrationProvider | undefined, parameters: Parameters): Parameters =>
    withSensitive(provider, parameters, () => MASK);

/** Encrypts the secrets for storage. */
export const encryptParameters = (
    secrets: SecretBox,
    provider: IntegrationProvider | undefined,
    parameters: Parameters,
): Parameters => withSensitive(provider, parameters, (value) => secrets.seal(value));

/** Decrypts the secrets for sending. */
export const decryptParameters = (
    secrets: SecretBox,
    provider: IntegrationProvider | undefined,
    parameters: Parameters,
): Parameters => withSensitive(provider, parameters, (value) => secrets.open(value));
