import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { download } from '../../components/links/download.ts';
import { notify, notifyFailure } from '../../components/messages/notify.ts';
import { count } from '../../components/text/numbers.ts';
import { type EventQuery, useEvents } from './event.queries.ts';
import { writeEvents } from './export.ts';
import { CSV, JSON_LIST } from './export-formats.ts';

export function EventExport({ filter }: { filter: EventQuery }) {
    const { data } = useEvents(filter, 0);
    const [progress, setProgress] = useState<number>();
    const leaving = useRef(new AbortController());
    useEffect(() => {
        const { current } = leaving;
        return () => current.abort();
    }, []);
    const total = data?.total ?? 0;

    async function save(format: typeof CSV) {
        setProgress(0);
        try {
            const { parts, count: exported } = await writeEvents(filter, format, {
                signal: leaving.current.signal,
                onProgress: (done, all) => setProgress(Math.min(100, Math.round((done / Math.max(1, all)) * 100))),
            });
            download(`events.${format.ending}`, format.type, parts);
            notify(`${count(exported, 'event')} exported`);
        } catch (error) {
            if (!leaving.current.signal.aborted) notifyFailure(messageOf(error));
        } finally {
            setProgress(undefined);
        }
    }

    return (
        <Menu>
            <Menu.Target>
                <Button
                    variant="default"
                    leftSection={<IconDownload size={15} />}
                    disabled={total === 0 || progress !== undefined}
                >
                    {progress === undefined ? 'Export' : `Exporting ${progress}%`}
                </Button>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Label>{count(total, 'event')}, as filtered</Menu.Label>
                <Menu.Item onClick={() => void save(JSON_LIST)}>As JSON</Menu.Item>
                <Menu.Item onClick={() => void save(CSV)}>As CSV</Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}
