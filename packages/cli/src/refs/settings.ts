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
    /** Functions that take the name of a flag, besides those of SDKs. */
    wrappers: string[];
    delimiters: string[];
    /** Names that look as if they were flags. */
    notFlags: string[];
    linkTemplate: string | undefined;
}

const FILE = '.halyard/refs.yaml';
const STYLE_NAMES = Object.keys(STYLES) as Style[];

const NOTHING: RefsSettings = {
    projects: [],
    styles: [],
    aliases: {},
    wrappers: [],
    delimiters: [],
    notFlags: [],
    linkTemplate: undefined,
};

/** An empty file, or none, says nothing. */
export async function settingsOf(top: string): Promise<RefsSettings> {
    const text = await readFile(path.join(top, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw new CommandError(`${FILE} cannot be read (${error.code}).`);
    });
    let said: unknown;
    try {
        said = parse(text) ?? {};
    } catch (error) {
        throw new CommandError(`${FILE} is no YAML: ${(error as Error).message.split('\n')[0]}`);
    }
    if (!isRecord(said)) throw wrong('it', 'members with names');
    const settings = { ...NOTHING };
    for (const [name, value] of Object.entries(said)) {
        if (!(name in NOTHING)) {
            throw new CommandError(
                `${FILE} says ${name}, which is not known. Known are ${Object.keys(NOTHING).join(', ')}.`,
            );
        }
        Object.assign(settings, { [name]: checked(name, value) });
    }
    return settings;
}

const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');

function checked(name: string, value: unknown): unknown {
    switch (name) {
        case 'linkTemplate':
            if (typeof value !== 'string' || !/^https?:\/\/\S+$/.test(value))
                throw wrong(name, 'an http or https address');
            return value;
        case 'aliases':
            if (typeof value !== 'object' || value === null || !isTexts(Object.values(value))) {
                throw wrong(name, 'the names of flags by their aliases');
            }
            return value;
        case 'styles':
            if (!isTexts(value) || !value.every((each) => STYLE_NAMES.some((style) => style === each))) {
                throw wrong(name, `a list of ${STYLE_NAMES.join(', ')}`);
            }
            return value;
        case 'delimiters':
            if (!isTexts(value) || value.some((each) => each.length !== 1))
                throw wrong(name, 'a list of single characters');
            return value;
        default:
            if (!isTexts(value)) throw wrong(name, 'a list of texts');
            return value;
    }
}

const wrong = (name: string, expected: string) => new CommandError(`${FILE}: ${name} must be ${expected}.`);
