import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

export interface ReceivedMail {
    from: string;
    to: string[];
    /** The received message, with encoded lines joined again. */
    source: string;
    header: string;
}

/** A mail server that stores received mails. It ends with the test; `stop` and `start` simulate an outage. */
export async function mailServer(options: SMTPServerOptions = {}) {
    const mails: ReceivedMail[] = [];
    let server: SMTPServer | undefined;
    // Reserved while the server is stopped.
    const port = await freePort();

    async function start(): Promise<void> {
        const fresh = new SMTPServer({
            authOptional: true,
            disabledCommands: ['STARTTLS'],
            allowInsecureAuth: true,
            onData(stream, { envelope }, done) {
                text(stream)
                    .then((raw) => {
                        const source = withoutQuotedPrintable(raw);
                        mails.push({
                            from: envelope.mailFrom ? envelope.mailFrom.address : '',
                            to: envelope.rcptTo.map(({ address }) => address),
                            source,
                            header: raw.split('\r\n\r\n')[0]!,
                        });
                        done();
                    })
                    .catch(done);
            },
            ...options,
        });
        // Some tests disconnect during a session.
        fresh.on('error', () => undefined);
        await new Promise<void>((ready) => fresh.listen(port, '127.0.0.1', ready));
        server = fresh;
    }

    async function stop(): Promise<void> {
        const ending = server;
        server = undefined;
        if (ending) await new Promise<void>((ended) => ending.close(ended));
    }

    await start();
    onTestFinished(stop);
    return {
        mails,
        start,
        stop,
        environment: {
            EMAIL_HOST: '127.0.0.1',
            EMAIL_PORT: String(port),
            EMAIL_SENDER: 'Flags <flags@example.com>',
            UNLEASH_URL: 'https://flags.example.com',
        },
    };
}

const withoutQuotedPrintable = (raw: string) =>
    Buffer.from(
        raw
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
        'latin1',
    ).toString('utf8');
