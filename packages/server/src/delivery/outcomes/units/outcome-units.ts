import { createHmac, randomUUID } from 'node:crypto';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { SdkActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { CannotOpen, SecretBox } from '../../../storage/secret-box.ts';
import type { OutcomeContext, ReportedOutcome } from '../outcome.ts';
import type { KeptOutcome, OutcomeIdentity, OutcomeProtection, UnitSignal } from '../outcome-protection.ts';
import { listOutcomeInterests, type OutcomeInterest } from './outcome-interests.ts';

interface OutcomeUnitsOptions {
    db: Db;
    /** Encrypts contexts; without a key, none are stored. */
    secrets: SecretBox;
    /** The key of the hashes: the same on all nodes. */
    key: () => string;
    /** What outcomes mean for releases and experiments. */
    signalsOf: (outcome: ReportedOutcome, actor: SdkActor, project: string | null) => UnitSignal[];
}

/** Characters of a hash: 132 bits. */
const HASH_LENGTH = 22;
/** The context fields by which users are usually counted. */
const UNIT_FIELDS = ['userId', 'sessionId'];
/** The field of a unit that was reported without a context. */
const NO_FIELD = '';

/** Replaces the units of outcomes by keyed hashes, and drops them and their contexts unless something asks for them. */
export class OutcomeUnits implements OutcomeProtection {
    readonly #options: OutcomeUnitsOptions;
    #interests: readonly OutcomeInterest[] = [];
    #ownBox: SecretBox | undefined;

    constructor(options: OutcomeUnitsOptions) {
        this.#options = options;
    }

    async load(db = this.#options.db): Promise<void> {
        this.#interests = await listOutcomeInterests(db);
    }

    async follow({ events }: FeedChanges): Promise<void> {
        if (events.some(({ type }) => type === 'experiment-settings-updated' || type === 'project-deleted')) {
            await this.load();
        }
    }

    get canStoreContexts(): boolean {
        return this.#options.secrets.hasKey;
    }

    /** The pseudonym of a unit. */
    hashOf(value: string): string {
        return createHmac('sha256', this.#options.key()).update(value).digest('base64url').slice(0, HASH_LENGTH);
    }

    /** The value of a unit that was stored encrypted; undefined: its key is not configured any more. */
    open(sealed: string): string | undefined {
        try {
            return this.#box().open(sealed);
        } catch (error) {
            if (error instanceof CannotOpen) return undefined;
            throw error;
        }
    }

    /** The stored context fields of an outcome. */
    openContext(sealed: string): OutcomeContext {
        const { secrets } = this.#options;
        try {
            return JSON.parse(secrets.open(sealed)) as OutcomeContext;
        } catch (error) {
            if (error instanceof CannotOpen) return {};
            throw error;
        }
    }

    /** Without SECRET_KEY, units are encrypted by the key of their hashes: they are as protected as these. */
    #box(): SecretBox {
        const { secrets, key } = this.#options;
        if (secrets.hasKey) return secrets;
        this.#ownBox ??= new SecretBox([key()]);
        return this.#ownBox;
    }

    protect(outcome: ReportedOutcome, actor: SdkActor, project: string | null): OutcomeIdentity {
        const signals = this.#options.signalsOf(outcome, actor, project);
        const interests = outcome.signal === 'evaluation' ? [] : this.#interests;
        const kept = interests
            .filter((interest) => mayReport(actor, project, interest.project))
            .map((interest) => this.#keptBy(interest, outcome))
            .filter(({ units }) => units.length > 0);
        return {
            ...(outcome.id !== undefined && { id: this.hashOf(`${actor.tokenId} ${outcome.id}`) }),
            ...(kept.length + signals.length > 0 && { row: randomUUID() }),
            ...(kept.length > 0 && { kept }),
            ...(signals.length > 0 && { signals }),
        };
    }

    #keptBy({ project, contextFields }: OutcomeInterest, { unit, context = {} }: ReportedOutcome): KeptOutcome {
        const fields = [...new Set([...UNIT_FIELDS, ...contextFields])].filter((field) =>
            Object.hasOwn(context, field),
        );
        const toUnit = (field: string, value: string) => [field, this.hashOf(value), this.#box().seal(value)] as const;
        const units = fields.map((field) => toUnit(field, String(context[field])));
        if (unit !== undefined) units.unshift(toUnit(NO_FIELD, unit));
        const stored = this.canStoreContexts ? contextFields.filter((field) => Object.hasOwn(context, field)) : [];
        const content = Object.fromEntries(stored.map((field) => [field, context[field]]));
        return {
            ...{ project, units },
            ...(stored.length > 0 && { context: this.#options.secrets.seal(JSON.stringify(content)) }),
        };
    }
}

/** A report of a token with one project counts for this one only. */
const mayReport = ({ projects }: SdkActor, reported: string | null, project: string) =>
    reported === null ? projects.includes('*') || projects.includes(project) : reported === project;
