/** 0: success, or no differences. 1: failure, or wrong usage. 2: differences were found. */
export type ExitCode = 0 | 1 | 2;

/** The output of a command: JSON for programs, text for people. */
export interface Result {
    json: unknown;
    text: string;
    exitCode?: ExitCode;
    /** For what is no data but a file to be: the text for programs, too, unless they ask for JSON. */
    isText?: boolean;
    /** For the input of another program, such as a patch: written byte for byte, unless stdout is a terminal. */
    isExact?: boolean;
}
