import { type CliProgram, runProgram } from '@halyard/cli/program/program';
import type { ExitCode } from '@halyard/cli/program/result';
import { describeSettings } from '../config/config.ts';
import { StartError } from '../core/errors/start-error.ts';
import { COMMANDS, GROUPS } from './commands.ts';

const HALYARD: CliProgram = {
    commands: COMMANDS,
    groups: GROUPS,
    describeSettings,
    isExpected: (error) => error instanceof StartError,
};

type Options = Parameters<typeof runProgram>[2];

/** Runs the command of these arguments and returns the exit code. */
export const runHalyard = (args: string[], options: Options): Promise<ExitCode> => runProgram(HALYARD, args, options);
