import type { ActionTarget } from '../../../changes/action-rules.ts';
import { asRecord } from '../../../core/json/is-record.ts';

export const segmentTarget: ActionTarget = {
    noun: 'The segment',
    hasId: true,
    current: (objects, { payload }) => objects.segment(Number(asRecord(payload)['id'])) ?? null,
    read(segment) {
        const { name, description, project, constraints } = asRecord(segment);
        return { name, description, project, constraints };
    },
    proposed(payload) {
        const { name, description, project, constraints } = asRecord(payload);
        return { name, description: description ?? null, project: project ?? null, constraints };
    },
    write: (members, payload) => ({ id: asRecord(payload)['id'], ...members }),
};
