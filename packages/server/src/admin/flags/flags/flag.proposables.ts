import { updates } from '../../../changes/action-rules.ts';
import { proposable } from '../../../changes/proposable.ts';
import { DECIDING_MEMBERS, type FlagSettingsUpdate } from '../../../core/flags/flag-members.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { createFlag } from './flag.commands.ts';
import { FlagUpdate, NoPayload, ProposedFlag, ProposedSwitch } from './flag.schemas.ts';
import { archiveFlag, reviveFlag } from './flag-archive.commands.ts';
import { updateFlag } from './flag-settings.commands.ts';
import { setFlagEnabled } from './flag-switch.commands.ts';
import { switchTarget } from './flag-switch.target.ts';

const flagOf = ({ project, feature }: { project: string; feature: string }) => ({ project, name: feature });

const FLAGS = '/api/admin/projects/:projectId/features';
const FLAG = `${FLAGS}/:featureName`;

export const flagActions = {
    updateEnabled: proposable({
        name: 'updateEnabled',
        about: 'flagEnvironment',
        payload: ProposedSwitch,
        access: 'UPDATE_FEATURE_ENVIRONMENT',
        says: 'turn {feature} {payload.enabled?on:off} in {environment}',
        target: updates(switchTarget),
        route: `POST ${FLAG}/environments/:environment/on`,
        direct: ({ enabled, shouldActivateDisabledStrategies: all }) => ({
            path: `${FLAG}/environments/:environment/${enabled ? 'on' : 'off'}${all ? '?shouldActivateDisabledStrategies=true' : ''}`,
        }),
        strategy: ({ payload }) => payload.defaultStrategy,
        turnsOn: ({ enabled }) => enabled,
        // Only a strategy that the request contains is added to the flag, not the current default of the project.
        applied: (payload) => ({ defaultStrategy: null, ...payload }),
        suggested(payload, events) {
            const added = events.find(({ type }) => type === 'feature-strategy-add');
            if (!added) return payload;
            const { id: _, disabled: __, sortOrder: ___, ...defaultStrategy } = added.data as FeatureStrategy;
            return { ...payload, defaultStrategy };
        },
        command: setFlagEnabled,
        input: ({ environment, ...address }, options) => ({ ...flagOf(address), environment, ...options }),
    }),
    createFeature: proposable({
        name: 'createFeature',
        about: 'flag',
        payload: ProposedFlag,
        access: 'CREATE_FEATURE',
        says: 'create the flag {feature}',
        target: null,
        route: `POST ${FLAGS}`,
        flag: 'created',
        labels: ({ type, tags }) => ({ type, tags: tags ?? [] }),
        command: createFlag,
        input: (address, settings) => ({ ...settings, ...flagOf(address) }),
    }),
    updateFeature: proposable({
        name: 'updateFeature',
        about: 'flag',
        payload: FlagUpdate,
        access: 'UPDATE_FEATURE',
        says: 'change the settings of {feature}',
        target: null,
        route: `PUT ${FLAG}`,
        // These members change the type of the values that code receives.
        isMeasurable: (settings: FlagSettingsUpdate) =>
            DECIDING_MEMBERS.every((member) => settings[member] === undefined),
        labels: ({ type }) => ({ type }),
        command: updateFlag,
        input: (address, settings) => ({ ...flagOf(address), settings }),
    }),
    archiveFeature: proposable({
        name: 'archiveFeature',
        about: 'flag',
        payload: NoPayload,
        access: 'DELETE_FEATURE',
        says: 'archive {feature}',
        target: null,
        route: `DELETE ${FLAG}`,
        flag: 'archived',
        // For a flag that disappears, code uses its own default.
        isMeasurable: () => false,
        command: archiveFlag,
        input: flagOf,
    }),
    reviveFeature: proposable({
        name: 'reviveFeature',
        about: 'flag',
        payload: NoPayload,
        access: 'UPDATE_FEATURE',
        says: 'restore {feature}',
        target: null,
        route: 'POST /api/admin/archive/revive/:featureName',
        flag: 'revived',
        command: reviveFlag,
        input: flagOf,
    }),
};
