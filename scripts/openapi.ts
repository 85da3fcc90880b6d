// Writes openapi.json, the committed description of the API, from the current routes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp } from '../packages/server/src/app/app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { openApiDocument, openApiText } from '../packages/server/src/http/route/openapi.ts';

const { version } = JSON.parse(readFileSync('packages/server/package.json', 'utf8')) as { version: string };
const folder = mkdtempSync(path.join(tmpdir(), 'halyard-openapi-'));
try {
    const config = readConfig({ DATA_DIR: folder, HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', LOG_LEVEL: 'error' });
    const app = await startApp(config, { version });
    const document = openApiDocument(app.routes, { version, basePath: '' });
    await app.close();
    writeFileSync('openapi.json', openApiText(document));
} finally {
    rmSync(folder, { recursive: true, force: true });
}
