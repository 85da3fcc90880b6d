import { CommanderError, InvalidArgumentError, Option, Command as Parser } from 'commander';
import { type CliCommand, type CliContext, type CliOption, CommandError, type CommandTable } from './command.ts';
import { Output, type OutputStreams } from './output.ts';
import type { ExitCode } from './result.ts';

const SETTINGS_INTRODUCTION =
    'All settings are optional. Settings are environment variables; each can also have the prefix HALYARD_:';

/** A command line program: its commands, and the parts of it that no command knows. */
export interface CliProgram extends CommandTable {
    /** The help text for the settings of the service. */
    describeSettings(): string;
    /** Whether an error is reported as one line, without a stack trace. `CommandError` always is. */
    isExpected(error: unknown): error is Error;
}

/** Runs the command that the words name, and returns the exit code. */
export async function runProgram(
    program: CliProgram,
    words: string[],
    {
        streams = { out: process.stdout, err: process.stderr, in: process.stdin },
        clock = () => new Date(),
        ...surroundings
    }: Pick<CliContext, 'environment' | 'version'> & { streams?: OutputStreams; clock?: CliContext['clock'] },
): Promise<ExitCode> {
    const output = new Output(streams, surroundings.environment, {
        json: words.includes('--json'),
        noInput: words.includes('--no-input'),
    });
    try {
        await createParser(program, { ...surroundings, clock, output, catalogue: program }, words).parseAsync(
            commandFirst(words),
            { from: 'user' },
        );
    } catch (error) {
        if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
        if (error instanceof CommandError || program.isExpected(error)) output.fail(error.message);
        else output.crash(error);
    }
    return output.exitCode;
}

/** The existing edge takes some of its options before the command. */
function commandFirst(words: string[]): string[] {
    const place = words.findIndex((word) => word === 'edge' || word === 'offline');
    if (place < 1 || !words[0]!.startsWith('-')) return words;
    return [words[place]!, ...words.slice(0, place), ...words.slice(place + 1)];
}

function createParser(program: CliProgram, context: CliContext, words: readonly string[]): Parser {
    const parser = new Parser('halyard')
        .description(`Halyard ${context.version}, a feature-flag service.`)
        .usage('[command] [options]')
        .version(context.version, '--version', 'Print the version')
        .helpOption('--help', 'Print this help')
        .helpCommand('help [command]', 'Print the help of a command')
        .showHelpAfterError('(halyard --help lists all commands)')
        .addHelpText('after', () => settingsHelp(program))
        .configureOutput({
            writeOut: (text) => context.output.write('out', text),
            writeErr: (text) => context.output.write('err', text),
        })
        .exitOverride();
    // The list of all commands needs no options of theirs, and there are hundreds.
    const asked = new Set(words);
    const added = new Map<string, Parser>();
    // A group may be a command, too: what is none of its commands is an argument of it.
    const groupsLast = Object.entries(program.commands).toSorted(([a], [b]) => wordsIn(a) - wordsIn(b));
    for (const [name, command] of groupsLast) {
        const [first = '', ...rest] = name.split(' ');
        if (rest.length === 0) {
            added.set(
                first,
                add(parser, first, asked.has(first) ? command : withoutOptions(command), program, context),
            );
            continue;
        }
        const group = added.get(first) ?? addGroup(parser, first, program);
        added.set(first, group);
        add(group, rest.join('-'), asked.has(first) ? command : withoutOptions(command), program, context);
    }
    return parser;
}

const withoutOptions = (command: CliCommand): CliCommand => ({ ...command, options: {} });

const wordsIn = (name: string) => name.split(' ').length;

const addGroup = (parser: Parser, name: string, { groups }: CliProgram) =>
    parser.command(name).description(groups[name]!).usage('<command> [options]').helpCommand(false);

function add(parent: Parser, name: string, declared: CliCommand, program: CliProgram, context: CliContext): Parser {
    const child = parent.command(name, { hidden: declared.isHidden ?? false }).description(declared.summary);
    for (const [key, word] of Object.entries(declared.arguments)) {
        child.argument(placeholder(word, key), word.says, readerOf(word, key), word.fallback);
    }
    for (const [key, word] of Object.entries(declared.options)) child.addOption(optionOf(key, word));
    child.option('--json', 'Print JSON (default if the output is not a terminal)');
    child.addOption(noInput());
    child.addHelpText('after', () => examples(declared, program));
    child.action(async (...given: unknown[]) => {
        const names = Object.keys(declared.arguments);
        const positional = Object.fromEntries(names.map((key, position) => [key, given[position]]));
        const result = await declared.run({ ...child.opts(), ...positional }, context);
        if (result) context.output.tell(result);
    });
    return child;
}

/** For commander, what begins with `--no-` would be the opposite of `--input`, which commands may have. */
function noInput(): Option {
    const option = new Option('--no-input', 'Never prompt; missing input is an error');
    option.negate = false;
    return option;
}

function optionOf(key: string, word: CliOption<unknown>): Option {
    const long = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const value = word.takes === undefined ? '' : ` <${word.takes}${word.isList ? '...' : ''}>`;
    const option = new Option(`${word.short ? `-${word.short}, ` : ''}${long}${value}`, word.says);
    if (word.fallback !== undefined && word.fallback !== false) option.default(word.fallback);
    else if (word.takes === undefined) option.default(false, 'no');
    if (word.isRequired) option.makeOptionMandatory();
    if (word.takes !== undefined) option.argParser(readerOf(word, long));
    return option;
}

function placeholder(word: CliOption<unknown>, key: string): string {
    const name = `${word.takes ?? key}${word.isList ? '...' : ''}`;
    return word.isRequired ? `<${name}>` : `[${name}]`;
}

/** What commander calls with the text of a value, and for lists with those before it. */
function readerOf({ parse, expects, isList, fallback }: CliOption<unknown>, name: string) {
    const read = (text: string) => {
        const value = parse ? parse(text) : text;
        if (value === undefined) throw new InvalidArgumentError(`${name} must be ${expects}.`);
        return value;
    };
    if (!isList) return read;
    return (text: string, before: unknown) => [
        ...(before === fallback ? [] : ((before as unknown[]) ?? [])),
        read(text),
    ];
}

function examples({ examples: lines, listsSettings }: CliCommand, program: CliProgram): string {
    const width = Math.max(...lines.map(([line]) => line.length));
    const shown = lines.map(([line, why]) => `  ${line.padEnd(width)}  ${why}`).join('\n');
    const settings = listsSettings ? `\n${settingsHelp(program)}` : '';
    return `\nExamples:\n${shown}${settings}`;
}

const settingsHelp = (program: CliProgram): string => `\n${SETTINGS_INTRODUCTION}\n\n${program.describeSettings()}`;
