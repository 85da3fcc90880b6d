/**
 * 0: success, or no differences. 1: failure, or wrong usage. 2: differences were found. 3: waiting for approval. 4: a change was applied, but
 * its response was lost. 5: a response was lost, and the outcome of the change is unknown. `eval --test` has its own meanings.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** The output of a command: JSON for programs, text for people. */
export interface Result {
    json: unknown;
    text: string;
    exitCode?: ExitCode;
    /** Whether the result is a file rather than data: stdout gets the text even if it is not a terminal, unless JSON is requested. */
    isText?: boolean;
    /** Whether the text is input for another program, such as a patch: it is written byte for byte, unless stdout is a terminal. */
    isExact?: boolean;
}
