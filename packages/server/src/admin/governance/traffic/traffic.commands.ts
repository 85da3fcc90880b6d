import type { Change } from '../../../changes/change.ts';
import type { TrafficSetting } from '../../../core/settings/traffic-setting.ts';
import { changeSetting } from '../../catalogue/instance-settings/settings.ts';

/** Changes the setting and deletes the stored samples. Every node deletes those in its memory when it reads the event. */
export async function changeTrafficSetting(change: Change, content: TrafficSetting): Promise<void> {
    await change.tx.deleteFrom('traffic_samples').execute();
    await changeSetting(change, { name: 'traffic', content });
}
