import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { CommandError } from '../program/command.ts';
import { isRecord } from '../program/is-record.ts';
import { STYLES, type Style } from './aliases.ts';

/** The committed settings file of a repository. */
export interface RefsSettings {
    /** Only flags of these projects. */
    projects: string[];
    styles: Style[];
    /** Aliases of a flag. */
    aliases: Record<string, string>;
    /** Functions with the name of a flag as an argument, besides those of SDKs. */
    wrappers: string[];
    delimiters: string[];
    /** Names that look like flags in code. */
    notFlags: string[];
    linkTemplate: string | undefined;
}

const FILE = '.halyard/refs.yaml';
const STYLE_NAMES = Object.keys(STYLES) as Style[];

const DEFAULTS: RefsSettings = {
    projects: [],
    styles: [],
    aliases: {},
    wrappers: [],
    delimiters: [],
    notFlags: [],
    linkTemplate: undefined,
};

/** Reads the settings; a missing or empty file means defaults. */
export async function settingsOf(top: string): Promise<RefsSettings> {
    const text = await readFile(path.join(top, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw new CommandError(`${FILE} cannot be read (${error.code}).`);
    });
    let content: unknown;
    try {
        content = parse(text) ?? {};
    } catch (error) {
        throw new CommandError(`${FILE} is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
    }
    if (!isRecord(content)) throw wrong('the content', 'a mapping');
    const settings = { ...DEFAULTS };
    for (const [name, value] of Object.entries(content)) {
        if (!(name in DEFAULTS)) {
            throw new CommandError(
                `${FILE} contains the unknown setting ${name}. Known settings are ${Object.keys(DEFAULTS).join(', ')}.`,
            );
        }
        Object.assign(settings, { [name]: checkSetting(name, value) });
    }
    return settings;
}

const isStringList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');

function checkSetting(name: string, value: unknown): unknown {
    switch (name) {
        case 'linkTemplate':
            if (typeof value !== 'string' || !/^https?:\/\/\S+$/.test(value)) throw wrong(name, 'an http or https URL');
            return value;
        case 'aliases':
            if (typeof value !== 'object' || value === null || !isStringList(Object.values(value))) {
                throw wrong(name, 'a mapping from aliases to flag names');
            }
            return value;
        case 'styles':
            if (!isStringList(value) || !value.every((each) => STYLE_NAMES.some((style) => style === each))) {
                throw wrong(name, `a list of ${STYLE_NAMES.join(', ')}`);
            }
            return value;
        case 'delimiters':
            if (!isStringList(value) || value.some((each) => each.length !== 1))
                throw wrong(name, 'a list of single characters');
            return value;
        default:
            if (!isStringList(value)) throw wrong(name, 'a list of strings');
            return value;
    }
}

const wrong = (name: string, expected: string) => new CommandError(`${FILE}: ${name} must be ${expected}.`);
