import { EngineHours } from '../admin/observations/series/engine-hours.ts';
import { StoredSeries } from '../admin/observations/series/stored-series.ts';
import type { RecordObservation } from '../changes/record-observation.ts';
import type { SeriesReader } from '../core/series/series-reader.ts';
import { SeriesEngine } from '../delivery/series/export/series-engine.ts';
import { SeriesExporter } from '../delivery/series/export/series-exporter.ts';
import { exportedSince, forgetExport } from '../delivery/series/export/series-outbox.ts';
import { Outbound } from '../outbound/outbound.ts';
import type { NodeResources } from './node-resources.ts';

interface SeriesOptions extends Pick<NodeResources, 'config' | 'database' | 'clock' | 'log'> {
    recordObservation: RecordObservation;
    instance: () => string;
}

/** The stored series: in the database, or, when they are older than two days, in the engine that the operator configured. */
export async function composeSeries({
    config,
    database: { db },
    ...options
}: SeriesOptions): Promise<{ series: SeriesReader; seriesExporter: SeriesExporter | undefined }> {
    if (config.seriesBackend === 'embedded') {
        await options.recordObservation(forgetExport);
        return { series: new StoredSeries(db), seriesExporter: undefined };
    }
    // The operator chose the address.
    const engine = new SeriesEngine(new Outbound({ allowPrivate: true, allowed: [] }), {
        url: config.seriesPrometheusUrl,
        writeUrl: config.seriesPrometheusWriteUrl,
        headers: config.seriesPrometheusHeaders,
    });
    return {
        series: new StoredSeries(db, new EngineHours({ db, engine, exportedSince, ...options })),
        seriesExporter: new SeriesExporter({ db, engine, ...options }),
    };
}
