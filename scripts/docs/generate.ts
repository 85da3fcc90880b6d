// Writes the generated parts of the documentation: the references, and the snippets that the interface also shows.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED_DOCUMENTS, withSnippets } from './generated.ts';
import { readPages } from './pages.ts';

for (const [file, write] of Object.entries(GENERATED_DOCUMENTS)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, write());
}
for (const { source } of readPages('.')) writeFileSync(source, withSnippets(readFileSync(source, 'utf8')));
