import type { StreamPlaces, TakenPlaces } from '../http/streams/stream-quotas.ts';

/** Simultaneous moves are sent in one message. */
const TOGETHER_MS = 20;

/** Announces the stream slots that this process uses and releases: all processes of a node share them. */
export function tellMoves(places: StreamPlaces, tell: (moved: TakenPlaces) => void): void {
    let isPlanned = false;
    places.onMove = () => {
        if (isPlanned) return;
        isPlanned = true;
        setTimeout(() => {
            isPlanned = false;
            tell(places.takeMoves());
        }, TOGETHER_MS).unref();
    };
}
