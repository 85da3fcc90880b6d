import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from './command.ts';
import type { Output } from './output.ts';

interface SecretPrompt {
    question: string;
    /** What to do when there is neither a terminal nor anything on stdin. */
    missing: string;
}

/** Prompted on a terminal, otherwise the first line of stdin. Command-line arguments are visible to other users. */
export async function secretFrom(output: Output, { question, missing }: SecretPrompt): Promise<string> {
    if (output.mayAsk) return askSilently(output, question);
    // Nobody was asked, so nobody would know that something is waited for.
    if (output.input.isTTY) throw new CommandError(missing);
    const [line = ''] = (await text(output.input)).split(/\r?\n/);
    if (line.trim() === '') throw new CommandError(missing);
    return line;
}

export async function askSilently(output: Output, question: string): Promise<string> {
    output.write('err', question);
    // Without an output, nothing of what is typed is shown.
    const lines = createInterface({ input: output.input, terminal: true });
    try {
        return await lines.question('');
    } finally {
        lines.close();
        output.write('err', '\n');
    }
}
