/** 0: done, or nothing differs. 1: it failed, or was asked for wrongly. 2: differences were found. */
export type ExitCode = 0 | 1 | 2;

/** What a command tells on stdout: as JSON for programs, as text for people. */
export interface Result {
    json: unknown;
    text: string;
    exitCode?: ExitCode;
    /** For what is no data but a file to be: the text for programs, too, unless they ask for JSON. */
    isText?: boolean;
    /** For the input of another program, such as a patch: written byte for byte, unless stdout is a terminal. */
    isExact?: boolean;
}
