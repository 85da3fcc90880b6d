import { type Logger, pino, type StreamEntry } from 'pino';

/*
 * Checks that no secret reaches the log or an OpenTelemetry collector. Every app and every edge of the tests logs at the most
 * detailed level into memory, child processes contribute their output, and every secret in a request or response is noted. When a
 * test file ends, no line may contain any of them.
 */

let lines: string[] = [];
const secrets = new Map<string, string>();

/** Members of requests, responses, headers and settings that contain a secret. */
const HOLDS_SECRET =
    /password$|passphrase$|secret$|^secret|^tokens?$|[-_]tokens?$|(access|refresh|id)token$|(api|licen[cs]e)_?key$|secret_key$|invitelink|reseturl|^(proxy-)?authorization$|^cookie$/i;
/** Members that contain headers, which may contain a secret: as JSON, or as comma-separated name=value pairs. */
const HOLDS_HEADERS = /headers$/i;
const PASSWORD_IN_ADDRESS = /^\w+:\/\/[^/:@]*:([^/@]+)@/;
/** Shorter values are test words, such as a refused password, and may appear in a log by chance. */
const SHORTEST = 10;
const DEEPEST = 6;

/** A logger whose lines are searched when the file ends. A test that reads some of them passes its own stream. */
export function collectingLog(alsoTo?: StreamEntry): Logger {
    const stream = { write: (line: string) => void lines.push(line) };
    if (!alsoTo) return pino({ level: 'trace' }, stream);
    return pino({ level: 'trace' }, pino.multistream([{ level: 'trace', stream }, alsoTo]));
}

/** Adds the output of another process, or exported telemetry. */
export function collect(text: string): void {
    lines.push(text);
}

/** Notes a value that must not be logged from now on, and where it was seen. */
export function noteSecret(secret: string, where: string): void {
    // The secret part of a token, or the last part of a link, without prefix and padding.
    const hidden = /[^.=/]*=*$/.exec(secret.trim().replace(/^(Bearer|Basic) +/i, ''))![0].replace(/=+$/, '');
    if (hidden.length >= SHORTEST) secrets.set(hidden, where);
}

/** Notes all secrets in a request or response, by the names of its members. */
export function noteSecretsIn(value: unknown, where: string, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    for (const [name, member] of Object.entries(value)) {
        const origin = `${where} (${name})`;
        if (typeof member !== 'string') noteSecretsIn(member, name === 'parameters' ? PARAMETERS : where, depth + 1);
        else if (HOLDS_SECRET.test(name)) for (const each of member.split(',')) noteSecret(each, origin);
        else if (HOLDS_HEADERS.test(name)) for (const each of valuesOf(member)) noteSecret(each, origin);
        // The URL of a webhook is a secret.
        else if (name === 'url' && where === PARAMETERS) noteSecret(member, origin);
        else noteSecret(decoded(PASSWORD_IN_ADDRESS.exec(member)?.[1] ?? ''), origin);
    }
}

const PARAMETERS = 'parameters of an integration';

function valuesOf(headers: string): string[] {
    try {
        return Object.values(JSON.parse(headers) as Record<string, unknown>).map(String);
    } catch {
        return headers.split(',').map((pair) => decoded(pair.replace(/^[^=:]*[=:]/, '')));
    }
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** Called at the end of a test file: clears the log, and fails if it contained a secret. */
export function demandNoSecretLogged(): void {
    const output = lines.join('');
    const notedSecrets = [...secrets];
    lines = [];
    secrets.clear();
    const leaked = notedSecrets.filter(([secret]) => output.includes(secret));
    if (leaked.length === 0) return;
    const [secret, where] = leaked[0]!;
    const line = output.split('\n').find((each) => each.includes(secret));
    throw new Error(`A secret is in the log: ${secret} of ${where}, in ${line}`);
}
