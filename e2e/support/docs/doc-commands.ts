import type { CliCommand } from '@halyard/cli/program/command';
import { COMMANDS, GROUPS } from '../../../packages/server/src/cli/commands.ts';

const COMMON_OPTIONS = ['--json', '--help', '--version'];

/** Unknown commands and options in the `halyard …` lines of a text. */
export function unknownCommands(text: string): string[] {
    return [
        ...text.replaceAll('\\\n', ' ').matchAll(/(?:^|[\s;(`])halyard +([a-z][a-z-]*(?![^\s`)])[^\n|&;><)`#]*)/gm),
    ].flatMap(([, line = '']) => {
        const args = line.trim().split(/\s+/);
        const name = [args.slice(0, 2).join(' '), args[0]!].find((each) => Object.hasOwn(COMMANDS, each));
        // A group may be mentioned without a subcommand.
        if (args[0] === 'help' || (args.length === 1 && Object.hasOwn(GROUPS, args[0]!))) return [];
        if (name === undefined) return [`halyard ${line}: there is no such command`];
        const { options } = (COMMANDS as Record<string, CliCommand>)[name]!;
        const knownOptions = Object.entries(options).flatMap(([key, { short }]) => [
            `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
            ...(short ? [`-${short}`] : []),
        ]);
        return args
            .filter((arg) => /^--?[a-z]/.test(arg))
            .map((arg) => arg.split('=')[0]!)
            .filter((arg) => !knownOptions.includes(arg) && !COMMON_OPTIONS.includes(arg))
            .map((arg) => `halyard ${line}: ${name} has no ${arg}`);
    });
}
