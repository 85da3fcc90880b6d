import type { Static, TSchema } from 'typebox';
import type { Scope } from '../core/access/actor.ts';
import { demandOneOf } from '../core/access/demand.ts';
import type { Permission } from '../core/access/permissions.ts';
import { fillTemplate } from '../core/text/fill-template.ts';
import type { ActionRules } from './action-rules.ts';
import type { Change, Command, PermissionCheck, Step } from './change.ts';

interface StepTargets {
    flagEnvironment: { project: string; feature: string; environment: string };
    flag: { project: string; feature: string };
    projectEnvironment: { project: string; environment: string };
    project: { project: string };
}

export type ActionScope = keyof StepTargets;

type AccessCheckInput = Parameters<PermissionCheck<unknown>>[0];

interface Declaration<Name, Where extends ActionScope, Payload extends TSchema, Access, Input, Result>
    extends ActionRules<Static<Payload>> {
    /** The name of the step in the API. */
    name: Name;
    about: Where;
    payload: Payload;
    /** The access of the step, as for the direct route: a permission, or a list of which one is enough. */
    access: Access;
    /** The scope of the permission, if it differs from the target of the step. */
    scope?: (query: AccessCheckInput, target: StepTargets[Where], payload: Static<Payload>) => Promise<Scope>;
    /** The sentence template of the step: `turn {feature} {payload.enabled?on:off} in {environment}`. */
    says: string;
    command: Command<Input, Result>;
    input: (target: StepTargets[Where], payload: Static<Payload>) => Input;
}

/** A step as a proposal contains it. The schema of the action determines which members it needs, and the format of its payload. */
export interface ProposedStep {
    action: string;
    feature?: string | null;
    environment?: string | null;
    payload?: unknown;
}

/** A named step, which can be stored, read, displayed and executed later. */
export interface ProposableStep<Result = unknown> extends Step<Result> {
    name: string;
    /** A sentence that describes the step. */
    says: string;
    /** The proposal entry that it was created from. */
    source: { feature: string | null; environment: string | null; payload: unknown };
}

/** A declared action that was selected by name at run time: the schema of its payload has checked the payload. */
export interface DeclaredAction extends ActionRules<unknown> {
    name: string;
    about: ActionScope;
    payload: TSchema;
    permissions: readonly Permission[];
    says: string;
    step(target: StepTargets['flagEnvironment'], payload: unknown): ProposableStep;
}

/** Whether the step can be proposed unchanged. */
export const isProposed = (step: Step): step is ProposableStep => 'source' in step;

type Permissions<Access> = Access extends Permission ? readonly [Access] : Access;

/**
 * Declares a command that a proposal may contain, with everything that change requests know about it. The direct route takes its
 * address, its access and its scope from here and runs the same step.
 */
export function proposable<
    const Name extends string,
    Where extends ActionScope,
    Payload extends TSchema,
    const Access extends Permission | readonly Permission[],
    Input,
    Result,
    Endpoint extends ActionRules<unknown>['route'],
>(declared: Declaration<Name, Where, Payload, Access, Input, Result> & { route: Endpoint }) {
    const { about, access, command } = declared;
    const permissions = (typeof access === 'string' ? [access] : access) as Permissions<Access>;
    const scopeOf = declared.scope ?? (async (_: unknown, target: StepTargets[Where]) => scopeAt(about, target));
    return {
        ...declared,
        permissions: permissions as readonly Permission[],
        routeAccess: {
            access: permissions,
            scope: ({ params }: { params: { projectId: string; environment?: string } }) =>
                scopeAt(about, { project: params.projectId, ...params }),
        },
        /** The step as an entry of a proposal. */
        proposed: (target: Omit<StepTargets[Where], 'project'>, payload: Static<Payload>) => ({
            action: declared.name,
            ...target,
            payload,
        }),
        step: (target: StepTargets[Where], payload: Static<Payload>): ProposableStep<Result> => {
            const input = declared.input(target, payload);
            return {
                name: declared.name,
                // Lazy, because few are displayed.
                get says() {
                    return fillTemplate(declared.says, { ...target, payload });
                },
                source: { ...NOWHERE, ...targetIn(about, target), payload: payload ?? null },
                async authorise(change: Change) {
                    demandOneOf(
                        change.actor,
                        permissions as readonly Permission[],
                        await scopeOf(change, target, payload),
                    );
                    await command.may?.(change, input);
                },
                run: (change: Change) => command(change, input),
                isShort: about !== 'project',
            };
        },
    };
}

const NOWHERE = { feature: null, environment: null };

/** The parts of the target that the step needs; the others are dropped. */
function targetIn(about: ActionScope, { feature, environment }: Partial<StepTargets['flagEnvironment']>) {
    return {
        ...(about.startsWith('flag') && feature !== undefined && { feature }),
        ...(about.endsWith('Environment') && environment !== undefined && { environment }),
    };
}

function scopeAt(about: ActionScope, { project, environment }: { project: string; environment?: string }): Scope {
    return about === 'flagEnvironment' && environment !== undefined ? { project, environment } : { project };
}
