import { type Static, type TSchema, Type } from 'typebox';
import type { ActionScope, DeclaredAction } from '../../../changes/proposable.ts';
import { asRecord } from '../../../core/json/is-record.ts';
import { Body, Nullable } from '../../../http/route/schemas.ts';
import { FlagName } from '../../flags/flags/flag.schemas.ts';
import { ACTION_NAMES, type ACTIONS, type ActionName, actionNamed } from './registry.ts';

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

const stepFor = ({ name, about, payload }: DeclaredAction) =>
    Body({ action: Type.Literal(name), ...NAMED[about], payload });

type StepNamed<Name extends ActionName> = {
    action: Name;
    feature?: string | null;
    environment?: string | null;
} & (undefined extends Static<(typeof ACTIONS)[Name]['payload']>
    ? { payload?: Static<(typeof ACTIONS)[Name]['payload']> }
    : { payload: Static<(typeof ACTIONS)[Name]['payload']> });

/** One step of a proposal: the name of the action determines the format of the payload. */
export const ProposedStep = Type.Unsafe<{ [Name in ActionName]: StepNamed<Name> }[ActionName]>({
    $id: 'proposedStep',
    type: 'object',
    required: ['action'],
    discriminator: { propertyName: 'action' },
    oneOf: ACTION_NAMES.map((name) => stepFor(actionNamed(name)!)),
});
export type ProposedStep = Static<typeof ProposedStep>;

const SCHEMAS = new WeakMap<DeclaredAction, TSchema>();

/** Returns the schema of the action that a step names; the schema of all steps if it names none. */
export function schemaOfStep(step: unknown): TSchema {
    const declared = actionNamed(String(asRecord(step)['action']));
    if (!declared) return ProposedStep;
    const schema = SCHEMAS.get(declared) ?? stepFor(declared);
    SCHEMAS.set(declared, schema);
    return schema;
}

export const ProposedSteps = Type.Array(ProposedStep, {
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

export const Proposal = Body({ steps: ProposedSteps }, { $id: 'proposal' });
export type Proposal = Static<typeof Proposal>;

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
