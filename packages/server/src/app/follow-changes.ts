import type { FeedMetrics } from '../changes/feed-metrics.ts';
import { haveTokensChanged, readTokens } from '../identity/accounts/api-tokens/token-table.ts';
import type { Db } from '../storage/database.ts';
import type { ComposedServices } from './compose-services.ts';

/** Loads the data that is held in memory, and then updates it with the changes of all nodes. */
export async function followChanges(
    { services, tokens, personalTokens }: ComposedServices,
    { feedMetrics, priorityDb }: { feedMetrics: FeedMetrics; priorityDb: Db },
): Promise<void> {
    const { db, changeFeed, eventStreams, settings, trafficSamples, flagIndex, projectIndex, snapshots } = services;
    changeFeed.follow((changes) => feedMetrics.begins(changes));
    // Permissions are updated before the data.
    changeFeed.follow(async (changes) => {
        if (!haveTokensChanged(changes)) return;
        tokens.use(await readTokens(priorityDb));
        // Streams of deleted tokens receive no further data, so their end is not awaited.
        void eventStreams.recheck();
    });
    changeFeed.follow((changes) => personalTokens.follow(changes));
    changeFeed.follow((changes) => settings.follow(changes).then(() => trafficSamples.followSetting()));
    changeFeed.follow(async ({ events }) => {
        for (const { type, project } of events) if (type === 'project-deleted') trafficSamples.forgetProject(project!);
        if (events.some(({ type }) => type === 'unit-deleted')) await trafficSamples.forgetDeletedUnits();
    });
    changeFeed.follow((changes) => services.outcomeUnits.follow(changes));
    changeFeed.follow((changes) => flagIndex.follow(changes));
    changeFeed.follow((changes) => projectIndex.follow(changes));
    changeFeed.follow((changes) => services.useCounts.follow(changes));
    changeFeed.follow((changes) => snapshots.follow(changes));
    changeFeed.follow((changes) => services.assignmentInterests.follow(changes));
    changeFeed.follow((changes) => services.safeguardChecks.follow(changes));
    changeFeed.follow((changes) => services.deliveries.follow(changes));
    changeFeed.follow((changes) => services.schedules.follow(changes));
    changeFeed.follow((changes) => services.dueWork.follow(changes));
    changeFeed.follow(() => feedMetrics.ends());
    await changeFeed.start(async (revision) => {
        projectIndex.startAt(revision);
        tokens.use(await readTokens(db));
        await Promise.all([snapshots.load(db, revision), personalTokens.load(db), settings.load(db)]);
        await services.outcomeUnits.load(db);
        await services.assignmentInterests.load(db);
    });
    await services.safeguardChecks.alignInterests();
    await services.assignmentInterests.restoreVersions();
    await trafficSamples.store();
}
