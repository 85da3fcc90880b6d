import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import { by, gauge, type Metric } from '../../../telemetry/metric.ts';

const MINUTE_MS = 60_000;

/** Returns the number of flags in each lifecycle stage, the number that reached it, and their average time in it. */
export async function lifecycleMetrics(db: Db): Promise<Metric[]> {
    const rows = await db
        .selectFrom('flag_stages')
        .innerJoin('flags', 'flags.name', 'flag_stages.flag')
        .select(['flag_stages.flag', 'flag_stages.stage', 'flag_stages.entered_at', 'flags.project'])
        .orderBy('flag_stages.flag')
        .orderBy('flag_stages.position')
        .execute();
    const entered: Record<string, number> = {};
    const current = new Map<string, { stage: string; project: string; count: number }>();
    const stays = new Map<string, { minutes: number; count: number }>();
    for (const [index, { flag, stage, entered_at, project }] of rows.entries()) {
        entered[stage] = (entered[stage] ?? 0) + 1;
        const next = rows[index + 1];
        if (next?.flag === flag) {
            const stay = stays.get(stage) ?? { minutes: 0, count: 0 };
            stay.minutes += (Date.parse(next.entered_at) - Date.parse(entered_at)) / MINUTE_MS;
            stay.count++;
            stays.set(stage, stay);
        } else {
            const key = `${project} ${stage}`;
            const known = current.get(key) ?? { stage, project, count: 0 };
            known.count++;
            current.set(key, known);
        }
        if (shouldYield()) await yieldToEventLoop();
    }
    return [
        gauge('feature_lifecycle_stage_entered', 'Flags that have reached a stage', by('stage', entered)),
        gauge(
            'feature_lifecycle_stage_count_by_project',
            'Flags that are in a stage',
            [...current.values()].map(({ stage, project, count }) => ({
                labels: { stage, project_id: project },
                value: count,
            })),
        ),
        gauge(
            'feature_lifecycle_stage_duration',
            'Minutes that flags stayed in a stage, on average',
            [...stays].map(([stage, { minutes, count }]) => ({ labels: { stage }, value: minutes / count })),
        ),
    ];
}
