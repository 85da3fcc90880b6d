import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { StartError } from '../core/errors/start-error.ts';
import { isRecord } from '../core/json/is-record.ts';
import { NAMED_NETWORKS, type TrustedProxies } from '../core/settings/trusted-proxies.ts';

/** An invalid setting. The message names the variable and is shown to the operator without a stack trace. */
export class ConfigError extends StartError {}

export interface Setting<T> {
    /** The first name is documented. All names are also read with the prefix `HALYARD_`. */
    names: readonly [string, ...string[]];
    help: string;
    fallback: T;
    /** Returns undefined if the text is invalid. */
    parse: (text: string) => T | undefined;
    /** Completes "NAME must be …". */
    expects: string;
    /** The value may also be read from the file named by NAME_FILE, as is usual for secrets. */
    orFile?: boolean;
}

export const text = (names: Setting<string>['names'], help: string, fallback = ''): Setting<string> => ({
    names,
    help,
    fallback,
    parse: (value) => value,
    expects: 'text',
});

export function wholeNumber(
    names: Setting<number>['names'],
    help: string,
    fallback: number,
    [min, max] = [0, Number.MAX_SAFE_INTEGER],
): Setting<number> {
    return {
        names,
        help,
        fallback,
        parse: (value) => {
            const number = Number(value);
            return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
        },
        expects:
            max === Number.MAX_SAFE_INTEGER
                ? `a whole number of at least ${min}`
                : `a whole number from ${min} to ${max}`,
    };
}

const TRUE = ['true', '1', 't'];
const FALSE = ['false', '0', 'f'];

export const yesNo = (names: Setting<boolean>['names'], help: string, fallback: boolean): Setting<boolean> => ({
    names,
    help,
    fallback,
    parse: (value) =>
        TRUE.includes(value.toLowerCase()) ? true : FALSE.includes(value.toLowerCase()) ? false : undefined,
    expects: 'true or false',
});

export const oneOf = <const T extends string>(
    names: Setting<T>['names'],
    help: string,
    fallback: T,
    values: readonly T[],
): Setting<T> => ({
    names,
    help,
    fallback,
    parse: (value) => values.find((candidate) => candidate.toLowerCase() === value.toLowerCase()),
    expects: `one of ${values.join(', ')}`,
});

export const list = (names: Setting<string[]>['names'], help: string, fallback: string[] = []): Setting<string[]> => ({
    names,
    help,
    fallback,
    parse: (value) =>
        value
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean),
    expects: 'a list separated by commas',
});

export function hostsOrRanges(value: string): string[] | undefined {
    const entries = value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean);
    return entries.every((entry) => isRange(entry) || /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(entry))
        ? entries
        : undefined;
}

export function ranges(value: string): string[] | undefined {
    const entries = value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean);
    return entries.every(isRange) ? entries : undefined;
}

function isRange(entry: string): boolean {
    const [address = '', prefix = '0', ...rest] = entry.split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

/** Parses the number of proxies, or their addresses. */
export function proxies(value: string): TrustedProxies | undefined {
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const entries = value.split(',').map((entry) => entry.trim());
    return entries.every((entry) => Object.hasOwn(NAMED_NETWORKS, entry) || isRange(entry)) ? entries : undefined;
}

export const url = (names: Setting<string>['names'], help: string, fallback = ''): Setting<string> => ({
    names,
    help,
    fallback,
    parse: (value) => (/^https?:\/\//.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined),
    expects: 'an http or https URL',
});

export function areHeaders(value: string): boolean {
    try {
        const headers: unknown = JSON.parse(value);
        if (!isRecord(headers)) return false;
        return Object.entries(headers).every(
            ([name, content]) => /^[a-z0-9-]+$/i.test(name) && typeof content === 'string' && !/\p{Cc}/u.test(content),
        );
    } catch {
        return false;
    }
}

export type ProcessVariables = Record<string, string | undefined>;

export type SettingDeclarations = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends SettingDeclarations> = { readonly [K in keyof S]: S[K]['fallback'] };

export const readAll = <S extends SettingDeclarations>(environment: ProcessVariables, settings: S): ValuesOf<S> =>
    Object.fromEntries(
        Object.entries(settings).map(([key, setting]) => [key, read(environment, setting)]),
    ) as unknown as ValuesOf<S>;

export function read<T>(environment: ProcessVariables, setting: Setting<T>): T {
    const name = nameIn(environment, setting);
    if (name === undefined) return setting.fallback;
    const value = environment[name]!.trim();
    const isFile = setting.orFile && name.endsWith('_FILE');
    const parsed = setting.parse(isFile ? contentOf(name, value) : value);
    if (parsed === undefined) throw new ConfigError(`${name} must ${isFile ? 'hold' : 'be'} ${setting.expects}.`);
    return parsed;
}

/** Returns the name of the variable that sets the setting, if any. */
export const nameIn = (environment: ProcessVariables, { names, orFile }: Setting<unknown>): string | undefined =>
    names
        .flatMap((name) => [`HALYARD_${name.replace(/^UNLEASH_/, '')}`, name])
        .flatMap((name) => (orFile ? [name, `${name}_FILE`] : [name]))
        .find((name) => isSet(name, environment[name]));

/** Returns a warning for each unsupported setting that is set. Its help contains the alternative. */
export const unsupportedSettings = (
    environment: ProcessVariables,
    settings: SettingDeclarations,
    by: string,
): string[] =>
    Object.values(settings)
        .filter((setting) => read(environment, setting) !== setting.fallback)
        .map(({ names: [name], help }) => `${name} is not used by ${by}: ${help}.`);

/** Returns a warning for each setting of an earlier version that is still set. Its help contains the replacement. */
export const removed = (environment: ProcessVariables, settings: SettingDeclarations): string[] =>
    Object.values(settings).flatMap((setting) => {
        const name = nameIn(environment, setting);
        return name === undefined ? [] : [`The setting ${name} was removed: ${setting.help}.`];
    });

/** Kubernetes sets variables with the URLs of its services in every container, e.g. HALYARD_PORT=tcp://… for a service named halyard. */
const isSet = (name: string, value = '') =>
    value.trim() !== '' && !(name.startsWith('HALYARD_') && value.startsWith('tcp://'));

function contentOf(name: string, file: string): string {
    try {
        return readFileSync(file, 'utf8').trim();
    } catch {
        throw new ConfigError(`${name} must be a file that can be read: ${file}`);
    }
}
