import { styleText } from 'node:util';
import type { Environment } from '../config/setting.ts';
import type { ExitCode, Result } from './result.ts';

type Paint = Parameters<typeof styleText>[0];

export interface Streams {
    out: NodeJS.WriteStream;
    err: NodeJS.WriteStream;
    in: NodeJS.ReadStream;
}

/** How a command speaks: results on stdout, once, at its end; progress and notices on stderr. */
export class Output {
    /** Programs read JSON, people read text. */
    readonly isJson: boolean;
    readonly #asksForJson: boolean;
    /** Whether someone could answer a question. */
    readonly mayAsk: boolean;
    readonly #streams: Streams;
    readonly #movesOn: boolean;
    readonly #isColourless: boolean;
    #exitCode: ExitCode = 0;

    constructor(
        streams: Streams,
        environment: Environment,
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
        return this.#isColourless ? text : styleText(paint, text, { stream: this.#streams.out });
    }

    tell({ json, text, exitCode = 0, isText = false }: Result): void {
        this.#exitCode = exitCode;
        const asJson = isText ? this.#asksForJson : this.isJson;
        this.#streams.out.write(`${asJson ? JSON.stringify(json) : text}\n`);
    }

    /** A line on stderr. */
    note(text: string): void {
        this.#streams.err.write(`${text}\n`);
    }

    fail(text: string): void {
        this.#exitCode = 1;
        const word = this.#isColourless ? 'error:' : styleText('red', 'error:', { stream: this.#streams.err });
        this.note(`${word} ${text}`);
    }

    /** A bar on a terminal, elsewhere a line now and then. */
    progress(title: string): Progress {
        return new Progress(this.#streams.err, title, this.#movesOn);
    }

    get streams(): Streams {
        return this.#streams;
    }
}

const BAR = 24;
const REDRAW_MS = 100;
/** Logs of pipelines should tell that it goes on, without growing long. */
const LINE_MS = 10_000;

export class Progress {
    readonly #stream: NodeJS.WriteStream;
    readonly #title: string;
    readonly #movesOn: boolean;
    #last = 0;

    constructor(stream: NodeJS.WriteStream, title: string, movesOn: boolean) {
        this.#stream = stream;
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
            this.#stream.write(`${this.#title}: ${percent} ${what}\n`);
            return;
        }
        const filled = Math.round(share * BAR);
        const bar = styleText('cyan', '█'.repeat(filled), { stream: this.#stream }) + '░'.repeat(BAR - filled);
        const room = Math.max((this.#stream.columns ?? 80) - BAR - this.#title.length - 12, 0);
        this.#stream.write(`\r\u001b[2K${this.#title} ${bar} ${percent.padStart(5)} ${what.slice(0, room)}`);
    }

    /** Takes the bar away: what follows says how it went. */
    end(): void {
        if (this.#movesOn) this.#stream.write('\r\u001b[2K');
    }
}
