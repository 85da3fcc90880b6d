import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from './command.ts';
import type { Output } from './output.ts';

interface SecretPrompt {
    question: string;
    /** The error message if stdin is neither a terminal nor has a line. */
    missing: string;
}

/**
 * Reads a secret: prompts on a terminal, otherwise reads the first line of stdin. Arguments would be visible to other users of the machine.
 */
export async function readSecret(output: Output, { question, missing }: SecretPrompt): Promise<string> {
    if (output.canPrompt) return promptSilently(output, question);
    // Without a prompt, the user would not know that the command waits for input.
    if (output.input.isTTY) throw new CommandError(missing);
    const [line = ''] = (await text(output.input)).split(/\r?\n/);
    if (line.trim() === '') throw new CommandError(missing);
    return line;
}

export async function promptSilently(output: Output, question: string): Promise<string> {
    output.write('err', question);
    // Without an output stream, the typed text is not shown.
    const lines = createInterface({ input: output.input, terminal: true });
    try {
        return await lines.question('');
    } finally {
        lines.close();
        output.write('err', '\n');
    }
}
