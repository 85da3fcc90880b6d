import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PEERS } from '../install.ts';

/** A module of a peer. Its types are not there before it is installed, so whoever asks says what is used of it. */
export async function importPeer<Module>(file: string): Promise<Module> {
    return import(pathToFileURL(path.join(PEERS, 'node_modules', file)).href);
}
