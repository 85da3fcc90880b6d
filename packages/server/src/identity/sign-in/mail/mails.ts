import { setTimeout as delay } from 'node:timers/promises';
import type { Observe } from '../../../changes/observe.ts';
import type { Db, Tx } from '../../../storage/database.ts';
import { by, counter, type Metric } from '../../../telemetry/metric.ts';
import {
    assignMail,
    type ClaimedMail,
    claimMails,
    dropMail,
    enqueueMail,
    isMailDue,
    isMailedAlready,
    isMailSent,
    type MailOutcome,
    reportMail,
} from '../../accounts/mail-queue/mail-queue.ts';
import { createResetSecret } from '../../accounts/users/password.commands.ts';
import { findUser, findUserByEmail, nameOf, type UserRow } from '../../accounts/users/user.queries.ts';
import { contentText, type MailText, resetText, welcomeText } from './mail-texts.ts';

/** Mails of this node under way at the same time. */
const BATCH = 5;
/** The time a request waits for the mail to be sent; after that it is sent in the background. */
const PATIENCE_MS = 3_000;

export interface Letter extends MailText {
    to: { name: string; address: string };
}

interface MailDependencies {
    db: Db;
    observe: Observe;
    clock: () => Date;
    /** The clock of this node is wrong: other nodes send what is due. */
    isPaused: () => boolean;
    random: () => number;
    /** Hands a letter to the mail server; undefined: there is none. */
    send: ((letter: Letter) => Promise<MailOutcome>) | undefined;
    publicUrl: () => string;
    passwordsAllowed: () => boolean;
    /** The mail server did not take a mail. */
    onFailure: (failure: string) => void;
    onError: (error: unknown) => void;
}

/**
 * Sends mails from their queue. A mail server that is away delays them; at worst, when a node ends between sending
 * and writing it down, someone gets the same mail twice.
 */
export class Mails {
    readonly #means: MailDependencies;
    #sending: Promise<void> | undefined;
    #isStopped = false;
    readonly #counts = { sent: 0, failed: 0 };

    constructor(means: MailDependencies) {
        this.#means = means;
    }

    get isEnabled(): boolean {
        return this.#means.send !== undefined;
    }

    /** There may be something to send; returns at once. */
    wake(): void {
        this.sendDue().catch(this.#means.onError);
    }

    /** Resolves when nothing is due or under way any more. */
    async sendDue(): Promise<void> {
        // Mails queued during the last run may have been missed.
        await this.#sending?.catch(() => undefined);
        this.#sending ??= this.#rounds().finally(() => {
            this.#sending = undefined;
        });
        await this.#sending;
    }

    /** Whether the mail server has taken it, as far as that shows within a short time. */
    async isSentSoon(id: number): Promise<boolean> {
        const patience = new AbortController();
        await Promise.race([
            this.sendDue().catch(this.#means.onError),
            delay(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
        ]);
        patience.abort();
        return isMailSent(this.#means.db, id);
    }

    /** Requests a mail to the owner of the address. The lookup happens later, so the response time reveals nothing. */
    async requestReset(typed: string): Promise<void> {
        const address = typed.trim();
        const now = this.#means.clock().toISOString();
        await this.#means.observe((tx) => enqueueMail(tx, { kind: 'reset', userId: null, address, now }));
        this.wake();
    }

    /** Lets what is under way end, unless it takes too long; it is sent again later then. */
    async stop(patienceMs: number): Promise<void> {
        this.#isStopped = true;
        await Promise.race([this.#sending?.catch(() => undefined), delay(patienceMs, undefined, { ref: false })]);
    }

    metrics(): Metric[] {
        return [
            counter('halyard_mails_total', 'Attempts to hand a mail to the mail server', by('result', this.#counts)),
        ];
    }

    async #rounds(): Promise<void> {
        const { db, observe, clock, send, isPaused } = this.#means;
        while (send && !this.#isStopped && !isPaused() && (await isMailDue(db, clock().toISOString()))) {
            const claimed = await observe((tx) => claimMails(tx, { now: clock(), limit: BATCH }), { alone: true });
            await Promise.all(claimed.map((mail) => this.#attempt(mail, send)));
        }
    }

    async #attempt(mail: ClaimedMail, send: NonNullable<MailDependencies['send']>): Promise<void> {
        const { observe, clock, random, onFailure } = this.#means;
        const letter = await observe((tx) => this.#write(tx, mail), { alone: true });
        if (!letter) return;
        const outcome = await send(letter);
        this.#counts[outcome.failure === undefined ? 'sent' : 'failed']++;
        if (outcome.failure !== undefined) onFailure(outcome.failure);
        await observe((tx) => reportMail(tx, mail, outcome, { now: clock(), random }));
    }

    /** The letter as of now, with a link that works from now on; undefined: it is not to be sent any more. */
    async #write(tx: Tx, mail: ClaimedMail): Promise<Letter | undefined> {
        const user = await recipient(tx, mail);
        const passwords = this.#means.passwordsAllowed();
        const isUnwanted = mail.kind === 'reset' && (!passwords || !user || (await isMailedAlready(tx, mail, user.id)));
        if (!user || isUnwanted) {
            await dropMail(tx, mail.id);
            return undefined;
        }
        await assignMail(tx, mail.id, user.id);
        const name = user.name ?? nameOf(user);
        const to = { name, address: user.email };
        if (mail.content) return { to, ...contentText(name, mail.content, this.#means.publicUrl()) };
        const url = passwords ? await this.#resetUrl(tx, user) : this.#means.publicUrl();
        const text = mail.kind === 'reset' ? resetText(name, url) : welcomeText(name, url, passwords);
        return { to, ...text };
    }

    async #resetUrl(tx: Tx, user: UserRow): Promise<string> {
        const secret = await createResetSecret({ tx, now: this.#means.clock().toISOString() }, user, {
            mailed: true,
        });
        return `${this.#means.publicUrl()}/new-user?token=${secret}`;
    }
}

/** People change their address, are deactivated, and leave, while a mail waits. */
async function recipient(tx: Tx, { user_id, address }: ClaimedMail) {
    const user = user_id === null ? await findUserByEmail(tx, address) : await findUser(tx, user_id);
    return user && user.email !== null && user.disabled_at === null ? { ...user, email: user.email } : undefined;
}
