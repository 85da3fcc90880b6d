// Writes the types of the API from the document that the server's routes make, so that a screen that asks for
// something the API does not have does not compile. With --check, only says whether they are current.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const args = process.argv.slice(2);
const [source = path.resolve(import.meta.dirname, '../../../openapi.json')] = args.filter((arg) => arg !== '--check');
const target = path.resolve(import.meta.dirname, '../src/api/schema.generated.ts');
const document = JSON.parse(readFileSync(source, 'utf8'));
// A member with a default may be left out of a request.
const types = astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }));
const content = `// Made from openapi.json by \`npm run types -w packages/ui\`. Do not edit.\n\n${types}`;

if (!args.includes('--check')) writeFileSync(target, content);
else if (readFileSync(target, 'utf8') !== content) {
    console.error('The types of the API are not those of openapi.json: npm run types -w packages/ui');
    process.exitCode = 1;
}
