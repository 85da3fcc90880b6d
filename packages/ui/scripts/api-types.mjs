// Writes the types of the API from the document that the server's routes make, so that a screen that asks for
// something the API does not have does not compile.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const [source = path.resolve(import.meta.dirname, '../../../openapi.json')] = process.argv.slice(2);
const target = path.resolve(import.meta.dirname, '../src/api/schema.generated.ts');
const document = JSON.parse(readFileSync(source, 'utf8'));
// A member with a default may be left out of a request.
const types = astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }));
writeFileSync(target, `// Made from openapi.json by \`npm run types -w packages/ui\`. Do not edit.\n\n${types}`);
