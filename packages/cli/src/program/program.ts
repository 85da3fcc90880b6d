import { setTimeout as delay } from 'node:timers/promises';
import { CommanderError, InvalidArgumentError, Option, Command as Parser } from 'commander';
import { type CliCommand, type CliContext, type CliOption, CommandError, type CommandTable } from './command.ts';
import { Output, type OutputStreams } from './output.ts';
import type { ExitCode } from './result.ts';

const SETTINGS_INTRODUCTION =
    'All settings are optional. Settings are environment variables; each can also have the prefix HALYARD_:';

/** A command-line program: its commands, and the parts that commands do not depend on. */
export interface CliProgram extends CommandTable {
    /** The help text for the settings of the service. */
    describeSettings(): string;
    /** Whether an error is reported as one line, without a stack trace. `CommandError` always is. */
    isExpected(error: unknown): error is Error;
}

/** Runs the command of these arguments and returns the exit code. */
export async function runProgram(
    program: CliProgram,
    args: string[],
    {
        streams = { out: process.stdout, err: process.stderr, in: process.stdin },
        clock = () => new Date(),
        wait = delay,
        ...rest
    }: Pick<CliContext, 'environment' | 'version'> &
        Partial<Pick<CliContext, 'clock' | 'wait'>> & { streams?: OutputStreams },
): Promise<ExitCode> {
    const output = new Output(streams, rest.environment, {
        json: args.includes('--json'),
        noInput: args.includes('--no-input'),
    });
    try {
        await createParser(program, { ...rest, clock, wait, output, catalogue: program }, args).parseAsync(
            commandFirst(args),
            { from: 'user' },
        );
    } catch (error) {
        const failureCode = failureCodeOf(program, args);
        if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : failureCode;
        if (error instanceof CommandError) output.fail(error.message, error.exitCode, error.json);
        else if (program.isExpected(error)) output.fail(error.message, failureCode);
        else output.crash(error, failureCode);
    }
    return output.exitCode;
}

/** Returns 1, unless an option of the command uses this exit code for a result. */
function failureCodeOf({ commands }: CliProgram, args: readonly string[]): ExitCode {
    const options = Object.entries(commands[args[0] ?? '']?.options ?? {});
    return options.find(([name]) => args.includes(`--${name}`))?.[1].failureCode ?? 1;
}

/** Unleash Edge accepts some of its options before the command. */
function commandFirst(args: string[]): string[] {
    const position = args.findIndex((arg) => arg === 'edge' || arg === 'offline');
    if (position < 1 || !args[0]!.startsWith('-')) return args;
    return [args[position]!, ...args.slice(0, position), ...args.slice(position + 1)];
}

function createParser(program: CliProgram, context: CliContext, args: readonly string[]): Parser {
    const parser = new Parser('halyard')
        .description(`Halyard ${context.version}, a feature-flag service.`)
        .usage('[command] [options]')
        .version(context.version, '--version', 'Print the version')
        .helpOption('-h, --help', 'Print this help')
        .helpCommand('help [command]', 'Print the help of a command')
        .showHelpAfterError('(halyard --help lists all commands)')
        .addHelpText('after', () => settingsHelp(program))
        .configureOutput({
            writeOut: (text) => context.output.write('out', text),
            writeErr: (text) => context.output.write('err', text),
        })
        // Options after a subcommand belong to it, even if the command above has options of the same name.
        .enablePositionalOptions()
        .exitOverride();
    // The list of commands does not show their options, of which there are hundreds.
    const argumentSet = new Set(args);
    const added = new Map<string, Parser>();
    // A group may also be a command; a word that is not one of its subcommands is then its argument.
    const groupsLast = Object.entries(program.commands).toSorted(([a], [b]) => wordCount(a) - wordCount(b));
    for (const [name, command] of groupsLast) {
        const [first = '', ...rest] = name.split(' ');
        if (rest.length === 0) {
            added.set(
                first,
                add(parser, first, argumentSet.has(first) ? command : withoutOptions(command), program, context),
            );
            continue;
        }
        const group = added.get(first) ?? addGroup(parser, first, program);
        added.set(first, group);
        add(group, rest.join('-'), argumentSet.has(first) ? command : withoutOptions(command), program, context);
    }
    return parser;
}

const withoutOptions = (command: CliCommand): CliCommand => ({ ...command, options: {} });

const wordCount = (name: string) => name.split(' ').length;

const addGroup = (parser: Parser, name: string, { groups }: CliProgram) =>
    parser.command(name).description(groups[name]!).usage('<command> [options]').helpCommand(false);

function add(parent: Parser, name: string, declaration: CliCommand, program: CliProgram, context: CliContext): Parser {
    const child = parent.command(name, { hidden: declaration.isHidden ?? false }).description(declaration.summary);
    child.enablePositionalOptions();
    for (const [key, option] of Object.entries(declaration.arguments)) {
        child.argument(placeholder(option, key), option.description, readerOf(option, key), option.fallback);
    }
    for (const [key, option] of Object.entries(declaration.options)) child.addOption(optionOf(key, option));
    child.option('--json', 'Print JSON (default if the output is not a terminal)');
    child.addOption(noInput());
    child.addHelpText('after', () => examples(declaration, program));
    child.action(async (...values: unknown[]) => {
        const names = Object.keys(declaration.arguments);
        const positional = Object.fromEntries(names.map((key, position) => [key, values[position]]));
        const result = await declaration.run({ ...child.opts(), ...positional }, context);
        if (result) context.output.print(result);
    });
    return child;
}

/** Commander treats an option that begins with `--no-` as the negation of `--input`, which commands may have. */
function noInput(): Option {
    const option = new Option('--no-input', 'Never prompt; missing input is an error');
    option.negate = false;
    return option;
}

function optionOf(key: string, option: CliOption<unknown>): Option {
    const long = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const value = option.placeholder === undefined ? '' : ` <${option.placeholder}${option.isList ? '...' : ''}>`;
    const result = new Option(`${option.short ? `-${option.short}, ` : ''}${long}${value}`, option.description);
    if (option.fallback !== undefined && option.fallback !== false) result.default(option.fallback);
    else if (option.placeholder === undefined) result.default(false, 'no');
    if (option.isRequired) result.makeOptionMandatory();
    if (option.placeholder !== undefined) result.argParser(readerOf(option, long));
    return result;
}

function placeholder(word: CliOption<unknown>, key: string): string {
    const name = `${word.placeholder ?? key}${word.isList ? '...' : ''}`;
    return word.isRequired ? `<${name}>` : `[${name}]`;
}

/** Returns the parser that commander calls with the text of a value, and for lists with the values before it. */
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
