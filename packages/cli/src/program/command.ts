import type { Output } from './output.ts';
import type { Result } from './result.ts';

/** Ends a command with status 1 and this one sentence, which says what to do next. */
export class CommandError extends Error {}

/** The context of a command, besides its arguments and options. */
export interface CliContext {
    environment: NodeJS.ProcessEnv;
    version: string;
    clock: () => Date;
    output: Output;
    /** All commands, for the command that completes them. */
    catalogue: CommandTable;
}

export interface CommandTable {
    commands: Record<string, CliCommand>;
    /** The common description of a group of commands. */
    groups: Record<string, string>;
}

/** A word of the command line. Its type is what a command receives. */
export interface CliOption<T> {
    says: string;
    /** The placeholder of the value in help, e.g. `file`; without it the option is a switch. */
    takes?: string;
    short?: string;
    isRequired?: boolean;
    /** May be given several times, or several values at once. */
    isList?: boolean;
    fallback?: T;
    /** Makes a value of its text; undefined when it cannot be one. */
    parse?: (text: string) => T | undefined;
    /** Completes "--name must be …". */
    expects?: string;
}

type Words = Record<string, CliOption<unknown>>;
type ValuesOf<W extends Words> = { [K in keyof W]: W[K] extends CliOption<infer T> ? T : never };

export interface CliCommand {
    summary: string;
    /** By position, after the command. */
    arguments: Words;
    /** `outFile` is written `--out-file`. */
    options: Words;
    /** An example and its description. */
    examples: (readonly [line: string, why: string])[];
    /** Whether its help lists the settings of the service. */
    listsSettings?: boolean;
    /** Kept out of the list of commands. */
    isHidden?: boolean;
    run(values: Record<string, unknown>, context: CliContext): Promise<Result | undefined>;
}

interface Declared<A extends Words, O extends Words> extends Partial<Pick<CliCommand, 'listsSettings' | 'isHidden'>> {
    summary: string;
    arguments?: A;
    options?: O;
    examples: CliCommand['examples'];
    /** Imports what the command is made of, so that no command waits for the code of another. */
    load(): Promise<
        (values: NoInfer<ValuesOf<A> & ValuesOf<O>>, context: CliContext) => Promise<Result | undefined> | Promise<void>
    >;
}

/** Declares a command; what `load` answers must take exactly what was declared. */
export const command = <A extends Words = Record<never, never>, O extends Words = Record<never, never>>({
    load,
    ...declared
}: Declared<A, O>): CliCommand => ({
    arguments: {},
    options: {},
    ...declared,
    async run(values, context) {
        const run = await load();
        // The parser has made of the words what was declared.
        return (await run(values as ValuesOf<A> & ValuesOf<O>, context)) ?? undefined;
    },
});

export const toggle = (says: string): CliOption<boolean> => ({ says, fallback: false });

export const dryRun = (): CliOption<boolean> => toggle('Show what would happen without changing anything');

export const optional = (takes: string, says: string): CliOption<string | undefined> => ({ says, takes });

export const required = (takes: string, says: string): CliOption<string> => ({ says, takes, isRequired: true });

export const several = (takes: string, says: string): CliOption<string[]> => ({
    says,
    takes,
    isList: true,
    fallback: [],
});

/** An option with a value that it has when nothing is said. */
export const withFallback = (takes: string, says: string, fallback: string): CliOption<string> => ({
    says,
    takes,
    fallback,
});

export const number = (takes: string, says: string, fallback: number): CliOption<number> => ({
    says,
    takes,
    fallback,
    parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    expects: 'a whole number',
});
