// Generates the types of the API from openapi.json, so that a screen that uses an undeclared member does not compile.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const [, stamp = '', fingerprint = ''] = process.argv.slice(2);
const inRepository = (/** @type {string} */ file) => path.resolve(import.meta.dirname, '../../..', file);
const document = JSON.parse(readFileSync(inRepository('openapi.json'), 'utf8'));
// A member with a default may be left out of a request.
const types = astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }));
writeFileSync(inRepository('packages/ui/src/api/schema.generated.ts'), types);
writeFileSync(inRepository(stamp), fingerprint);
