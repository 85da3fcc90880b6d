import { setTimeout as delay } from 'node:timers/promises';
import { Outbox, type OutboxDependencies } from '../../../changes/outbox/outbox.ts';
import type { OutboxRow, Outcome, RetryPolicy } from '../../../changes/outbox/outbox-rows.ts';
import type { Tx } from '../../../storage/database.ts';
import { by, counter, type Metric } from '../../../telemetry/metric.ts';
import { createResetSecret } from '../users/password.commands.ts';
import { findUser, findUserByEmail, nameOf, type UserRow } from '../users/user.queries.ts';
import { assignMail, dropMail, enqueueMail, isMailedAlready, isMailSent } from './mail-queue.ts';
import { contentText, type MailText, resetText, welcomeText } from './mail-texts.ts';

/** Maximum number of mails that this node sends concurrently. */
const MAX_CONCURRENT = 5;
/** Retries stop after about a day. */
export const MAIL_RETRIES: RetryPolicy = {
    maxAttempts: 30,
    firstWaitMs: 30_000,
    waitGrowth: 2,
    longestWaitMs: 3_600_000,
    leaseMs: 300_000,
};
/** The time a request waits for the mail to be sent; after that it is sent in the background. */
const WAIT_MS = 3_000;

export interface OutgoingMail extends MailText {
    to: { name: string; address: string };
}

/** The result of an attempt; `failure` is undefined when the mail server accepted the mail. */
export interface MailOutcome {
    failure?: string;
    /** Whether a retry would not help. */
    isFinal?: boolean;
}

interface MailDependencies extends OutboxDependencies {
    /** Sends a mail to the mail server; undefined if none is configured. */
    send: ((letter: OutgoingMail) => Promise<MailOutcome>) | undefined;
    publicUrl: () => string;
    passwordsAllowed: () => boolean;
    /** Called when the mail server rejects a mail or is unavailable. */
    onFailure: (failure: string) => void;
}

/**
 * Sends mails from their queue. An unavailable mail server delays them. If a node stops between sending a mail and storing the
 * result, the recipient gets the mail twice.
 */
export class Mails {
    readonly #dependencies: MailDependencies;
    readonly #outbox: Outbox<'mails'>;
    readonly #counts = { sent: 0, failed: 0 };

    constructor(dependencies: MailDependencies) {
        this.#dependencies = dependencies;
        const isPaused = () => !this.isEnabled || dependencies.isPaused();
        this.#outbox = new Outbox(
            { ...dependencies, isPaused },
            {
                table: 'mails',
                policy: MAIL_RETRIES,
                maxConcurrent: MAX_CONCURRENT,
                send: (mail) => this.#send(mail),
            },
        );
    }

    get isEnabled(): boolean {
        return this.#dependencies.send !== undefined;
    }

    /** Starts sending due mails in the background; returns immediately. */
    wake(): void {
        this.#outbox.wake();
    }

    /** Sends all due mails. Resolves when no mail is due or being sent. */
    sendDue(): Promise<void> {
        return this.#outbox.drain();
    }

    /** Whether the mail server accepts the mail within a short time. */
    async isSentSoon(id: number): Promise<boolean> {
        const timer = new AbortController();
        await Promise.race([
            this.sendDue().catch(this.#dependencies.onError),
            delay(WAIT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
        ]);
        timer.abort();
        return isMailSent(this.#dependencies.db, id);
    }

    /** Requests a mail to the owner of the address. The lookup happens later, so the response time reveals nothing. */
    async requestReset(typed: string): Promise<void> {
        const address = typed.trim();
        const now = this.#dependencies.clock().toISOString();
        await this.#dependencies.recordObservation((tx) =>
            enqueueMail(tx, { kind: 'reset', userId: null, address, now }),
        );
        this.wake();
    }

    /** Waits for the mails being sent. Mails that take longer than the limit are sent again later. */
    stop(timeoutMs: number): Promise<void> {
        return this.#outbox.stop(timeoutMs);
    }

    metrics(): Metric[] {
        return [
            counter('halyard_mails_total', 'Attempts to hand a mail to the mail server', by('result', this.#counts)),
        ];
    }

    async #send(mail: OutboxRow<'mails'>): Promise<Outcome<'mails'> | undefined> {
        const { recordObservation, clock, send, onFailure } = this.#dependencies;
        const letter = await recordObservation((tx) => this.#write(tx, mail), { exclusive: true });
        if (!letter || !send) return undefined;
        const { failure, isFinal = false } = await send(letter);
        const isDelivered = failure === undefined;
        this.#counts[isDelivered ? 'sent' : 'failed']++;
        if (!isDelivered) onFailure(failure);
        const sentAt = isDelivered ? clock().toISOString() : null;
        return { isDelivered, isFinal, columns: { sent_at: sentAt, outcome: failure ?? null } };
    }

    /** Composes the mail with current data and a new link. Returns undefined if the mail must no longer be sent. */
    async #write(tx: Tx, mail: OutboxRow<'mails'>): Promise<OutgoingMail | undefined> {
        const user = await recipient(tx, mail);
        const passwords = this.#dependencies.passwordsAllowed();
        const isUnwanted = mail.kind === 'reset' && (!passwords || !user || (await isMailedAlready(tx, mail, user.id)));
        if (!user || isUnwanted) {
            await dropMail(tx, mail.id);
            return undefined;
        }
        await assignMail(tx, mail.id, user.id);
        const name = user.name ?? nameOf(user);
        const to = { name, address: user.email };
        if (mail.content) return { to, ...contentText(name, mail.content, this.#dependencies.publicUrl()) };
        const url = passwords ? await this.#resetUrl(tx, user) : this.#dependencies.publicUrl();
        const text = mail.kind === 'reset' ? resetText(name, url) : welcomeText(name, url, passwords);
        return { to, ...text };
    }

    async #resetUrl(tx: Tx, user: UserRow): Promise<string> {
        const secret = await createResetSecret({ tx, now: this.#dependencies.clock().toISOString() }, user, {
            mailed: true,
        });
        return `${this.#dependencies.publicUrl()}/new-user?token=${secret}`;
    }
}

/** The address is looked up again: users may change it, be deactivated or be deleted while a mail waits. */
async function recipient(tx: Tx, { user_id, address }: OutboxRow<'mails'>) {
    const user = user_id === null ? await findUserByEmail(tx, address) : await findUser(tx, user_id);
    return user && user.email !== null && user.disabled_at === null ? { ...user, email: user.email } : undefined;
}
