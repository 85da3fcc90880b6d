import { Settings } from '../admin/catalogue/instance-settings/settings.ts';
import { UseCounts } from '../admin/catalogue/use-counts/use-counts.ts';
import { Deliveries } from '../admin/exchange/integrations/deliveries.ts';
import { DataSourceClient } from '../admin/experiments/data-sources/queries/data-source-client.ts';
import { MAX_VERSIONS } from '../admin/experiments/data-sources/results/statistics-of.ts';
import { FlagIndex } from '../admin/flags/flag-index/flag-index.ts';
import { createPolicyCheck } from '../admin/flags/flag-policies/policy-check.ts';
import { stagesReached } from '../admin/flags/lifecycle/usage-stages.ts';
import { measureAppliedRequest } from '../admin/governance/change-requests/applying/applied-effect.ts';
import { guardProtected } from '../admin/governance/change-requests/guard/guard.ts';
import { proposalStepFor } from '../admin/governance/change-requests/guard/propose-refused.ts';
import { Schedules } from '../admin/governance/change-requests/schedules/schedules.ts';
import { findFreeze } from '../admin/governance/due-work/find-freeze.ts';
import { effectOfStep } from '../admin/governance/what-if/what-if.ts';
import { EventIndex } from '../admin/observations/events/event-index.ts';
import { readExternalValue } from '../admin/overview/impact-metrics/external-source/external-value.ts';
import { reencryptSecrets } from '../admin/overview/instance/stored-secrets.ts';
import { ProjectIndex } from '../admin/overview/project-pages/project-index.ts';
import { Progressions } from '../admin/releases/plans/progressions.ts';
import { SafeguardChecks } from '../admin/releases/safeguards/safeguard-checks.ts';
import { registerActions } from '../changes/action-registry.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { DueWork } from '../changes/due-work/due-work.ts';
import { createRecordObservation } from '../changes/record-observation.ts';
import { createRehearse } from '../changes/rehearse.ts';
import { createRun } from '../changes/run.ts';
import { createWrite } from '../changes/write.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { ANONYMOUS_SDK } from '../core/access/actor.ts';
import type { SeriesReader } from '../core/series/series-reader.ts';
import { AGENTS_READ } from '../core/settings/agents-setting.ts';
import { NO_EXTERNAL_METRICS } from '../core/settings/external-metrics-source.ts';
import { SAMPLE_EVERYTHING } from '../core/settings/traffic-setting.ts';
import { EvaluationRecorder } from '../delivery/assignments/evaluation-recorder.ts';
import { AssignmentInterests } from '../delivery/assignments/interests/assignment-interests.ts';
import { pastVersions } from '../delivery/assignments/interests/flag-versions.ts';
import { evaluationListener } from '../delivery/evaluation-events.ts';
import { OutcomeUnits } from '../delivery/outcomes/units/outcome-units.ts';
import { replaceLostUnitKey } from '../delivery/outcomes/units/unit-key.ts';
import { DroppedReports } from '../delivery/reports/dropped-reports.ts';
import { ReportReceiver } from '../delivery/reports/report-receiver.ts';
import { ReportStorage } from '../delivery/reports/report-storage.ts';
import { type ReportTypes, SDK_REPORT_TYPES } from '../delivery/reports/sdk-reports.ts';
import { PastOutcomes } from '../delivery/reports/stores/past-outcomes.ts';
import { SampleStorage } from '../delivery/traffic/sample-storage.ts';
import { TrafficSamples } from '../delivery/traffic/traffic-samples.ts';
import { InternalClient } from '../http/server/internal-client.ts';
import type { EventStreams } from '../http/streams/event-streams.ts';
import { TokenTable } from '../identity/accounts/api-tokens/token-table.ts';
import { Mails } from '../identity/accounts/mail/mails.ts';
import { smtpSender } from '../identity/accounts/mail/smtp.ts';
import { PersonalTokenTable } from '../identity/accounts/personal-tokens/personal-token-table.ts';
import { NO_SECOND_FACTOR } from '../identity/accounts/second-factors/second-factor-setting.ts';
import { Sessions } from '../identity/accounts/sessions/sessions.ts';
import { configuredSignIn, effectiveSettings } from '../identity/accounts/sso-settings/sign-in-methods.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from '../identity/accounts/sso-settings/stored-settings.ts';
import { LoginRateLimiter } from '../identity/sign-in/login/login-rate-limiter.ts';
import { OidcClient } from '../identity/sign-in/login/oidc/oidc-client.ts';
import { NO_SCIM } from '../identity/sign-in/scim/stored-scim.ts';
import { Outbound, type Resolve } from '../outbound/outbound.ts';
import { flagsTagged } from '../publications/flags-tagged.ts';
import { PastFlags } from '../snapshots/past.ts';
import { Snapshots } from '../snapshots/snapshots.ts';
import type { Tx } from '../storage/database.ts';
import { sampleKey } from '../storage/sample-key.ts';
import { CannotOpen, SecretBox } from '../storage/secret-box.ts';
import { ACTIONS } from './actions.ts';
import { composeSeries } from './compose-series.ts';
import type { NodeResources } from './node-resources.ts';
import type { Services } from './services.ts';

export interface ServiceOptions {
    version: string;
    publicUrl: () => string;
    changeFeed: ChangeFeed;
    eventStreams: EventStreams;
    isDraining: () => boolean;
    onFeedError: (error: unknown) => void;
    /** Used instead of DNS. */
    resolve?: Resolve;
    /** Used instead of the built-in types of SDK reports: tests declare another type. */
    reportTypes?: ReportTypes;
    /** Used instead of the stored series. */
    series?: SeriesReader;
}

/** The services of the routes, and the token tables, of which routes get only the read methods. */
export interface ComposedServices {
    services: Services;
    tokens: TokenTable;
    personalTokens: PersonalTokenTable;
}

/** Samples are stored only if they can be encrypted: with SECRET_KEY, or beside an embedded database with a key of their own. */
const sampleSecrets = ({ databaseUrl, dataDir }: Config, secrets: SecretBox): SecretBox =>
    secrets.hasKey || databaseUrl ? secrets : new SecretBox([sampleKey(dataDir)]);

/** Creates and connects the services. Nothing runs yet. */
export async function composeServices(
    { config, telemetry, log, database, databaseClock, clock, isDueWorkPaused }: NodeResources,
    {
        version,
        publicUrl,
        changeFeed,
        eventStreams,
        isDraining,
        onFeedError,
        resolve,
        reportTypes: types = SDK_REPORT_TYPES,
        series: givenSeries,
    }: ServiceOptions,
): Promise<ComposedServices> {
    registerActions(Object.values(ACTIONS));
    const { tracer } = telemetry;
    const { db, priorityDb } = database;
    const recordObservation = createRecordObservation(database);
    const secrets = new SecretBox(config.secretKeys);
    const prepareSecrets = async (tx: Tx) => {
        await replaceLostUnitKey(tx, secrets);
        await reencryptSecrets(tx, secrets);
    };
    await recordObservation(prepareSecrets).catch((error: unknown) => {
        if (!(error instanceof CannotOpen)) throw error;
        throw new ConfigError(
            'SECRET_KEY cannot decrypt the secrets in the database. Set the key with which they were encrypted.',
        );
    });
    const run = createRun({ limits: config.limits, secrets, clock, checkContent: createPolicyCheck() });
    // The change is committed already. If an announcement fails, the feed retries.
    const write = createWrite({
        database,
        run,
        guard: guardProtected,
        proposalFor: proposalStepFor,
        effect: (actor, step) =>
            effectOfStep({ db, rehearse, snapshots, trafficSamples, clock, changeFeed }, step, actor),
        announce: (changes) => changeFeed.followOwn(changes).catch(onFeedError),
        tracer,
    });
    const rehearse = createRehearse(database, run);
    const defaults = {
        instance: { id: '' },
        maintenance: { enabled: false },
        cors: { frontendApiOrigins: config.frontendOrigins },
        simpleAuth: PASSWORDS_ALLOWED,
        samlAuth: NO_SAML,
        oidcAuth: NO_OIDC,
        scim: NO_SCIM,
        secondFactor: NO_SECOND_FACTOR,
        traffic: SAMPLE_EVERYTHING,
        agents: AGENTS_READ,
        externalSourceImpactMetrics: NO_EXTERNAL_METRICS,
        units: { key: '' },
    };
    const settings = new Settings({
        db: priorityDb,
        secrets,
        defaults,
        applyOverrides: (stored) => effectiveSettings(stored, configuredSignIn(config)),
    });
    const tokens = new TokenTable(clock, config.authType === 'none' ? ANONYMOUS_SDK : undefined);
    const personalTokens = new PersonalTokenTable({ db, priorityDb, clock });
    const runtime = { now: () => clock().getTime(), random: Math.random };
    const snapshots = new Snapshots(runtime);
    const pastFlags = new PastFlags({ db, snapshots, runtime, catchUp: () => changeFeed.catchUp() });
    const flagIndex = new FlagIndex(db, clock);
    const projectIndex = new ProjectIndex(db, clock);
    const useCounts = new UseCounts(db);
    const { series: storedSeries, seriesExporter } = await composeSeries({
        ...{ config, database, recordObservation, clock, log },
        instance: () => settings.get('instance').id,
    });
    const series = givenSeries ?? storedSeries;
    const dropped = new DroppedReports();
    const journal = new ReportStorage({
        ...{ db, recordObservation, snapshots, clock, types, stagesReached, dropped, log },
        exportSeries: seriesExporter?.add,
        onStored: () => flagIndex.followMeasurements(),
    });
    const reports = new ReportReceiver({ snapshots, clock, types, dropped, journal, log });
    const trafficSamples = new TrafficSamples({
        hashOf: (value) => outcomeUnits.hashOf(value),
        capacity: config.trafficSamples,
        projectsWithFlags: (environment) => snapshots.find(environment)?.projects ?? [],
        setting: () => settings.get('traffic'),
        storage: new SampleStorage({
            db,
            recordObservation,
            secrets: sampleSecrets(config, secrets),
            clock,
            isOnlyNode: !config.databaseUrl,
        }),
        clock,
        random: Math.random,
    });
    const sessions = new Sessions({
        db,
        recordObservation,
        clock,
        hours: config.sessionHours,
        perUser: config.maxSessions,
    });

    const outbound = new Outbound({
        allowPrivate: config.allowPrivateTargets,
        allowed: config.allowedTargets,
        ...(resolve && { resolve }),
    });
    const deliveries = new Deliveries({
        ...(tracer && { tracer }),
        db,
        recordObservation,
        clock,
        random: Math.random,
        outbound,
        secrets,
        publicUrl,
        isPaused: isDueWorkPaused,
        onError: (error) => log.error({ err: error }, 'could not deliver to integrations'),
    });

    const mails = new Mails({
        db,
        recordObservation,
        clock,
        random: Math.random,
        send: smtpSender(config, publicUrl),
        publicUrl,
        isPaused: isDueWorkPaused,
        passwordsAllowed: () => !settings.get('simpleAuth').disabled,
        onFailure: (failure) => log.warn({ failure }, 'the mail server rejected a mail or is unavailable'),
        onError: (error) => log.error({ err: error }, 'could not send mails'),
    });

    const schedules = new Schedules({
        db,
        write,
        measure: (address, actor) =>
            measureAppliedRequest({ db, rehearse, snapshots, trafficSamples, clock, changeFeed, log }, address, actor),
        clock,
        lateMinutes: config.scheduleLateMinutes,
        onError: (error) => log.error({ err: error }, 'could not recheck scheduled changes'),
    });
    const assignmentInterests = new AssignmentInterests({
        ...{ db, snapshots, clock },
        hashOf: (unit) => outcomeUnits.hashOf(unit),
        versionsSince: pastVersions({ db, pastFlags }),
    });
    const safeguardChecks = new SafeguardChecks({
        ...{ db, write, recordObservation, series, clock },
        version,
        readExternal: (metric, at) => readExternalValue({ settings, outbound }, metric, at),
        onInterestsChanged: () => assignmentInterests.load(),
        onError: (error) => log.error({ err: error }, 'could not record the units of releases'),
    });
    const dueWork = new DueWork({
        db,
        clock,
        kinds: [schedules, safeguardChecks, new Progressions({ write })],
        pausedBecause: () => (isDueWorkPaused() ? databaseClock.status.says : undefined),
        findHold: (item, at) => findFreeze(db, item, at),
        onError: (error) => log.error({ err: error }, 'could not run due work'),
    });

    const outcomeUnits = new OutcomeUnits({
        db,
        secrets: sampleSecrets(config, secrets),
        key: () => settings.get('units').key,
        signalsOf: (...report) => assignmentInterests.signalsOf(...report),
    });
    const pastOutcomes = new PastOutcomes({
        ...{ db, units: outcomeUnits, versionsSince: pastVersions({ db, pastFlags }) },
    });
    const evaluationRecorder = new EvaluationRecorder({
        ...{ flags: assignmentInterests, reports, outcomes: outcomeUnits, clock },
    });
    const exportEvaluation = evaluationListener({
        ...{ snapshots, ratio: config.evaluationEvents, add: telemetry.addLog, log },
    });

    const services: Services = {
        config,
        version,
        publicUrl,
        clock,
        db,
        databaseHealth: database.health,
        databaseClock,
        isDraining,
        write,
        rehearse,
        recordObservation,
        changeFeed,
        snapshots,
        pastFlags,
        flagIndex,
        projectIndex,
        useCounts,
        eventIndex: new EventIndex(db),
        sessions,
        oidc: new OidcClient({ settings: () => settings.get('oidcAuth'), outbound, publicUrl, clock }),
        settings,
        secrets,
        eventStreams,
        internalClient: new InternalClient(),
        reports,
        series,
        seriesExporter,
        outcomeUnits,
        pastOutcomes,
        assignmentInterests,
        recordedFlags: assignmentInterests,
        evaluationRecorder,
        trafficSamples,
        onEvaluated: (evaluated) => {
            exportEvaluation?.(evaluated);
            evaluationRecorder.see(evaluated);
        },
        outbound,
        dataSourceClient: new DataSourceClient({ outbound, secrets }),
        experimentVersions: pastVersions({ db, pastFlags, limit: MAX_VERSIONS }),
        deliveries,
        schedules,
        dueWork,
        safeguardChecks,
        loginRateLimiter: new LoginRateLimiter({ recordObservation, clock, perMinute: config.loginsPerMinute }),
        mails,
        log,
        tokens,
        flagsTagged: (tags) => flagsTagged(db, tags),
    };
    return { services, tokens, personalTokens };
}
