import type { Output } from './output.ts';
import type { ExitCode, Result } from './result.ts';

/** Ends a command with an error; the message is one sentence that names the next step. */
export class CommandError extends Error {
    readonly exitCode: ExitCode;
    /** The result for programs, for errors that scripts distinguish. */
    readonly json: object | undefined;

    constructor(message: string, exitCode: ExitCode = 1, json?: object) {
        super(message);
        this.exitCode = exitCode;
        this.json = json;
    }
}

/** The context of a command, besides its arguments and options. */
export interface CliContext {
    environment: NodeJS.ProcessEnv;
    version: string;
    clock: () => Date;
    /** Waits for milliseconds. */
    wait: (ms: number) => Promise<void>;
    output: Output;
    /** All commands, for the completion command. */
    catalogue: CommandTable;
}

export interface CommandTable {
    commands: Record<string, CliCommand>;
    /** The common description of a group of commands. */
    groups: Record<string, string>;
}

/** An argument or option of the command line. Its type parameter is the type of the value that the command receives. */
export interface CliOption<T> {
    description: string;
    /** The placeholder of the value in help, e.g. `file`; without it the option is a switch. */
    placeholder?: string;
    short?: string;
    isRequired?: boolean;
    /** Whether the option can be repeated, or have several values at once. */
    isList?: boolean;
    fallback?: T;
    /** Converts the text to a value; returns undefined if the text is invalid. */
    parse?: (text: string) => T | undefined;
    /** Completes "--name must be …". */
    expects?: string;
    /** The exit code of a failure if the option is present, because the option uses 1 for a result. */
    failureCode?: ExitCode;
}

type CliOptions = Record<string, CliOption<unknown>>;
type ValuesOf<W extends CliOptions> = { [K in keyof W]: W[K] extends CliOption<infer T> ? T : never };

export interface CliCommand {
    summary: string;
    /** By position, after the name of the command. */
    arguments: CliOptions;
    /** By name; `outFile` is `--out-file` on the command line. */
    options: CliOptions;
    /** An example and its description. */
    examples: (readonly [line: string, why: string])[];
    /** Whether its help lists the settings of the service. */
    listsSettings?: boolean;
    /** Whether the command is missing from the list of commands. */
    isHidden?: boolean;
    run(values: Record<string, unknown>, context: CliContext): Promise<Result | undefined>;
}

interface CommandDeclaration<A extends CliOptions, O extends CliOptions>
    extends Partial<Pick<CliCommand, 'listsSettings' | 'isHidden'>> {
    summary: string;
    arguments?: A;
    options?: O;
    examples: CliCommand['examples'];
    /** Imports the implementation lazily, so that no command loads the code of another. */
    load(): Promise<
        (values: NoInfer<ValuesOf<A> & ValuesOf<O>>, context: CliContext) => Promise<Result | undefined> | Promise<void>
    >;
}

/** Declares a command; the function that `load` returns must accept exactly the declared arguments and options. */
export const command = <A extends CliOptions = Record<never, never>, O extends CliOptions = Record<never, never>>({
    load,
    ...declaration
}: CommandDeclaration<A, O>): CliCommand => ({
    arguments: {},
    options: {},
    ...declaration,
    async run(values, context) {
        const run = await load();
        // The parser has created the values according to the declaration.
        return (await run(values as ValuesOf<A> & ValuesOf<O>, context)) ?? undefined;
    },
});

export const toggle = (description: string): CliOption<boolean> => ({ description, fallback: false });

export const dryRun = (): CliOption<boolean> => toggle('Show what would happen without changing anything');

export const optional = (placeholder: string, description: string): CliOption<string | undefined> => ({
    description,
    placeholder,
});

export const required = (placeholder: string, description: string): CliOption<string> => ({
    description,
    placeholder,
    isRequired: true,
});

export const several = (placeholder: string, description: string): CliOption<string[]> => ({
    description,
    placeholder,
    isList: true,
    fallback: [],
});

/** An option with a default value. */
export const withFallback = (placeholder: string, description: string, fallback: string): CliOption<string> => ({
    description,
    placeholder,
    fallback,
});

export const number = (placeholder: string, description: string, fallback: number): CliOption<number> => ({
    description,
    placeholder,
    fallback,
    parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    expects: 'a whole number',
});
