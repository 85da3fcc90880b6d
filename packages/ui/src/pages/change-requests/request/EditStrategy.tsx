import type { NewStrategy, Strategy } from '../../../api/types.ts';
import { useEnvironments } from '../../environments/environment.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { draftOf } from '../../strategies/draft.ts';
import { StrategyDrawer } from '../../strategies/StrategyDrawer.tsx';
import { useEditChange } from './change-request.changes.ts';
import type { RequestAt } from './change-request.queries.ts';
import { type RequestedChange, toProposed } from './requested-changes.ts';

interface Props {
    at: RequestAt;
    environment: string;
    change: RequestedChange;
    onClose: () => void;
}

/** Edits a proposed strategy inside its request. */
export function EditStrategy({ at, environment, change, onClose }: Props) {
    const edit = useEditChange(at);
    const { data: environments = [] } = useEnvironments();
    const { data: project } = useProject(at.projectId);
    const payload = toProposed(change).payload as NewStrategy & { id?: string };
    return (
        <StrategyDrawer
            title={`${change.feature}: strategy in ${environment}`}
            projectId={at.projectId}
            {...(change.feature && { flag: change.feature })}
            environment={{ name: environment, type: environments.find(({ name }) => name === environment)?.type ?? '' }}
            // The service has validated the proposal, so it is complete.
            start={draftOf({
                segments: [],
                variants: [],
                constraints: [],
                parameters: {},
                ...payload,
            } as unknown as Strategy)}
            defaultStickiness={project?.defaultStickiness ?? 'default'}
            warning=""
            savesIn="request"
            save={{
                ...edit,
                mutate: (body, react) =>
                    edit.mutate(
                        {
                            changeId: change.id,
                            change: toProposed(change, { ...body, ...(payload.id && { id: payload.id }) }),
                        },
                        react,
                    ),
            }}
            onClose={onClose}
        />
    );
}
