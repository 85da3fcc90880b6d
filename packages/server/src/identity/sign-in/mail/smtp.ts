import type { Config } from '../../../config.ts';
import type { MailOutcome } from '../../accounts/mail-queue/mail-queue.ts';
import type { Letter } from './mails.ts';

/** An attempt ends within the lease that it has in the queue. */
const CONNECTION_MS = 10_000;
const SILENCE_MS = 20_000;
/** How much of what a mail server answers is kept. */
const ANSWER_LENGTH = 300;

/** How letters are handed to the configured mail server; undefined: none is configured. */
export function smtpSender(config: Config, publicUrl: () => string) {
    if (!config.mailHost) return undefined;
    // Few instances send mails, and none as it starts.
    const connect = async () =>
        (await import('nodemailer')).default.createTransport({
            host: config.mailHost,
            port: config.mailPort,
            secure: config.mailSecure,
            ...(config.mailUser && { auth: { user: config.mailUser, pass: config.mailPassword } }),
            connectionTimeout: CONNECTION_MS,
            greetingTimeout: CONNECTION_MS,
            dnsTimeout: CONNECTION_MS,
            socketTimeout: SILENCE_MS,
            // Nothing that a mail contains makes us read files or call addresses.
            disableFileAccess: true,
            disableUrlAccess: true,
        });
    let transport: ReturnType<typeof connect> | undefined;
    const headers: Record<string, string> = config.mailHeaders ? JSON.parse(config.mailHeaders) : {};
    const from = () => config.mailSender || `noreply@${new URL(publicUrl()).hostname}`;

    return async (letter: Letter): Promise<MailOutcome> => {
        try {
            transport ??= connect();
            await (await transport).sendMail({ ...letter, from: from(), headers });
            return {};
        } catch (error) {
            return failureOf(error as SmtpError);
        }
    };
}

interface SmtpError extends Error {
    code?: string;
    /** The code of the server's answer. */
    responseCode?: number;
}

/** A server that refuses this recipient or this mail for good will not change its mind; everything else may pass. */
function failureOf({ message, code, responseCode = 0 }: SmtpError): MailOutcome {
    const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    // Servers may repeat what displeases them; the secret in it stays between us and the recipient.
    const said = message.replace(/token=[\w-]+/g, 'token=…');
    // PostgreSQL takes no text with NUL.
    const failure = said.replaceAll('\0', '').slice(0, ANSWER_LENGTH).toWellFormed();
    return { failure, isFinal: isAboutMail && responseCode >= 500 };
}
