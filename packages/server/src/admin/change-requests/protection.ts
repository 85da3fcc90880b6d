import type { Guard, Made, Place } from '../../changes/guard.ts';
import { touchedBy } from '../../changes/touched.ts';
import { may } from '../../core/actor.ts';
import { invalid, needsApproval } from '../../core/errors.ts';
import type { Republished } from '../../publications/publish.ts';
import { CONFIGURED, ProtectedPlaces, type Protection } from './protected-places.ts';

/** Keeps what nobody agreed to from the places where approvals are needed. */
export const guardProtected: Guard = async (made) => {
    const places = await ProtectedPlaces.about(made.tx, made.events);
    return async (publications) => {
        if (!places) return {};
        const touched = await protectedAmong(made, places, publications);
        const open = touched.filter((place) => !made.permit?.covers(place));
        if (open.length === 0) return {};
        const closed = open.filter((place) => !mayPass(made, place));
        if (closed.length > 0) throw needsApproval(closed);
        for (const place of open) demandReason(made, place);
        return { bypass: true };
    };
};

/** The protected places in which something would be different. */
async function protectedAmong(
    { tx, events }: Made,
    places: ProtectedPlaces,
    publications: readonly Republished[],
): Promise<Protection[]> {
    const { flags, segments } = touchedBy(publications);
    await places.ofProjects(
        tx,
        flags.map(({ project }) => project),
    );
    const touched = [
        ...flags,
        ...segments.flatMap((id) => places.usersOf(id)),
        ...events.filter(({ type }) => type === CONFIGURED).map((event) => event as unknown as Place),
    ];
    return [...new Set(touched.map((place) => places.find(place)).filter((place) => place !== undefined))];
}

const mayPass = ({ actor }: Made, { bypass, project, environment }: Protection) =>
    bypass === 'allowed' && may(actor, 'SKIP_CHANGE_REQUEST', { project, environment });

function demandReason({ actor }: Made, { reasonRequired, project, environment }: Protection): void {
    if (!reasonRequired || actor.reason !== undefined) return;
    throw invalid(
        `Whoever changes ${environment} of project ${project} without approval says why. Send a header "Change-Reason".`,
        '/headers/change-reason',
    );
}
