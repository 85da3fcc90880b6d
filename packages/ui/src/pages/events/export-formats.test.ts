import { expect, test } from 'vitest';
import type { ListedEvent } from '../../api/types.ts';
import { CSV, JSON_LIST } from './export-formats.ts';

/** An event with only the exported properties. */
const event = (members: Partial<ListedEvent>): ListedEvent =>
    ({
        id: 7,
        createdAt: '2026-03-01T12:00:00.000Z',
        createdBy: 'ada',
        type: 'feature-created',
        project: 'default',
        featureName: 'lantern',
        environment: null,
        preData: null,
        data: { name: 'lantern' },
        ...members,
    }) as ListedEvent;

test('a CSV line has a cell for each column, with doubled quotes and empty cells for missing values', () => {
    expect(CSV.head).toBe('id,createdAt,createdBy,type,project,featureName,environment,before,after\n');
    expect(CSV.line(event({}))).toBe(
        '"7","2026-03-01T12:00:00.000Z","ada","feature-created","default","lantern","","null","{""name"":""lantern""}"',
    );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'no cell of CSV is a formula to spreadsheets: %j',
    (name) => {
        expect(CSV.line(event({ createdBy: name }))).toContain(`"'${name}"`);
    },
);

test('JSON lines with their prefix and suffix form one document', () => {
    const { head, line, between, foot } = JSON_LIST;
    const written = head + [event({ id: 2 }), event({ id: 1 })].map(line).join(between) + foot;
    expect(JSON.parse(written)).toMatchObject([{ id: 2 }, { id: 1 }]);
});
