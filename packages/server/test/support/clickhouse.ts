import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram, installWithApt } from './apt.ts';
import { atFileEnd } from './file-end.ts';
import { freePort } from './free-port.ts';

export interface ClickHouse {
    port: number;
    user: string;
    password: string;
    query(sql: string): Promise<string>;
}

/** Starts a real ClickHouse. It is killed at the end of the file. */
export async function startClickHouse(): Promise<ClickHouse> {
    const find = () => findProgram(['clickhouse-server'], ['/usr/sbin/clickhouse-server']);
    const program = (await find()) ?? ((await installWithApt(['clickhouse-server'])) ? await find() : undefined);
    if (program === undefined) {
        throw new Error('This test needs ClickHouse: install it (`apt-get install clickhouse-server`).');
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-clickhouse-'));
    for (const name of ['data', 'tmp']) mkdirSync(path.join(folder, name));
    const [port, tcpPort] = [await freePort(), await freePort()];
    const [user, password] = ['reader', 'clickhouse-password-of-tests'];
    writeFileSync(
        path.join(folder, 'config.xml'),
        `<yandex>
            <logger><level>error</level><console>1</console></logger>
            <listen_host>127.0.0.1</listen_host><http_port>${port}</http_port><tcp_port>${tcpPort}</tcp_port>
            <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><users_config>users.xml</users_config>
            <mark_cache_size>67108864</mark_cache_size>
            <default_profile>default</default_profile><default_database>default</default_database>
        </yandex>`,
    );
    writeFileSync(
        path.join(folder, 'users.xml'),
        `<yandex>
            <profiles><default/></profiles><quotas><default/></quotas>
            <users><${user}>
                <password>${password}</password><profile>default</profile><quota>default</quota>
                <networks><ip>127.0.0.1</ip></networks>
            </${user}></users>
        </yandex>`,
    );
    const child = spawn(program, [`--config-file=${folder}/config.xml`], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    atFileEnd(async () => {
        child.kill('SIGKILL');
        await ended;
        rmSync(folder, { recursive: true, force: true });
    });
    const query = async (sql: string) => {
        const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sql });
        const text = await response.text();
        if (!response.ok) throw new Error(text);
        return text;
    };
    while (child.exitCode === null) {
        if (await query('select 1').catch(() => false)) return { port, user, password, query };
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('ClickHouse did not start.');
}
