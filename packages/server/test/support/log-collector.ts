import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

/*
 * No secret reaches the log, whatever is done with it: every app of the tests logs as much as it can into memory, every secret that
 * passes by is noted, and when a test file ends, none of them may stand in any line.
 */

let lines: string[] = [];
const secrets = new Map<string, string>();

/** Members of requests, answers and settings that hold one. */
const HOLDS_SECRET =
    /password$|secret$|^secret|clientsecret|^token$|^tokens$|invitelink|reseturl|_api_tokens$|secret_key$/i;
/** Shorter ones are words of tests, such as a password that must be refused, and stand in a log by chance. */
const SHORTEST = 10;
const DEEPEST = 6;

export function collectingLog(): Logger {
    const stream = new Writable({
        write(line: Buffer, _encoding, done) {
            lines.push(line.toString());
            done();
        },
    });
    return pino({ level: 'trace' }, stream);
}

/** Notes what must not be logged from here on, with where it was seen. */
export function noteSecret(secret: string, where: string): void {
    // Of a token the part that is told to nobody; of a link its last part.
    const hidden = /[^.=/]*$/.exec(secret.trim())![0];
    if (hidden.length >= SHORTEST) secrets.set(hidden, where);
}

/** Notes all secrets in what was sent or answered, by the names of its members. */
export function noteSecretsIn(value: unknown, where: string, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'string' && HOLDS_SECRET.test(name)) noteSecret(member, `${where} (${name})`);
        else noteSecretsIn(member, where, depth + 1);
    }
}

/** To be called when a test file ends: forgets everything, and fails when something was told. */
export function demandNoSecretLogged(): void {
    const told = lines.join('');
    const known = [...secrets];
    lines = [];
    secrets.clear();
    const found = known.filter(([secret]) => told.includes(secret));
    if (found.length === 0) return;
    const [secret, where] = found[0]!;
    const line = told.split('\n').find((each) => each.includes(secret));
    throw new Error(`A secret is in the log: ${secret} of ${where}, in ${line}`);
}
