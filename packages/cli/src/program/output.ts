import { randomUUID } from 'node:crypto';
import { inspect, styleText } from 'node:util';
import { plain, printable, printableJson } from './printable.ts';
import type { ExitCode, Result } from './result.ts';

type Paint = Parameters<typeof styleText>[0];

export interface OutputStreams {
    out: NodeJS.WriteStream;
    err: NodeJS.WriteStream;
    in: NodeJS.ReadStream;
}

const ESCAPE = '\u001b';

/**
 * Everything that a command prints: results on stdout, once, at its end; progress and notices on stderr. Control characters are escaped
 * here, so that no command can forget it.
 */
export class Output {
    /** Programs read JSON, people read text. */
    readonly isJson: boolean;
    readonly #asksForJson: boolean;
    /** Whether someone could answer a question. */
    readonly mayAsk: boolean;
    readonly #streams: OutputStreams;
    readonly #movesOn: boolean;
    readonly #isColourless: boolean;
    /** Represents the escape character in our own styles. It is random, so no text from elsewhere can contain it. */
    readonly #styleMark = randomUUID();
    #exitCode: ExitCode = 0;

    constructor(
        streams: OutputStreams,
        environment: NodeJS.ProcessEnv,
        { json, noInput = false }: { json: boolean; noInput?: boolean },
    ) {
        const isAutomated = Boolean(environment['CI']) && environment['CI'] !== 'false';
        this.#streams = streams;
        this.#isColourless = Boolean(environment['NO_COLOR']);
        this.#asksForJson = json;
        this.isJson = json || !streams.out.isTTY;
        this.mayAsk = streams.in.isTTY && streams.err.isTTY && !isAutomated && !noInput;
        this.#movesOn = streams.err.isTTY && !isAutomated && environment['TERM'] !== 'dumb';
    }

    get exitCode(): ExitCode {
        return this.#exitCode;
    }

    /** For what runs on: the status is all it answers. */
    endsWith(exitCode: ExitCode): undefined {
        this.#exitCode = exitCode;
    }

    /** Colour for stdout: none when it is no terminal or NO_COLOR is set. */
    paint(paint: Paint, text: string): string {
        return this.#styled(paint, text, this.#streams.out);
    }

    #styled(paint: Paint, text: string, stream: NodeJS.WriteStream): string {
        if (this.#isColourless) return text;
        const [before = '', after = ''] = styleText(paint, '|', { stream })
            .replaceAll(ESCAPE, this.#styleMark)
            .split('|');
        return before + text + after;
    }

    tell({ json, text, exitCode = 0, isText = false, isExact = false }: Result): void {
        this.#exitCode = exitCode;
        const asJson = isText ? this.#asksForJson : this.isJson;
        if (asJson) this.tellJson(json);
        else if (isExact && !this.#streams.out.isTTY) this.#streams.out.write(`${text}\n`);
        else this.write('out', `${text}\n`);
    }

    /** One line of JSON on stdout. */
    tellJson(value: unknown): void {
        this.#streams.out.write(`${printableJson(value)}\n`);
    }

    write(stream: 'out' | 'err', text: string): void {
        this.#streams[stream].write(text.split(this.#styleMark).map(printable).join(ESCAPE));
    }

    /** A line on stderr. */
    note(text: string): void {
        this.write('err', `${text}\n`);
    }

    fail(text: string): void {
        this.#exitCode = 1;
        this.note(`${this.#styled('red', 'error:', this.#streams.err)} ${text}`);
    }

    /** An error that no command expects, with its stack trace. */
    crash(error: unknown): void {
        this.#exitCode = 1;
        this.note(inspect(error));
    }

    /** A bar on a terminal, elsewhere a line now and then. */
    progress(title: string): Progress {
        const stream = this.#streams.err;
        const paint = (text: string) => (this.#isColourless ? text : styleText('cyan', text, { stream }));
        return new Progress(stream, { title, movesOn: this.#movesOn, paint });
    }

    get input(): NodeJS.ReadStream {
        return this.#streams.in;
    }
}

const BAR = 24;
const REDRAW_MS = 100;
/** Logs of pipelines should tell that it goes on, without growing long. */
const LINE_MS = 10_000;

interface ProgressOptions {
    title: string;
    /** Whether the bar is drawn over itself. */
    movesOn: boolean;
    paint(text: string): string;
}

export class Progress {
    readonly #stream: NodeJS.WriteStream;
    readonly #title: string;
    readonly #movesOn: boolean;
    readonly #paint: ProgressOptions['paint'];
    #last = 0;

    constructor(stream: NodeJS.WriteStream, { title, movesOn, paint }: ProgressOptions) {
        this.#stream = stream;
        this.#paint = paint;
        this.#title = title;
        this.#movesOn = movesOn;
        this.#last = movesOn ? 0 : performance.now();
    }

    /** Of `total` parts `done` are done; `what` is being worked on. */
    update(done: number, total: number, what = ''): void {
        const now = performance.now();
        if (now - this.#last < (this.#movesOn ? REDRAW_MS : LINE_MS)) return;
        this.#last = now;
        const share = total === 0 ? 1 : Math.min(done / total, 1);
        const percent = `${Math.floor(share * 100)} %`;
        if (!this.#movesOn) {
            this.#stream.write(`${this.#title}: ${percent} ${plain(what)}\n`);
            return;
        }
        const filled = Math.round(share * BAR);
        const bar = this.#paint('█'.repeat(filled)) + '░'.repeat(BAR - filled);
        const room = Math.max((this.#stream.columns ?? 80) - BAR - this.#title.length - 12, 0);
        this.#stream.write(`\r\u001b[2K${this.#title} ${bar} ${percent.padStart(5)} ${plain(what).slice(0, room)}`);
    }

    /** Takes the bar away: what follows says how it went. */
    end(): void {
        if (this.#movesOn) this.#stream.write('\r\u001b[2K');
    }
}
