import { proposable } from '../../../changes/proposable.ts';
import { createFlag } from './flag.commands.ts';
import { FlagUpdate, NoPayload, ProposedFlag, ProposedSwitch } from './flag.schemas.ts';
import { archiveFlag, reviveFlag } from './flag-archive.commands.ts';
import { updateFlag } from './flag-settings.commands.ts';
import { setFlagEnabled } from './flag-switch.commands.ts';

const flagOf = ({ project, feature }: { project: string; feature: string }) => ({ project, name: feature });

export const flagActions = {
    updateEnabled: proposable({
        name: 'updateEnabled',
        about: 'flagEnvironment',
        payload: ProposedSwitch,
        access: 'UPDATE_FEATURE_ENVIRONMENT',
        says: 'turn {feature} {payload.enabled?on:off} in {environment}',
        command: setFlagEnabled,
        input: ({ environment, ...place }, wanted) => ({ ...flagOf(place), environment, ...wanted }),
    }),
    createFeature: proposable({
        name: 'createFeature',
        about: 'flag',
        payload: ProposedFlag,
        access: 'CREATE_FEATURE',
        says: 'create the flag {feature}',
        command: createFlag,
        input: (place, settings) => ({ ...settings, ...flagOf(place) }),
    }),
    updateFeature: proposable({
        name: 'updateFeature',
        about: 'flag',
        payload: FlagUpdate,
        access: 'UPDATE_FEATURE',
        says: 'change the settings of {feature}',
        command: updateFlag,
        input: (place, settings) => ({ ...flagOf(place), settings }),
    }),
    archiveFeature: proposable({
        name: 'archiveFeature',
        about: 'flag',
        payload: NoPayload,
        access: 'DELETE_FEATURE',
        says: 'archive {feature}',
        command: archiveFlag,
        input: flagOf,
    }),
    reviveFeature: proposable({
        name: 'reviveFeature',
        about: 'flag',
        payload: NoPayload,
        access: 'UPDATE_FEATURE',
        says: 'revive {feature}',
        command: reviveFlag,
        input: flagOf,
    }),
};
