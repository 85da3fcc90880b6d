/** 0: done, or nothing differs. 1: it failed, or was asked for wrongly. 2: differences were found. */
export type ExitCode = 0 | 1 | 2;

/** What a command tells on stdout: as JSON for programs, as text for people. */
export interface Result {
    json: unknown;
    text: string;
    exitCode?: ExitCode;
}
