import type { Config } from '../../../config/config.ts';
import type { MailOutcome, OutgoingMail } from './mails.ts';

/** The timeouts end an attempt before its lease in the queue expires. */
const CONNECTION_MS = 10_000;
const IDLE_MS = 20_000;
/** Maximum stored length of a response of the mail server. */
const MAX_FAILURE_LENGTH = 300;

/** Returns the function that sends mails with the configured mail server; undefined if none is configured. */
export function smtpSender(config: Config, publicUrl: () => string) {
    if (!config.mailHost) return undefined;
    // The library is loaded on demand: few instances send mails, and none at startup.
    const connect = async () =>
        (await import('nodemailer')).default.createTransport({
            host: config.mailHost,
            port: config.mailPort,
            secure: config.mailSecure,
            ...(config.mailUser && { auth: { user: config.mailUser, pass: config.mailPassword } }),
            connectionTimeout: CONNECTION_MS,
            greetingTimeout: CONNECTION_MS,
            dnsTimeout: CONNECTION_MS,
            socketTimeout: IDLE_MS,
            // The content of a mail must not cause the library to read files or call URLs.
            disableFileAccess: true,
            disableUrlAccess: true,
        });
    let transport: ReturnType<typeof connect> | undefined;
    const headers: Record<string, string> = config.mailHeaders ? JSON.parse(config.mailHeaders) : {};
    const from = () => config.mailSender || `noreply@${new URL(publicUrl()).hostname}`;

    return async (letter: OutgoingMail): Promise<MailOutcome> => {
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
    /** The status code of the mail server's response. */
    responseCode?: number;
}

/** A permanent rejection of the recipient or the mail is final. All other failures are retried. */
function failureOf({ message, code, responseCode = 0 }: SmtpError): MailOutcome {
    const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    // Mail servers may quote rejected content, which contains the secret of the link.
    const redacted = message.replace(/token=[\w-]+/g, 'token=…');
    // PostgreSQL rejects texts with NUL.
    const failure = redacted.replaceAll('\0', '').slice(0, MAX_FAILURE_LENGTH).toWellFormed();
    return { failure, isFinal: isAboutMail && responseCode >= 500 };
}
