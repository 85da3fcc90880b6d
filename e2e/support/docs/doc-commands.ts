import type { CliCommand } from '@halyard/cli/program/command';
import { COMMANDS, GROUPS } from '../../../packages/server/src/cli/commands.ts';

const ALWAYS = ['--json', '--help', '--version'];

/** Unknown commands and options in the `halyard …` lines of a text. */
export function unknownWords(text: string): string[] {
    return [
        ...text.replaceAll('\\\n', ' ').matchAll(/(?:^|[\s;(`])halyard +([a-z][a-z-]*(?![^\s`)])[^\n|&;><)`#]*)/gm),
    ].flatMap(([, line = '']) => {
        const words = line.trim().split(/\s+/);
        const name = [words.slice(0, 2).join(' '), words[0]!].find((each) => Object.hasOwn(COMMANDS, each));
        // A group is spoken of as a whole.
        if (words[0] === 'help' || (words.length === 1 && Object.hasOwn(GROUPS, words[0]!))) return [];
        if (name === undefined) return [`halyard ${line}: there is no such command`];
        const { options } = (COMMANDS as Record<string, CliCommand>)[name]!;
        const known = Object.entries(options).flatMap(([key, { short }]) => [
            `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
            ...(short ? [`-${short}`] : []),
        ]);
        return words
            .filter((word) => /^--?[a-z]/.test(word))
            .map((word) => word.split('=')[0]!)
            .filter((word) => !known.includes(word) && !ALWAYS.includes(word))
            .map((word) => `halyard ${line}: ${name} has no ${word}`);
    });
}
