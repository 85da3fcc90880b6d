import { type Static, type TSchema, Type } from 'typebox';
import { actionNamed, listActions } from '../../../changes/action-registry.ts';
import type { ActionScope, DeclaredAction, ProposedStep } from '../../../changes/proposable.ts';
import { asRecord } from '../../../core/json/is-record.ts';
import { Body, Nullable } from '../../../http/route/schemas.ts';
import { FlagName } from '../../flags/flags/flag.schemas.ts';

/** The maximum number of steps in a request. */
export const MAX_STEPS = 500;

const environment = Type.String({ minLength: 1, maxLength: 100 });
const optionalMembers = {
    feature: Type.Optional(Nullable(FlagName)),
    environment: Type.Optional(Nullable(environment)),
};

/** The required members of a step's target; additional ones are allowed. */
const NAMED: Record<ActionScope, { feature: TSchema; environment: TSchema }> = {
    flagEnvironment: { feature: FlagName, environment },
    flag: { ...optionalMembers, feature: FlagName },
    projectEnvironment: { ...optionalMembers, environment },
    project: optionalMembers,
};

const SCHEMAS = new WeakMap<DeclaredAction, TSchema>();

/** Returns the schema of steps with this action. */
function schemaOfAction(declared: DeclaredAction): TSchema {
    const { name, about, payload } = declared;
    const schema = SCHEMAS.get(declared) ?? Body({ action: Type.Literal(name), ...NAMED[about], payload });
    SCHEMAS.set(declared, schema);
    return schema;
}

const byAction = (shapes: readonly TSchema[]) => ({
    type: 'object',
    required: ['action'],
    discriminator: { propertyName: 'action' },
    oneOf: shapes,
});

/** Its validation fails with the reason why a step names no action. */
const UNKNOWN_ACTION = Type.Unsafe<ProposedStep>(byAction([]));

/** Returns the schema of the action that a step names. */
export function schemaOfStep(step: unknown): TSchema {
    const declared = actionNamed(String(asRecord(step)['action']));
    return declared ? schemaOfAction(declared) : UNKNOWN_ACTION;
}

/** Returns the schema of a list of steps with all registered actions. */
export const proposedSteps = () =>
    Type.Array(Type.Unsafe<ProposedStep>({ $id: 'proposedStep', ...byAction(listActions().map(schemaOfAction)) }), {
        minItems: 1,
        maxItems: MAX_STEPS,
        description: 'Executed in order: later steps see the results of earlier steps',
    });

/** A computed step in readable form. */
export const PlannedStep = Type.Object({
    action: Type.String(),
    feature: Type.Optional(Type.String()),
    environment: Type.Optional(Type.String()),
    says: Type.String({ description: 'Description of the step' }),
});
export type PlannedStep = Static<typeof PlannedStep>;

export const proposal = () => Body({ steps: proposedSteps() }, { $id: 'proposal' });
export type Proposal = Static<ReturnType<typeof proposal>>;

export const AppliedProposal = Type.Object(
    {
        steps: Type.Array(PlannedStep),
        event: Type.Integer({ description: 'The newest event of the change; reverting it undoes all steps' }),
    },
    { $id: 'appliedProposal' },
);
export type AppliedProposal = Static<typeof AppliedProposal>;

export const Actions = Type.Object(
    {
        actions: Type.Array(
            Type.Object({
                name: Type.String(),
                needs: Type.Array(Type.Enum(['feature', 'environment']), {
                    description: 'Members of the step that are required in addition to the payload',
                }),
                permissions: Type.Array(Type.String(), {
                    description: 'Permissions, one of which is required to execute the action directly',
                }),
                says: Type.String({ description: 'Description of the action, with placeholders in braces' }),
                payload: Type.Unknown({ description: 'A JSON Schema' }),
            }),
        ),
    },
    { $id: 'proposableActions' },
);
