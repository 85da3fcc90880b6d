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
 * Writes all output of a command: results to stdout, once, at the end; progress and notices to stderr. Control characters are escaped here,
 * so that no command can forget it.
 */
export class Output {
    /** Whether results are printed as JSON: if requested, and by default if stdout is not a terminal. */
    readonly isJson: boolean;
    readonly #isJsonRequested: boolean;
    /** Whether the user can be prompted. */
    readonly canPrompt: boolean;
    readonly #streams: OutputStreams;
    readonly #movesOn: boolean;
    readonly #isColourless: boolean;
    /** Represents the escape character in Halyard's own styles. It is random, so no other text can contain it. */
    readonly #styleMark = randomUUID();
    #exitCode: ExitCode = 0;
    #progress: Progress | undefined;

    constructor(
        streams: OutputStreams,
        environment: NodeJS.ProcessEnv,
        { json, noInput = false }: { json: boolean; noInput?: boolean },
    ) {
        const isAutomated = Boolean(environment['CI']) && environment['CI'] !== 'false';
        this.#streams = streams;
        this.#isColourless = Boolean(environment['NO_COLOR']);
        this.#isJsonRequested = json;
        this.isJson = json || !streams.out.isTTY;
        this.canPrompt = streams.in.isTTY && streams.err.isTTY && !isAutomated && !noInput;
        this.#movesOn = streams.err.isTTY && !isAutomated && environment['TERM'] !== 'dumb';
    }

    get exitCode(): ExitCode {
        return this.#exitCode;
    }

    /** Sets the exit code of a long-running command that prints no result. */
    endsWith(exitCode: ExitCode): undefined {
        this.#exitCode = exitCode;
    }

    /** Styles text for stdout; unchanged if stdout is not a terminal or NO_COLOR is set. */
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

    print({ json, text, exitCode = 0, isText = false, isExact = false }: Result): void {
        this.#exitCode = exitCode;
        const asJson = isText ? this.#isJsonRequested : this.isJson;
        if (asJson) this.printJson(json);
        else if (isExact && !this.#streams.out.isTTY) this.#streams.out.write(`${text}\n`);
        else this.write('out', `${text}\n`);
    }

    printJson(value: unknown): void {
        this.#streams.out.write(`${printableJson(value)}\n`);
    }

    write(stream: 'out' | 'err', text: string): void {
        this.#streams[stream].write(text.split(this.#styleMark).map(printable).join(ESCAPE));
    }

    note(text: string): void {
        this.write('err', `${text}\n`);
    }

    fail(text: string, exitCode: ExitCode = 1, json?: object): void {
        this.#exitCode = exitCode;
        if (json !== undefined && this.isJson) this.printJson(json);
        this.note(`${this.#styled('red', 'error:', this.#streams.err)} ${text}`);
    }

    /** Reports an unexpected error with its stack trace. */
    crash(error: unknown, exitCode: ExitCode = 1): void {
        this.#exitCode = exitCode;
        this.note(inspect(error));
    }

    /** Shows a progress bar on a terminal, and otherwise a line now and then. */
    progress(title: string): Progress {
        const stream = this.#streams.err;
        const paint = (text: string) => (this.#isColourless ? text : styleText('cyan', text, { stream }));
        this.#progress = new Progress(stream, { title, movesOn: this.#movesOn, paint });
        return this.#progress;
    }

    /** Reports a delay in the progress line, if there is one. */
    reportWait(text: string): void {
        if (this.#progress?.isShown) this.#progress.reportWait(text);
        else this.note(text);
    }

    get input(): NodeJS.ReadStream {
        return this.#streams.in;
    }
}

const BAR = 24;
const REDRAW_MS = 100;
/** Interval of lines in the log of a pipeline: they show progress without filling the log. */
const LINE_MS = 10_000;

interface ProgressOptions {
    title: string;
    /** Whether the bar is redrawn in place. */
    movesOn: boolean;
    paint(text: string): string;
}

export class Progress {
    readonly #stream: NodeJS.WriteStream;
    readonly #title: string;
    readonly #movesOn: boolean;
    readonly #paint: ProgressOptions['paint'];
    readonly #started = performance.now();
    #last = 0;
    #share = 0;
    isShown = true;

    constructor(stream: NodeJS.WriteStream, { title, movesOn, paint }: ProgressOptions) {
        this.#stream = stream;
        this.#paint = paint;
        this.#title = title;
        this.#movesOn = movesOn;
        this.#last = movesOn ? 0 : performance.now();
    }

    /** Reports that `done` of `total` parts are complete; `current` names the part in progress. */
    update(done: number, total: number, current = ''): void {
        const now = performance.now();
        this.#share = total === 0 ? 1 : Math.min(done / total, 1);
        if (now - this.#last < (this.#movesOn ? REDRAW_MS : LINE_MS)) return;
        this.#last = now;
        this.#draw([plain(current), remainingTime(now - this.#started, this.#share)].filter(Boolean).join(', '));
    }

    /** Immediately, because nothing else happens in the meantime. */
    reportWait(text: string): void {
        this.#draw(plain(text));
    }

    #draw(details: string): void {
        const share = this.#share;
        const percent = `${Math.floor(share * 100)} %`;
        if (!this.#movesOn) {
            this.#stream.write(`${this.#title}: ${percent} ${details}\n`);
            return;
        }
        const filled = Math.round(share * BAR);
        const bar = this.#paint('█'.repeat(filled)) + '░'.repeat(BAR - filled);
        const room = Math.max((this.#stream.columns ?? 80) - BAR - this.#title.length - 12, 0);
        this.#stream.write(`\r\u001b[2K${this.#title} ${bar} ${percent.padStart(5)} ${details.slice(0, room)}`);
    }

    /** Removes the bar; the output after it reports the result. */
    end(): void {
        this.isShown = false;
        if (this.#movesOn) this.#stream.write('\r\u001b[2K');
    }
}

/** An estimate is shown only after it has become meaningful. */
const MIN_ELAPSED_MS = 3_000;

function remainingTime(elapsedMs: number, share: number): string {
    if (elapsedMs < MIN_ELAPSED_MS || share === 0) return '';
    const seconds = Math.ceil((elapsedMs * (1 - share)) / share / 1_000);
    return seconds < 100 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}
