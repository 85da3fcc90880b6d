// Made from openapi.json by `npm run types -w packages/ui`. Do not edit.

export interface paths {
    "/api/admin/access/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which users come into which projects, and how
         * @description Needs the permission ADMIN.
         */
        get: operations["getAccessOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/addons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all integrations, and the providers there can be integrations with */
        get: operations["getAddons"];
        put?: never;
        /**
         * Create an integration
         * @description Needs the permission CREATE_ADDON.
         */
        post: operations["createAddon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/addons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one integration */
        get: operations["getAddon"];
        /**
         * Change an integration
         * @description A sensitive parameter that comes as ***** stays as it is; when the address changes, the others must be given again.
         *
         *     Needs the permission UPDATE_ADDON.
         */
        put: operations["updateAddon"];
        post?: never;
        /**
         * Delete an integration with its deliveries
         * @description Needs the permission DELETE_ADDON.
         */
        delete: operations["deleteAddon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/addons/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was delivered to an integration, and what was not
         * @description Needs the permission ADMIN.
         */
        get: operations["getIntegrationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/addons/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a test event now, whether or not the integration is enabled
         * @description Needs the permission UPDATE_ADDON.
         */
        post: operations["testAddon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API tokens you may see
         * @description Needs the permission ADMIN or READ_CLIENT_API_TOKEN or READ_FRONTEND_API_TOKEN.
         */
        get: operations["getAllApiTokens"];
        put?: never;
        /**
         * Create an API token
         * @description Needs the permission ADMIN or CREATE_CLIENT_API_TOKEN or CREATE_FRONTEND_API_TOKEN.
         */
        post: operations["createApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-tokens/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API tokens with a name
         * @description Needs the permission ADMIN or READ_CLIENT_API_TOKEN or READ_FRONTEND_API_TOKEN.
         */
        get: operations["getApiTokensByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set when an API token expires
         * @description A token that does not exist changes nothing and is no error.
         *
         *     Needs the permission ADMIN or UPDATE_CLIENT_API_TOKEN or UPDATE_FRONTEND_API_TOKEN.
         */
        put: operations["updateApiToken"];
        post?: never;
        /**
         * Delete an API token
         * @description A token that does not exist changes nothing and is no error.
         *
         *     Needs the permission ADMIN or DELETE_CLIENT_API_TOKEN or DELETE_FRONTEND_API_TOKEN.
         */
        delete: operations["deleteApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/archive/{featureName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an archived flag for ever
         * @description A flag that does not exist or is not archived changes nothing and is no error.
         *
         *     Needs the permission DELETE_FEATURE.
         */
        delete: operations["deleteFeature"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/archive/revive/{featureName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revive an archived flag
         * @description It is off in all environments.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        post: operations["reviveFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/auth/oidc/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of OpenID Connect
         * @description Needs the permission ADMIN or UPDATE_AUTH_CONFIGURATION.
         */
        get: operations["getOidcSettings"];
        put?: never;
        /**
         * Change the settings of OpenID Connect
         * @description What is left out stays as it is; so does a secret that comes as its mask, unless the address of the provider changes: then it must be given again. Only administrators change which provider is believed, who is let in, and as what; the permission alone is for the rest.
         *
         *     Needs the permission ADMIN or UPDATE_AUTH_CONFIGURATION.
         */
        post: operations["setOidcSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/auth/saml/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of SAML
         * @description Needs the permission ADMIN or UPDATE_AUTH_CONFIGURATION.
         */
        get: operations["getSamlSettings"];
        put?: never;
        /**
         * Change the settings of SAML
         * @description Of what is not required, what is left out stays as it is; so does a private key that comes as its mask. Only administrators change which provider is believed, who is let in, and as what; the permission alone is for the rest.
         *
         *     Needs the permission ADMIN or UPDATE_AUTH_CONFIGURATION.
         */
        post: operations["setSamlSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/auth/simple/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether people can sign in with a password
         * @description Needs the permission ADMIN or UPDATE_AUTH_CONFIGURATION.
         */
        get: operations["getSimpleSettings"];
        put?: never;
        /**
         * Switch signing in with a password off or on
         * @description Needs the permission ADMIN or UPDATE_AUTH_CONFIGURATION.
         */
        post: operations["setSimpleSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/client-features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what SDKs of an environment get, or got */
        get: operations["getClientFeaturesForAdministrators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/client-metrics/features/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often a flag was asked for in the last hour, and by whom
         * @description A flag that does not exist was never asked for.
         */
        get: operations["getFeatureUsageSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/client-metrics/features/{name}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often a flag was asked for, by hour or day, application and environment */
        get: operations["getRawFeatureMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/constraints/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a strategy or segment could have this constraint */
        post: operations["validateConstraint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the context fields of the instance */
        get: operations["getContextFields"];
        put?: never;
        /**
         * Create a context field
         * @description Needs the permission CREATE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        post: operations["createContextField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/context/{contextField}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one context field */
        get: operations["getContextField"];
        /**
         * Replace what is said about a context field
         * @description Needs the permission UPDATE_CONTEXT_FIELD.
         */
        put: operations["updateContextField"];
        post?: never;
        /**
         * Delete a context field that is not used
         * @description Needs the permission DELETE_CONTEXT_FIELD.
         */
        delete: operations["deleteContextField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/context/{contextField}/legal-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or describe a legal value of a context field
         * @description Needs the permission UPDATE_CONTEXT_FIELD.
         */
        post: operations["updateContextFieldLegalValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/context/{contextField}/legal-values/{value}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a legal value of a context field
         * @description Needs the permission UPDATE_CONTEXT_FIELD.
         */
        delete: operations["deleteContextFieldLegalValue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/context/{contextField}/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the strategies that look at a context field */
        get: operations["getStrategiesByContextField"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/context/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a context field could have this name
         * @description Needs the permission UPDATE_CONTEXT_FIELD.
         */
        post: operations["validateContextField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all environments */
        get: operations["getAllEnvironments"];
        put?: never;
        /**
         * Create an environment
         * @description Needs the permission ADMIN.
         */
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one environment */
        get: operations["getEnvironment"];
        put?: never;
        post?: never;
        /**
         * Delete an environment and what flags have in it
         * @description Needs the permission ADMIN.
         */
        delete: operations["removeEnvironment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/{name}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an environment in which flags have what they have in this one
         * @description Needs the permission ADMIN.
         */
        post: operations["cloneEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/{name}/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop offering an environment to new projects
         * @description Flags keep their state either way.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["toggleEnvironmentOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/{name}/on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer an environment to new projects
         * @description Flags keep their state either way.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["toggleEnvironmentOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/project/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all environments, and how a project uses each */
        get: operations["getProjectEnvironments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/sort-order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put environments in another order
         * @description Needs the permission ADMIN.
         */
        put: operations["updateSortOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/update/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an environment
         * @description Needs the permission ADMIN.
         */
        put: operations["updateEnvironment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/environments/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether an environment could have this name
         * @description Needs the permission ADMIN.
         */
        post: operations["validateEnvironmentName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/event-creators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everyone who has left an event */
        get: operations["getEventCreators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last 100 events, or all events of a project
         * @description Newest first.
         *
         *     Needs the permission ADMIN or READ_LOGS.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events/{toggleName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All events of a flag
         * @description Newest first. A flag that never existed has none. For a flag named `verify`, use the search.
         */
        get: operations["getEventsForToggle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that no event was changed, removed or inserted behind the service
         * @description Checks the hash chain from the first event to the newest, and names the first that breaks it.
         *
         *     Needs the permission ADMIN or READ_LOGS.
         */
        get: operations["verifyEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/feature-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the types of flags */
        get: operations["getAllFeatureTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/feature-types/{id}/lifetime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how long flags of a type are expected to live
         * @description Flags that are older become potentially stale.
         *
         *     Needs the permission ADMIN.
         */
        put: operations["updateFeatureTypeLifetime"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/features-batch/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Export flags as they are in one environment */
        post: operations["exportFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/features-batch/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import flags into a project and an environment
         * @description Everything is imported, or nothing. Flags that exist are overwritten; archived ones are left alone.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        post: operations["importFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/features-batch/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what an import would run into, without importing anything */
        post: operations["validateImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/features/{featureName}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tags of a flag */
        get: operations["listTags"];
        /**
         * Give a flag tags and take others away
         * @description Needs the permission UPDATE_FEATURE.
         */
        put: operations["updateTags"];
        /**
         * Give a flag a tag
         * @description The tag is created if there is none; a flag that has it keeps it.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        post: operations["addTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/features/{featureName}/tags/{type}/{value}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a tag from a flag
         * @description A flag that does not have the tag stays as it is.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        delete: operations["removeTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/features/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a flag could have this name */
        post: operations["validateFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remember that you answered a question for your opinion */
        post: operations["provideFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/feedback/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change what is remembered of your answer */
        put: operations["updateFeedback"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all groups with their members
         * @description Needs the permission ADMIN.
         */
        get: operations["getGroups"];
        put?: never;
        /**
         * Create a group
         * @description Needs the permission ADMIN.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one group
         * @description Needs the permission ADMIN.
         */
        get: operations["getGroup"];
        /**
         * Change a group
         * @description Needs the permission ADMIN.
         */
        put: operations["updateGroup"];
        post?: never;
        /**
         * Delete a group; its members stay
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/instance-admin/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much of everything this instance holds
         * @description Private projects in which the caller has no part are not counted, nor what is in them.
         */
        get: operations["getInstanceAdminStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/instance-admin/statistics/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same, for a spreadsheet */
        get: operations["getInstanceAdminStatsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invite-link/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all signup tokens
         * @description Needs the permission ADMIN.
         */
        get: operations["getAllPublicSignupTokens"];
        put?: never;
        /**
         * Create a link with which people sign up as Viewers
         * @description Needs the permission ADMIN.
         */
        post: operations["createPublicSignupToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invite-link/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one signup token
         * @description Needs the permission ADMIN.
         */
        get: operations["getPublicSignupToken"];
        /**
         * Switch a signup token on or off, or set when it expires
         * @description Needs the permission ADMIN.
         */
        put: operations["updatePublicSignupToken"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/lifecycle/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the flags in each stage */
        get: operations["getFeatureLifecycleCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stream that tells when something changed
         * @description Server-sent events whose data is a JSON object: first the revision as it is, with no types and no changes, then what each change touched: the types of its events, and where they happened (project, flag, environment, segment), as far as the listener may know of it. What it is now is not told: ask for these rows again, such as with `name=…` at /api/admin/projects/{projectId}/features or /api/admin/search/features; a row that does not come back is no longer there. A message without `changes`, and one without types after the first, mean that anything may be different.
         */
        get: operations["getLiveChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who tried to sign in
         * @description Newest first. Attempts are kept for two weeks. As CSV the limit is 1000 unless it is given.
         *
         *     Needs the permission ADMIN or READ_LOGS.
         */
        get: operations["getLoginHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether changes are switched off
         * @description Needs the permission ADMIN or UPDATE_MAINTENANCE_MODE.
         */
        get: operations["getMaintenance"];
        put?: never;
        /**
         * Switch changes off or on again
         * @description SDKs are served all the same.
         *
         *     Needs the permission ADMIN or UPDATE_MAINTENANCE_MODE.
         */
        post: operations["toggleMaintenance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/metrics/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The applications whose SDKs were seen */
        get: operations["getApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/metrics/applications/{appName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One application, its instances and the flags that it asks for */
        get: operations["getApplication"];
        put?: never;
        /**
         * Say more about an application than its SDK does
         * @description Needs the permission UPDATE_APPLICATION.
         */
        post: operations["createApplication"];
        /**
         * Forget an application
         * @description It comes back when its SDK does. One that does not exist is forgotten already.
         *
         *     Needs the permission UPDATE_APPLICATION.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/metrics/applications/{appName}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where an application runs, with which SDKs, and what is wrong with it */
        get: operations["getApplicationOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/metrics/instances/{appName}/environment/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The instances of an application in one environment
         * @description Those of the last two days, newest first.
         */
        get: operations["getApplicationEnvironmentInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/metrics/sdks/outdated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** SDKs that should be updated, and the applications that use them */
        get: operations["getOutdatedSdks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/metrics/unknown-flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Flags that SDKs ask for but that do not exist
         * @description Those of the last day, newest first.
         */
        get: operations["getUnknownFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the permissions that roles can have */
        get: operations["getPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/personal-dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your projects and flags, and who the administrators are */
        get: operations["getPersonalDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/personal-dashboard/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened in a project lately, how it is doing, and what you are in it */
        get: operations["getPersonalDashboardProjectDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/playground": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate flags in one environment for one context
         * @deprecated
         */
        post: operations["getPlayground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/playground/advanced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Evaluate flags in several environments and for several contexts, and explain each result */
        post: operations["getAdvancedPlayground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the projects you may know of */
        get: operations["getProjects"];
        put?: never;
        /**
         * Create a project
         * @description Whoever creates it, unless with an admin token, becomes its owner.
         *
         *     Needs the permission CREATE_PROJECT.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project with all of its flags
         * @deprecated
         * @description Grows with the number of flags. Prefer the overview and the search for flags.
         */
        get: operations["getDeprecatedProjectOverview"];
        /**
         * Change a project
         * @description Needs the permission UPDATE_PROJECT or PROJECT_SETTINGS_WRITE.
         */
        put: operations["updateProject"];
        post?: never;
        /**
         * Delete a project whose flags are all archived
         * @description Its archived flags, segments, context fields and the API tokens for it alone go along.
         *
         *     Needs the permission DELETE_PROJECT.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has which role in a project
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_READ.
         */
        get: operations["getProjectAccess"];
        /**
         * Set who has which role in a project
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_WRITE.
         */
        put: operations["setProjectAccess"];
        /**
         * Give users and groups roles in a project
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_WRITE.
         */
        post: operations["addAccessToProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/api-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API tokens that are valid in a project
         * @description Needs the permission READ_PROJECT_API_TOKEN.
         */
        get: operations["getProjectApiTokens"];
        put?: never;
        /**
         * Create an API token for a project
         * @description Needs the permission CREATE_PROJECT_API_TOKEN.
         */
        post: operations["createProjectApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/api-tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API token of a project
         * @description Needs the permission DELETE_PROJECT_API_TOKEN.
         */
        delete: operations["deleteProjectApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the applications that ask for flags of a project */
        get: operations["getProjectApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive several flags
         * @description Flags that do not exist are ignored.
         *
         *     Needs the permission DELETE_FEATURE.
         */
        post: operations["archiveFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/archive/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what archiving several flags would mean
         * @description Needs the permission DELETE_FEATURE.
         */
        post: operations["validateArchiveFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/bulk_features/environments/{environment}/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn several flags off in one environment
         * @description All of them, or none when one cannot be.
         *
         *     Needs the permission UPDATE_FEATURE_ENVIRONMENT.
         */
        post: operations["bulkToggleFeaturesEnvironmentOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/bulk_features/environments/{environment}/on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn several flags on in one environment
         * @description All of them, or none when one cannot be.
         *
         *     Needs the permission UPDATE_FEATURE_ENVIRONMENT.
         */
        post: operations["bulkToggleFeaturesEnvironmentOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/change-requests/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which environments of a project need approvals for changes
         * @description None: there are no change requests yet.
         *
         *     Needs the permission PROJECT_CHANGE_REQUEST_READ or UPDATE_PROJECT.
         */
        get: operations["getProjectChangeRequestConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the context fields of a project */
        get: operations["getContextFieldsForProject"];
        put?: never;
        /**
         * Create a context field for one project
         * @description Needs the permission CREATE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        post: operations["createContextFieldForProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/context/{contextField}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one context field of a project */
        get: operations["getContextFieldForProject"];
        /**
         * Replace what is said about a context field of a project
         * @description Needs the permission UPDATE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        put: operations["updateContextFieldForProject"];
        post?: never;
        /**
         * Delete a context field of a project that is not used
         * @description Needs the permission DELETE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        delete: operations["deleteContextFieldForProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/context/{contextField}/legal-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or describe a legal value of a context field of a project
         * @description Needs the permission UPDATE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        post: operations["updateContextFieldLegalValueForProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/context/{contextField}/legal-values/{value}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a legal value of a context field of a project
         * @description Needs the permission UPDATE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        delete: operations["deleteContextFieldLegalValueForProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/context/{contextField}/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the strategies that look at a context field of a project */
        get: operations["getStrategiesByContextFieldInProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/context/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a context field of a project could have this name
         * @description Needs the permission UPDATE_CONTEXT_FIELD or UPDATE_PROJECT_CONTEXT.
         */
        post: operations["validateContextFieldForProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several archived flags for ever
         * @description Flags that are not archived are ignored.
         *
         *     Needs the permission DELETE_FEATURE.
         */
        post: operations["deleteFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell whether any flag of a project depends on another */
        get: operations["checkDependenciesExist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/dora": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how long the flags of a project take to reach production */
        get: operations["getProjectDora"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a project another environment
         * @description The flags of the project are in it at once, off.
         *
         *     Needs the permission UPDATE_PROJECT.
         */
        post: operations["addEnvironmentToProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/environments/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an environment from a project
         * @description SDKs do not see its flags there any more. Strategies are kept for when it is added again.
         *
         *     Needs the permission UPDATE_PROJECT.
         */
        delete: operations["removeEnvironmentFromProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/environments/{environment}/change-requests/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say whether changes in an environment of a project need approvals
         * @description They cannot: there are no change requests yet. Switching them off is accepted.
         *
         *     Needs the permission PROJECT_CHANGE_REQUEST_WRITE or UPDATE_PROJECT.
         */
        put: operations["updateProjectChangeRequestConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/environments/{environment}/default-strategy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the strategy of flags that are turned on without one
         * @description Needs the permission UPDATE_PROJECT or PROJECT_DEFAULT_STRATEGY_WRITE.
         */
        post: operations["addDefaultStrategyToProjectEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a project a favourite of yours */
        post: operations["addFavoriteProject"];
        /** Remove a project from your favourites */
        delete: operations["removeFavoriteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the flags of a project that are not archived */
        get: operations["getFeatures"];
        put?: never;
        /**
         * Create a flag
         * @description It is off in all environments of the project, and has no strategies yet.
         *
         *     Needs the permission CREATE_FEATURE.
         */
        post: operations["createFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a flag with everything that belongs to it */
        get: operations["getFeature"];
        /**
         * Replace the settings of a flag
         * @description Needs the permission UPDATE_FEATURE.
         */
        put: operations["updateFeature"];
        post?: never;
        /**
         * Archive a flag
         * @description SDKs no longer see it. It can be revived, or deleted for ever.
         *
         *     Needs the permission DELETE_FEATURE.
         */
        delete: operations["archiveFeature"];
        options?: never;
        head?: never;
        /**
         * Change single settings of a flag
         * @description Takes JSON Patch operations on `description`, `type`, `impressionData`, `owner`, `stale` and `archived`. The name and the project stay as they are, and other paths are ignored.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        patch: operations["patchFeature"];
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/changeProject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a flag to another project
         * @description Needs the permission in both projects. Both must have the same environments.
         *
         *     Needs the permission MOVE_FEATURE_TOGGLE.
         */
        post: operations["changeProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a flag with its strategies, variants and dependencies
         * @description The copy is off in all environments.
         *
         *     Needs the permission CREATE_FEATURE.
         */
        post: operations["cloneFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a flag depend on a parent, or change how it does
         * @description The flag is off wherever one of its parents is not as it must be.
         *
         *     Needs the permission UPDATE_FEATURE_DEPENDENCY.
         */
        post: operations["addFeatureDependency"];
        /**
         * Remove all parents of a flag
         * @description Needs the permission UPDATE_FEATURE_DEPENDENCY.
         */
        delete: operations["deleteFeatureDependencies"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/dependencies/{parent}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a parent of a flag
         * @description Needs the permission UPDATE_FEATURE_DEPENDENCY.
         */
        delete: operations["deleteFeatureDependency"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a flag has in one environment */
        get: operations["getFeatureEnvironment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a flag off in one environment
         * @description Needs the permission UPDATE_FEATURE_ENVIRONMENT.
         */
        post: operations["toggleFeatureEnvironmentOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a flag on in one environment
         * @description Needs the permission UPDATE_FEATURE_ENVIRONMENT.
         */
        post: operations["toggleFeatureEnvironmentOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the strategies of a flag in an environment */
        get: operations["getFeatureStrategies"];
        put?: never;
        /**
         * Add a strategy to a flag in an environment
         * @description Needs the permission CREATE_FEATURE_STRATEGY.
         */
        post: operations["addFeatureStrategy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one strategy */
        get: operations["getFeatureStrategy"];
        /**
         * Replace the configuration of a strategy
         * @description Constraints, variants and parameters that are not sent are emptied. Name, title, segments, `sortOrder` and `disabled` stay as they are when they are not sent.
         *
         *     Needs the permission UPDATE_FEATURE_STRATEGY.
         */
        put: operations["updateFeatureStrategy"];
        post?: never;
        /**
         * Remove a strategy from a flag
         * @description A flag that has no enabled strategy left is turned off in that environment.
         *
         *     Needs the permission DELETE_FEATURE_STRATEGY.
         */
        delete: operations["deleteFeatureStrategy"];
        options?: never;
        head?: never;
        /**
         * Change parts of a strategy
         * @description Needs the permission UPDATE_FEATURE_STRATEGY.
         */
        patch: operations["patchFeatureStrategy"];
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/set-sort-order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the strategies of a flag in another order
         * @description Needs the permission UPDATE_FEATURE_STRATEGY.
         */
        post: operations["setStrategySortOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the variants of a flag in an environment */
        get: operations["getEnvironmentFeatureVariants"];
        /**
         * Replace the variants of a flag in an environment
         * @description Needs the permission UPDATE_FEATURE_ENVIRONMENT_VARIANTS.
         */
        put: operations["overwriteEnvironmentFeatureVariants"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the variants of a flag in an environment
         * @description Needs the permission UPDATE_FEATURE_ENVIRONMENT_VARIANTS.
         */
        patch: operations["patchEnvironmentsFeatureVariants"];
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a flag a favourite of yours */
        post: operations["addFavoriteFeature"];
        /** Remove a flag from your favourites */
        delete: operations["removeFavoriteFeature"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/lifecycle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stages that a flag has reached
         * @description None for a flag that does not exist.
         */
        get: operations["getFeatureLifecycle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/lifecycle/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note what became of the feature behind a flag
         * @description Needs the permission UPDATE_FEATURE.
         */
        post: operations["complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/lifecycle/uncomplete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the completion of a flag back
         * @description A flag that is not completed stays as it is.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        post: operations["uncomplete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a link to a flag
         * @description Needs the permission UPDATE_FEATURE.
         */
        post: operations["createFeatureLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/link/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a link of a flag
         * @description Needs the permission UPDATE_FEATURE.
         */
        put: operations["updateFeatureLink"];
        post?: never;
        /**
         * Remove a link of a flag
         * @description Needs the permission UPDATE_FEATURE.
         */
        delete: operations["deleteFeatureLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/parent-variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the names of the variants that a flag has in any environment */
        get: operations["listParentVariantOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/parents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the flags that a flag could depend on */
        get: operations["listParentOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variants of a flag in its first production environment
         * @deprecated
         * @description Environments have variants of their own. Without a production environment, the first environment is the source.
         */
        get: operations["getFeatureVariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/features/{featureName}/variants-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace the variants of a flag in several environments */
        put: operations["overwriteFeatureVariantsOnEnvironments"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/flag-creators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people who created flags of a project */
        get: operations["getProjectFlagCreators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/groups/{groupId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the roles of a group in a project
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_WRITE.
         */
        put: operations["setRolesForGroup"];
        post?: never;
        /**
         * Take all roles in a project from a group
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_WRITE.
         */
        delete: operations["removeGroupAccess"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/health-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project with all of its flags, and how many of them are stale
         * @deprecated
         * @description Grows with the number of flags. Prefer the overview, the insights and the search for flags.
         */
        get: operations["getProjectHealthReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how a project develops: activity, lead time, health, members */
        get: operations["getProjectInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a project, with how many flags it has of each type */
        get: operations["getProjectOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the personas of a project */
        get: operations["getPersonas"];
        put?: never;
        /**
         * Save a persona: somebody to try changes on
         * @description Needs the permission UPDATE_FEATURE.
         */
        post: operations["createPersona"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/personas/{personaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one persona */
        get: operations["getPersona"];
        /**
         * Change a persona
         * @description Needs the permission UPDATE_FEATURE.
         */
        put: operations["updatePersona"];
        post?: never;
        /**
         * Delete a persona
         * @description Needs the permission UPDATE_FEATURE.
         */
        delete: operations["deletePersona"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/revive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revive several archived flags
         * @description They are off in all environments. Flags that are not archived are ignored.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        post: operations["reviveFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/sdks/outdated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** SDKs that should be updated, and the applications of the project that use them */
        get: operations["getOutdatedProjectSdks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change who sees a project, how its flags are named and how many it takes
         * @description Needs the permission UPDATE_PROJECT or PROJECT_SETTINGS_WRITE.
         */
        put: operations["updateProjectEnterpriseSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark flags as stale, or as not stale
         * @description Flags that do not exist are ignored.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        post: operations["staleFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the state of a project: resources, activity by day, health, lifecycle of its flags */
        get: operations["getProjectStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give several flags of a project tags and take others away
         * @description All flags are changed, or none when one is not in the project.
         *
         *     Needs the permission UPDATE_FEATURE.
         */
        put: operations["addTagToFeatures"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/{projectId}/users/{userId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the roles of a user in a project
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_WRITE.
         */
        put: operations["setRolesForUser"];
        post?: never;
        /**
         * Take all roles in a project from a user
         * @description Needs the permission UPDATE_PROJECT or PROJECT_USER_ACCESS_WRITE.
         */
        delete: operations["removeUserAccess"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/archive/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a project whose flags are all archived
         * @description Needs the permission DELETE_PROJECT.
         */
        post: operations["archiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/revive/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a project out of the archive
         * @description Needs the permission DELETE_PROJECT.
         */
        post: operations["reviveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/roles/{roleId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a role is in use
         * @description Needs the permission ADMIN or READ_ROLE.
         */
        get: operations["getRoleProjectAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/projects/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a project could have this id
         * @description Needs the permission CREATE_PROJECT.
         */
        post: operations["validateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/proposals/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a proposal may contain */
        get: operations["getProposableActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/record-ui-error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what went wrong in your browser
         * @description It stands in the log of the service, where its operators find it.
         */
        post: operations["recordUiError"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all roles
         * @description Needs the permission ADMIN or READ_ROLE.
         */
        get: operations["getRoles"];
        put?: never;
        /**
         * Create a role
         * @description Needs the permission ADMIN.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one role with its permissions
         * @description Needs the permission ADMIN or READ_ROLE.
         */
        get: operations["getRoleById"];
        /**
         * Change a role that is not built in
         * @description Needs the permission ADMIN.
         */
        put: operations["updateRole"];
        post?: never;
        /**
         * Delete a role that is not built in and that nobody has
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/roles/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a role could have this name
         * @description Needs the permission ADMIN.
         */
        post: operations["validateRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/scim-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a directory manages users and groups
         * @description Needs the permission ADMIN.
         */
        get: operations["getScimSettings"];
        put?: never;
        /**
         * Let a directory in, or not any more
         * @description Needs the permission ADMIN.
         */
        post: operations["setScimSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/scim-settings/generate-new-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new token for the directory
         * @description The one before it works no longer.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["generateScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/search/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find events
         * @description Newest first. Who may not see the log of the instance finds events of projects only.
         */
        get: operations["searchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/search/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find flags in all projects */
        get: operations["searchFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all segments */
        get: operations["getSegments"];
        put?: never;
        /**
         * Create a segment
         * @description Needs the permission CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one segment */
        get: operations["getSegment"];
        /**
         * Replace a segment
         * @description Without a project, all projects may use it.
         *
         *     Needs the permission UPDATE_SEGMENT or UPDATE_PROJECT_SEGMENT.
         */
        put: operations["updateSegment"];
        post?: never;
        /**
         * Delete a segment that is not used
         * @description Needs the permission DELETE_SEGMENT or UPDATE_PROJECT_SEGMENT.
         */
        delete: operations["removeSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/{id}/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the strategies that use a segment */
        get: operations["getStrategiesBySegmentId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the segments of a strategy
         * @description Needs the permission UPDATE_FEATURE_STRATEGY.
         */
        post: operations["updateFeatureStrategySegments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/strategies/{strategyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the segments of a strategy */
        get: operations["getSegmentsByStrategyId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/segments/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a segment could have this name */
        post: operations["validateSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/service-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all service accounts and the root roles they can have
         * @description Needs the permission ADMIN.
         */
        get: operations["getServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description It cannot sign in; programs use its tokens.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/service-account/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a service account
         * @description Needs the permission ADMIN.
         */
        put: operations["updateServiceAccount"];
        post?: never;
        /**
         * Delete a service account and its tokens
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/service-account/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tokens of a service account
         * @description Needs the permission ADMIN.
         */
        get: operations["getServiceAccountTokens"];
        put?: never;
        /**
         * Create a token for a service account
         * @description Needs the permission ADMIN.
         */
        post: operations["createServiceAccountToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/service-account/{id}/token/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a token of a service account
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteServiceAccountToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/splash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remember that you have seen an announcement */
        post: operations["updateSplashSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the strategy types */
        get: operations["getAllStrategies"];
        put?: never;
        /**
         * Create a custom strategy type
         * @deprecated
         * @description Prefer built-in strategies with constraints: every SDK can decide those.
         *
         *     Needs the permission CREATE_STRATEGY.
         */
        post: operations["createStrategy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/strategies/{strategyName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one strategy type */
        get: operations["getStrategy"];
        /**
         * Change a custom strategy type
         * @description Needs the permission UPDATE_STRATEGY.
         */
        put: operations["updateStrategy"];
        post?: never;
        /**
         * Delete a custom strategy type that is not used
         * @description Needs the permission DELETE_STRATEGY.
         */
        delete: operations["removeStrategy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/strategies/{strategyName}/deprecate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a strategy type as deprecated
         * @description Strategies of this type go on as before.
         *
         *     Needs the permission UPDATE_STRATEGY.
         */
        post: operations["deprecateStrategy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/strategies/{strategyName}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a strategy type as not deprecated
         * @description Needs the permission UPDATE_STRATEGY.
         */
        post: operations["reactivateStrategy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tag-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all tag types */
        get: operations["getTagTypes"];
        put?: never;
        /**
         * Create a tag type
         * @description Needs the permission CREATE_TAG_TYPE.
         */
        post: operations["createTagType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tag-types/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one tag type */
        get: operations["getTagType"];
        /**
         * Change how a tag type looks
         * @description Needs the permission UPDATE_TAG_TYPE.
         */
        put: operations["updateTagType"];
        post?: never;
        /**
         * Delete a tag type with its tags
         * @description Needs the permission DELETE_TAG_TYPE.
         */
        delete: operations["deleteTagType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tag-types/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a tag type could be created */
        post: operations["validateTagType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all tags */
        get: operations["getTags"];
        put?: never;
        /**
         * Create a tag
         * @description Tags are shared by all projects. Members of a project create them by tagging its flags.
         *
         *     Needs the permission CREATE_TAG_TYPE.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tags/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tags of a type */
        get: operations["getTagsByType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tags/{type}/{value}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one tag */
        get: operations["getTag"];
        put?: never;
        post?: never;
        /**
         * Delete a tag, and take it from all flags
         * @description A tag that does not exist changes nothing and is no error.
         *
         *     Needs the permission DELETE_TAG_TYPE.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/telemetry/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this instance tells its makers anything
         * @description It never does.
         */
        get: operations["getTelemetrySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is kept of the contexts that SDKs ask with
         * @description Needs the permission ADMIN.
         */
        get: operations["getTrafficSettings"];
        /**
         * Say what is kept of the contexts that SDKs ask with
         * @description What was kept before is forgotten.
         *
         *     Needs the permission ADMIN.
         */
        put: operations["setTrafficSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ui-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an interface needs to know of this instance */
        get: operations["getUiConfig"];
        put?: never;
        /**
         * Say which origins may use the frontend API
         * @deprecated
         * @description Use POST /api/admin/ui-config/cors.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["setUiConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ui-config/cors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say which origins may use the frontend API
         * @description Needs the permission ADMIN or UPDATE_CORS.
         */
        post: operations["setCors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who you are and what you may do */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all users and the root roles they can have
         * @description Needs the permission ADMIN.
         */
        get: operations["getUsers"];
        put?: never;
        /**
         * Create a user
         * @description `emailSent` tells whether a mail server has taken the welcome mail; if not, it is tried again.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one user
         * @description Needs the permission ADMIN.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Another root role signs the user out everywhere.
         *
         *     Needs the permission ADMIN.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the password of a user
         * @description The user is signed out everywhere, and their personal tokens end.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["changeUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What identity providers know a user by
         * @description Needs the permission ADMIN.
         */
        get: operations["getUserIdentities"];
        put?: never;
        post?: never;
        /**
         * Forget what identity providers know a user by
         * @description The next sign-in finds the user by e-mail address again: for providers that were set up anew, and for addresses that were given to someone else.
         *
         *     Needs the permission ADMIN.
         */
        delete: operations["forgetUserIdentities"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a user may do, in a project and an environment
         * @description Administrators may ask about everyone, others about themselves.
         */
        get: operations["getUserPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where a user is signed in
         * @description Needs the permission ADMIN.
         */
        get: operations["getUserSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a user out in one place
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the personal access tokens of a user
         * @description Needs the permission ADMIN.
         */
        get: operations["getUserPats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/{id}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a personal access token of a user
         * @description Needs the permission ADMIN.
         */
        delete: operations["deleteUserPat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users and groups that can be given access to a project */
        get: operations["getBaseUsersAndGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/admin-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the administrators
         * @description Needs the permission ADMIN.
         */
        get: operations["getAdminCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/inactive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users who have not been here for long
         * @description Needs the permission ADMIN.
         */
        get: operations["getInactiveUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/inactive/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete inactive users
         * @description Those who are not inactive (any more) are left alone.
         *
         *     Needs the permission ADMIN.
         */
        post: operations["deleteInactiveUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link with which a user chooses a new password
         * @description Needs the permission ADMIN.
         */
        post: operations["resetUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/scim-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete all users whom a directory manages
         * @description For those who change to another directory, or to none.
         *
         *     Needs the permission ADMIN.
         */
        delete: operations["deleteScimUsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find users by name, username or e-mail address */
        get: operations["searchUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user-admin/validate-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a password is strong enough */
        post: operations["validateUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Your other sessions end; your personal tokens stay.
         */
        post: operations["changeMyPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your role, projects and groups */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your roles, in the instance or in a project */
        get: operations["getUserRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where you are signed in */
        get: operations["getMySessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out somewhere else */
        delete: operations["deleteMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your personal access tokens */
        get: operations["getPats"];
        put?: never;
        /**
         * Create a personal access token
         * @description Whoever has it may do in the admin API what you may do.
         */
        post: operations["createPat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one of your personal access tokens
         * @description A token that does not exist changes nothing and is no error.
         */
        delete: operations["deletePat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change would make different, and for whom, without making it
         * @description Whoever sees the project may ask. Nothing of it is stored.
         */
        post: operations["whatIf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/delta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed since the revision in If-None-Match
         * @description Without If-None-Match, or when that revision is too old: everything.
         */
        get: operations["getDelta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/edge-licensing/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An Unleash Edge asks whether it may go on
         * @description It always may: there are no licences here.
         */
        post: operations["edgeHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All flags of one environment, for SDKs that evaluate by themselves */
        get: operations["getAllClientFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/features/{featureName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One flag of one environment */
        get: operations["getClientFeature"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An SDK says how often it was asked for flags */
        post: operations["registerClientMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/metrics/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Many SDKs at once, through someone in between */
        post: operations["clientBulkMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/metrics/edge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An Unleash Edge says that it is there
         * @description It is listed among the applications.
         */
        post: operations["registerEdge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An SDK says that it is there */
        post: operations["registerClientApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/streaming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stream of what changes, as it happens
         * @description Server-sent events: unleash-connected brings the SDK up to date (since Last-Event-ID, if sent), unleash-updated tells every later change.
         */
        get: operations["getClientStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/frontend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The flags that are on for the context in the query */
        get: operations["getFrontendFeatures"];
        put?: never;
        /** The flags that are on for the context in the body */
        post: operations["getFrontendFeaturesByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/frontend/client/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A page says how often it was asked for flags */
        post: operations["registerFrontendMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/frontend/client/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A page says that it is there
         * @description Accepted for old SDKs. Pages come and go, so it is not stored.
         */
        post: operations["registerFrontendClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the ways to sign in */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the identity provider of OpenID Connect
         * @description Begins a session. What went wrong stands in `error` of the page for signing in.
         */
        get: operations["oidcCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with OpenID Connect
         * @description Sends the browser to the identity provider.
         */
        get: operations["oidcLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password with a link
         * @description The link works once. The user is signed out everywhere, and their personal tokens end.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset/password-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link for a new password by mail
         * @description Answers the same whether or not someone has the address. Nobody gets more than one such mail a minute.
         */
        post: operations["sendResetPasswordEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whose password a link resets */
        get: operations["validateToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset/validate-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a password is strong enough */
        post: operations["validatePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Come back from the identity provider of SAML
         * @description Only the browser that began here can go on from here; whoever began at the identity provider is sent there again. What went wrong stands in `error` of the page for signing in.
         */
        post: operations["samlCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Begin the session of someone who came back from the identity provider of SAML */
        get: operations["samlFinish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with SAML
         * @description Sends the browser to the identity provider.
         */
        get: operations["samlLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/logout/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from signing out at the identity provider of SAML
         * @description The session here has ended before: nothing depends on the answer.
         */
        get: operations["samlSignedOut"];
        put?: never;
        /**
         * Come back from signing out at the identity provider of SAML
         * @description The session here has ended before: nothing depends on the answer.
         */
        post: operations["samlSignedOutByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what an identity provider must know of this service */
        get: operations["getSamlMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/simple/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a password */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edge/issue-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Backend tokens for an edge that signs its request
         * @description Headers: `Authorization: HMAC id:signature`, `X-Timestamp`, `X-Nonce`. The same request gets the same tokens.
         */
        post: operations["edgeCreateOrReturnTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edge/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these tokens are valid, and where
         * @description Whoever asks has the tokens already; those that are not valid are left out.
         */
        post: operations["getValidTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service runs */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invite/{token}/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up with a link
         * @description Where mail is configured, the address must prove to be theirs: a mail lets them choose the password, and the one of the request is not kept. `emailSent` is there then.
         */
        post: operations["addPublicSignupTokenUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invite/{token}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether people can sign up with a link */
        get: operations["validatePublicSignupToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Redirects to the identity provider where signing out ends its session too. Programs that accept JSON are told the address instead.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Evaluate all flags */
        post: operations["ofrepEvaluateFlags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Evaluate one flag */
        post: operations["ofrepEvaluateFlag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/streams/{streamKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear when flags may have other values
         * @description The address comes with a bulk evaluation. Browsers cannot send a token here; the key stands for it.
         */
        get: operations["ofrepStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openfeature/v0/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The flags with their types, for code generators such as the OpenFeature CLI
         * @description It names all flags, released or not, so it takes a token of a backend.
         */
        get: operations["getOpenFeatureManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service can take requests */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the groups that the directory manages */
        get: operations["listScimGroups"];
        put?: never;
        /** Create a group, or begin to manage one that exists */
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/{scimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one group */
        get: operations["getScimGroup"];
        /** Change a group; what is left out stays */
        put: operations["replaceScimGroup"];
        post?: never;
        /** Delete a group; its members stay */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /** Change the name or the members of a group */
        patch: operations["patchScimGroup"];
        trace?: never;
    };
    "/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The kinds of resources */
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The attributes of users and groups */
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What of SCIM is supported */
        get: operations["getScimServiceProviderConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users whom the directory manages */
        get: operations["listScimUsers"];
        put?: never;
        /** Create a user, or begin to manage one who exists */
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/{scimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one user */
        get: operations["getScimUser"];
        /** Change a user; what is left out stays */
        put: operations["replaceScimUser"];
        post?: never;
        /** Delete a user */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Change single attributes of a user
         * @description A user who is not active any more is signed out, and loses their tokens.
         */
        patch: operations["patchScimUser"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        accessCandidates: {
            groups: {
                description: string | null;
                id: number;
                name: string;
                userCount: number;
            }[];
            users: components["schemas"]["listedUser"][];
        };
        accessOverview: {
            overview: {
                /** @description Where the user has a role of their own */
                accessibleProjects: string[];
                /** Format: date-time */
                createdAt: string;
                /** @description Where a group of the user has a role */
                groupProjects: string[];
                groups: string[];
                /** Format: date-time */
                lastSeen: string | null;
                rootRole: string | null;
                userEmail: string | null;
                userId: number;
                userName: string | null;
            }[];
        };
        addon: {
            description: string | null;
            enabled: boolean;
            /** @description Tell only of events in these environments; empty or beginning with *: in all */
            environments: string[];
            /** @description The types of events to tell of */
            events: string[];
            id: number;
            /** @description What the provider asks for; sensitive values are shown as ***** */
            parameters: {
                [key: string]: string;
            };
            /** @description Tell only of events in these projects; empty or beginning with *: in all */
            projects: string[];
            /** @description The kind of receiver */
            provider: string;
        };
        addons: {
            addons: components["schemas"]["addon"][];
            providers: components["schemas"]["addonType"][];
        };
        addonType: {
            description: string;
            displayName: string;
            /** @description What the receiver says about it */
            documentationUrl?: string;
            /** @description The types of events it can tell of */
            events: ("feature-created" | "feature-metadata-updated" | "feature-archived" | "feature-revived" | "feature-deleted" | "feature-stale-on" | "feature-stale-off" | "feature-potentially-stale-on" | "feature-project-change" | "feature-completed" | "feature-uncompleted" | "feature-dependency-added" | "feature-dependency-removed" | "feature-dependencies-removed" | "feature-link-added" | "feature-link-updated" | "feature-link-removed" | "feature-favorited" | "feature-unfavorited" | "feature-tagged" | "feature-untagged" | "feature-environment-enabled" | "feature-environment-disabled" | "feature-strategy-add" | "feature-strategy-update" | "feature-strategy-remove" | "strategy-order-changed" | "feature-environment-variants-updated" | "features-imported" | "project-created" | "project-updated" | "project-archived" | "project-revived" | "project-deleted" | "project-access-added" | "project-access-updated" | "project-access-user-roles-updated" | "project-access-user-roles-deleted" | "project-access-group-roles-updated" | "project-access-group-roles-deleted" | "project-favorited" | "project-unfavorited" | "project-environment-added" | "project-environment-removed" | "default-strategy-updated" | "persona-created" | "persona-updated" | "persona-deleted" | "environment-created" | "environment-updated" | "environment-deleted" | "segment-created" | "segment-updated" | "segment-deleted" | "strategy-created" | "strategy-updated" | "strategy-deleted" | "strategy-deprecated" | "strategy-reactivated" | "context-field-created" | "context-field-updated" | "context-field-deleted" | "tag-created" | "tag-deleted" | "tag-type-created" | "tag-type-updated" | "tag-type-deleted" | "feature-type-updated" | "application-updated" | "application-deleted" | "api-token-created" | "api-token-updated" | "api-token-deleted" | "user-created" | "user-updated" | "user-deleted" | "user-password-changed" | "user-identity-linked" | "user-identities-forgotten" | "user-password-reset-link-created" | "role-created" | "role-updated" | "role-deleted" | "group-created" | "group-updated" | "group-deleted" | "service-account-created" | "service-account-updated" | "service-account-deleted" | "service-account-token-created" | "service-account-token-deleted" | "pat-created" | "pat-deleted" | "public-signup-token-created" | "public-signup-token-updated" | "public-signup-token-user-added" | "addon-config-created" | "addon-config-updated" | "addon-config-deleted" | "setting-created" | "setting-updated")[];
            /** @enum {unknown} */
            name: "webhook" | "slack" | "teams" | "teamsworkflow" | "datadog" | "new-relic";
            parameters: {
                description: string;
                displayName: string;
                name: string;
                placeholder?: string;
                required: boolean;
                /** @description Shown to nobody once it is stored */
                sensitive: boolean;
                /** @enum {unknown} */
                type: "url" | "text" | "textfield";
            }[];
        };
        administratorCount: {
            /** @description Administrators who have none */
            noPassword: number;
            /** @description Administrators who have a password */
            password: number;
            /** @description Service accounts that are administrators */
            service: number;
        };
        advancedPlayground: {
            /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
            asOf?: string;
            context: components["schemas"]["playgroundContext"];
            environments: string[];
            /** @description Default: all */
            projects?: string[] | "*";
        };
        advancedPlaygroundAnswer: {
            asOf?: components["schemas"]["moment"];
            features: {
                environments: {
                    [key: string]: components["schemas"]["playgroundEntry"][];
                };
                name: string;
                projectId: string;
            }[];
            input: components["schemas"]["advancedPlayground"];
            warnings?: {
                /** @description Context properties that were left out because they are not text */
                invalidContextProperties: string[];
            };
        };
        apiToken: {
            alias: null;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** @description The one environment it is valid in; * for admin tokens */
            environment: string;
            /** Format: date-time */
            expiresAt: string | null;
            id: number;
            /**
             * @deprecated
             * @description The project it is valid in; * for all, [] for several
             */
            project: string;
            /** @description The projects it is valid in; ["*"] for all */
            projects: string[];
            /** @description Only its beginning: the whole secret is shown when the token is created */
            secret: string;
            /**
             * Format: date-time
             * @description When an SDK last used it
             */
            seenAt: string | null;
            /** @description How people call it */
            tokenName: string;
            /** @description client (also called backend), frontend or admin */
            type: string;
        };
        apiTokenExpiry: {
            /** Format: date-time */
            expiresAt: string;
        };
        apiTokens: {
            tokens: components["schemas"]["apiToken"][];
        };
        application: {
            appName: string;
            color: string | null;
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            icon: string | null;
            /** Format: date-time */
            lastSeen: string;
            strategies: string[];
            url: string | null;
            /** @description In which projects and environments it asks for flags */
            usage: {
                environments: string[];
                project: string;
            }[];
        };
        applicationDetails: {
            appName: string;
            color: string | null;
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            icon: string | null;
            /** @description Those of the last two days, newest first */
            instances: {
                clientIp: string;
                environment: string;
                instanceId: string;
                /** Format: date-time */
                lastSeen: string;
                sdkVersion: string | null;
            }[];
            /** Format: date-time */
            lastSeen: string;
            links: {
                self: string;
            };
            /** @description The flags that it asks for */
            seenToggles: {
                description?: string | null;
                name: string;
                /** @description There is no such flag */
                notFound?: boolean;
                project?: string;
                type?: string;
            }[];
            strategies: string[];
            url: string | null;
            /** @description In which projects and environments it asks for flags */
            usage: {
                environments: string[];
                project: string;
            }[];
        };
        applicationInstances: {
            instances: {
                clientIp: string;
                instanceId: string;
                /** Format: date-time */
                lastSeen: string;
                sdkVersion: string | null;
            }[];
        };
        applicationOverview: {
            environments: {
                backendSdks: string[];
                frontendSdks: string[];
                instanceCount: number;
                issues: {
                    missingFeatures: string[];
                    outdatedSdks: string[];
                };
                /** Format: date-time */
                lastSeen: string;
                name: string;
                sdks: string[];
            }[];
            /** @description How many flags it asks for */
            featureCount: number;
            issues: {
                missingStrategies: string[];
            };
            projects: string[];
        };
        applications: {
            applications: components["schemas"]["application"][];
            total: number;
        };
        archiveFeaturesCheck: {
            /** @description Archiving removes dependencies */
            hasDeletedDependencies: boolean;
            /** @description These cannot be archived: flags that stay depend on them */
            parentsWithChildFeatures: string[];
        };
        bulkMetrics: {
            applications: {
                appName: string;
                environment: string;
                instanceId: string;
                sdkVersion?: string | null;
                strategies?: string[];
            }[];
            metrics: {
                appName: string;
                environment: string;
                featureName: string;
                no?: number;
                timestamp?: string | number;
                variants?: {
                    [key: string]: number;
                };
                yes?: number;
            }[];
        };
        bulkTagChanges: {
            /** @description Names of flags */
            features: string[];
            tags: components["schemas"]["tagChanges"];
        };
        changedRole: {
            roles: components["schemas"]["roleWithPermissions"];
            /** @description The version of this shape */
            version: number;
        };
        changeProject: {
            newProjectId: string;
        };
        changeRequestConfig: {
            changeRequestEnabled: boolean;
            environment: string;
            requiredApprovals: number | null;
            /** @description The type of the environment */
            type: string;
        };
        changeRequestConfigs: components["schemas"]["changeRequestConfig"][];
        changeRequestConfigUpdate: {
            /** @description Only false: there are no change requests yet */
            changeRequestsEnabled: boolean;
            /** @description Without effect for now */
            requiredApprovals?: number | null;
        };
        /** @description Events that bring an SDK up to date: hydration, or what was updated and removed */
        clientDelta: unknown;
        /** @description Flags and segments in the wire format of the SDKs */
        clientFeatures: unknown;
        clientFeaturesAt: {
            /** @description In the shape of the client API */
            features: unknown[];
            /** @description Those that the flags use */
            segments: unknown[];
            version: number;
        };
        clientMetrics: {
            appName: string;
            bucket?: {
                start: string | number;
                stop: string | number;
                toggles: {
                    [key: string]: {
                        no?: number;
                        variants?: {
                            [key: string]: number;
                        };
                        yes?: number;
                    };
                };
            };
            instanceId?: string | null;
            sdkVersion?: string | null;
        };
        clientRegistration: {
            appName: string;
            instanceId?: string | null;
            interval: number;
            sdkVersion?: string | null;
            started: string | number;
            strategies: string[];
        };
        clonedEnvironment: {
            /**
             * @description Whether roles are to allow the same in the new environment
             * @default false
             */
            clonePermissions?: boolean;
            name: string;
            /** @description Those whose flags are to have the same in the new environment. Default: all that have it */
            projects?: string[];
            /** @description development, test, preproduction, production, or a word of your own */
            type: string;
        };
        cloneFeature: {
            /** @description Unique in the instance, archived flags included */
            name: string;
            /**
             * @description Rollouts of the copy use its own name as their group, and pick other users
             * @default true
             */
            replaceGroupId?: boolean;
        };
        constraint: {
            caseInsensitive?: boolean;
            contextName: string;
            inverted?: boolean;
            operator: string;
            value?: string;
            values: string[];
        };
        contextField: {
            /** Format: date-time */
            createdAt: string | null;
            description: string | null;
            /** @description The only values that constraints may name; empty: any */
            legalValues: {
                description?: string;
                value: string;
            }[];
            name: string;
            /** @description The only project it is meant for; null: all */
            project: string | null;
            sortOrder: number;
            /** @description Whether rollouts and variants can stick to it */
            stickiness: boolean;
            /** @description Flags whose strategies look at it, themselves or by a segment */
            usedInFeatures?: number | null;
            usedInProjects?: number | null;
        };
        contextFieldName: {
            name: string;
        };
        contextFields: components["schemas"]["contextField"][];
        contextFieldStrategies: {
            strategies: components["schemas"]["strategyUses"];
        };
        contextFieldUpdate: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            description?: string | null;
            legalValues?: {
                description?: string;
                value: string;
            }[];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            name?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            /** @description Default: 0 */
            sortOrder?: number;
            /** @description Default: false */
            stickiness?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        createApplication: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            appName?: unknown;
            color?: string;
            description?: string;
            icon?: string;
            strategies?: string[];
            /** @description An http or https address */
            url?: string;
        };
        createdApiToken: {
            alias: null;
            /** Format: date-time */
            createdAt: string;
            /** @description The one environment it is valid in; * for admin tokens */
            environment: string;
            /** Format: date-time */
            expiresAt: string | null;
            id: number;
            /**
             * @deprecated
             * @description The project it is valid in; * for all, [] for several
             */
            project: string;
            /** @description The projects it is valid in; ["*"] for all */
            projects: string[];
            /** @description Keep it: it is not shown again */
            secret: string;
            /** @description How people call it */
            tokenName: string;
            /** @description client (also called backend), frontend or admin */
            type: string;
        };
        createdPersonalToken: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            /** Format: date-time */
            expiresAt: string;
            id: number;
            /** @description Keep it: it is not shown again */
            secret: string;
            /**
             * Format: date-time
             * @description When it was last used
             */
            seenAt: string | null;
            userId: number;
        };
        createdProject: {
            /** Format: date-time */
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness: string;
            description?: string;
            environments: string[];
            /** @description How many flags it takes; null: any number */
            featureLimit: number | null;
            featureNaming: components["schemas"]["featureNaming"];
            id: string;
            linkTemplates: components["schemas"]["projectLinkTemplate"][];
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode: "open" | "protected" | "private";
            name: string;
        };
        currentUser: {
            feedback: {
                feedbackId: string;
                /** Format: date-time */
                given: string | null;
                neverShow: boolean;
                userId: number;
            }[];
            permissions: {
                environment?: string;
                /** @enum {unknown} */
                permission: "ADMIN" | "CREATE_ADDON" | "UPDATE_ADDON" | "DELETE_ADDON" | "CREATE_CLIENT_API_TOKEN" | "READ_CLIENT_API_TOKEN" | "UPDATE_CLIENT_API_TOKEN" | "DELETE_CLIENT_API_TOKEN" | "CREATE_FRONTEND_API_TOKEN" | "READ_FRONTEND_API_TOKEN" | "UPDATE_FRONTEND_API_TOKEN" | "DELETE_FRONTEND_API_TOKEN" | "UPDATE_APPLICATION" | "CREATE_PROJECT" | "READ_ROLE" | "READ_LOGS" | "CREATE_CONTEXT_FIELD" | "UPDATE_CONTEXT_FIELD" | "DELETE_CONTEXT_FIELD" | "CREATE_SEGMENT" | "UPDATE_SEGMENT" | "DELETE_SEGMENT" | "CREATE_STRATEGY" | "UPDATE_STRATEGY" | "DELETE_STRATEGY" | "CREATE_TAG_TYPE" | "UPDATE_TAG_TYPE" | "DELETE_TAG_TYPE" | "RELEASE_PLAN_TEMPLATE_CREATE" | "RELEASE_PLAN_TEMPLATE_UPDATE" | "RELEASE_PLAN_TEMPLATE_DELETE" | "UPDATE_MAINTENANCE_MODE" | "UPDATE_INSTANCE_BANNERS" | "UPDATE_CORS" | "UPDATE_AUTH_CONFIGURATION" | "CREATE_FEATURE" | "UPDATE_FEATURE" | "DELETE_FEATURE" | "UPDATE_FEATURE_VARIANTS" | "UPDATE_FEATURE_DEPENDENCY" | "MOVE_FEATURE_TOGGLE" | "UPDATE_PROJECT" | "DELETE_PROJECT" | "PROJECT_USER_ACCESS_READ" | "PROJECT_USER_ACCESS_WRITE" | "PROJECT_DEFAULT_STRATEGY_READ" | "PROJECT_DEFAULT_STRATEGY_WRITE" | "PROJECT_SETTINGS_READ" | "PROJECT_SETTINGS_WRITE" | "PROJECT_CHANGE_REQUEST_READ" | "PROJECT_CHANGE_REQUEST_WRITE" | "READ_PROJECT_API_TOKEN" | "CREATE_PROJECT_API_TOKEN" | "DELETE_PROJECT_API_TOKEN" | "UPDATE_PROJECT_SEGMENT" | "UPDATE_PROJECT_CONTEXT" | "READ_TRAFFIC_EXAMPLES" | "UPDATE_PROJECT_RELEASE_TEMPLATE" | "CREATE_FEATURE_STRATEGY" | "UPDATE_FEATURE_STRATEGY" | "DELETE_FEATURE_STRATEGY" | "UPDATE_FEATURE_ENVIRONMENT" | "UPDATE_FEATURE_ENVIRONMENT_VARIANTS" | "APPROVE_CHANGE_REQUEST" | "APPLY_CHANGE_REQUEST" | "SKIP_CHANGE_REQUEST";
                project?: string;
            }[];
            splash: {
                [key: string]: boolean;
            };
            user: components["schemas"]["user"];
        };
        defaultStrategy: {
            constraints?: components["schemas"]["constraint"][];
            disabled?: boolean | null;
            name: string;
            parameters?: {
                [key: string]: string;
            };
            segments?: number[];
            sortOrder?: number;
            title?: string | null;
            variants?: components["schemas"]["strategyVariant"][];
        };
        deprecatedProjectOverview: {
            /** Format: date-time */
            createdAt: string | null;
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness: string;
            description: string | null;
            environments: components["schemas"]["projectEnvironment"][];
            favorite: boolean;
            /** @description How many flags it takes; null: any number */
            featureLimit: number | null;
            featureNaming: components["schemas"]["featureNaming"];
            features: components["schemas"]["featureOverview"][];
            health: number;
            /** @description Users with a role in the project */
            members: number;
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode: "open" | "protected" | "private";
            name: string;
            stats: components["schemas"]["projectStats"];
            /** Format: date-time */
            updatedAt: string | null;
            /** @description The version of this shape */
            version: number;
        };
        /** @description What is different; a definition that is null is not there */
        describedChange: {
            after: {
                /** @description With ids and titles of strategies, and disabled ones */
                definition: {
                    [key: string]: unknown;
                } | null;
                sentences: string[];
            };
            before: {
                /** @description With ids and titles of strategies, and disabled ones */
                definition: {
                    [key: string]: unknown;
                } | null;
                sentences: string[];
            };
            /** @description `*` for segments, which are the same everywhere */
            environment: string;
            /** @description Of a segment */
            id?: number;
            /** @enum {unknown} */
            kind: "flag" | "segment";
            name: string;
            project: string | null;
        };
        /** @description What an Unleash Edge tells of itself; members that are not listed are ignored */
        edgeReport: {
            appName?: string;
            edgeVersion?: string | null;
            identifier?: string;
        };
        environment: {
            apiTokenCount?: number | null;
            enabled: boolean;
            /** @description Flags that are on in it */
            enabledToggleCount?: number | null;
            name: string;
            /** @description Projects that use it */
            projectCount?: number | null;
            /** @description A protected environment cannot be deleted */
            protected: boolean;
            /** @description Lower values come first */
            sortOrder: number;
            /** @description development, test, preproduction, production, or a word of your own */
            type: string;
        };
        environmentEffect: {
            /** @description How many contexts */
            asked: number;
            environment: string;
            /** @description Those that most get something else of first */
            flags: components["schemas"]["flagEffect"][];
            /** @description What to know of them */
            note?: string;
            /**
             * @description Where the contexts come from
             * @enum {unknown}
             */
            population: "given" | "personas" | "traffic" | "made-up";
        };
        environmentName: {
            name: string;
        };
        environmentOfProject: {
            apiTokenCount?: number | null;
            defaultStrategy?: components["schemas"]["defaultStrategy"];
            enabled: boolean;
            /** @description Flags that are on in it */
            enabledToggleCount?: number | null;
            name: string;
            /** @description Tokens made for the project in the environment */
            projectApiTokenCount: number;
            /** @description Projects that use it */
            projectCount?: number | null;
            /** @description Flags of the project that are on in the environment */
            projectEnabledToggleCount: number;
            /** @description A protected environment cannot be deleted */
            protected: boolean;
            /** @description Lower values come first */
            sortOrder: number;
            /** @description development, test, preproduction, production, or a word of your own */
            type: string;
            /** @description Whether the project has the environment */
            visible: boolean;
        };
        environments: {
            environments: components["schemas"]["environment"][];
            /** @description The version of this shape */
            version: number;
        };
        environmentsOfProject: {
            environments: components["schemas"]["environmentOfProject"][];
            /** @description The version of this shape */
            version: number;
        };
        /** @description The new place of each environment, by name */
        environmentSortOrder: {
            [key: string]: number;
        };
        environmentUpdate: {
            protected?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            requiredApprovals?: unknown;
            sortOrder?: number;
            /** @description development, test, preproduction, production, or a word of your own */
            type?: string;
        };
        error: {
            details: ({
                message: string;
                /** @description Where, e.g. /body/name */
                path?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Identifies this occurrence; unexpected errors stand under it in the log */
            id: string;
            /** @description What is wrong and what to do next */
            message: string;
            /** @description The kind of error */
            name: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Whatever rules ask for beside the usual fields stands in `properties` */
        evaluationContext: {
            appName?: string;
            /**
             * Format: date-time
             * @description Default: now
             */
            currentTime?: string;
            environment?: string;
            properties?: {
                [key: string]: string;
            };
            remoteAddress?: string;
            sessionId?: string;
            userId?: string;
        };
        event: {
            /** Format: date-time */
            createdAt: string;
            /** @description The name of who did it */
            createdBy: string;
            /** @description The id of who did it; negative for what is not a person */
            createdByUserId: number;
            /** @description The state after the change, or null */
            data: unknown;
            environment: string | null;
            featureName: string | null;
            /** @description Events of one change have the same */
            groupId: string;
            /** @description Always transaction */
            groupType: string;
            /** @description Increases with every event; the newest one is the revision of the instance */
            id: number;
            /** @description The state before the change, or null */
            preData: unknown;
            project: string | null;
            /** @description The tags that the flag had */
            tags: {
                type: string;
                value: string;
            }[];
            /** @description What happened, e.g. feature-environment-enabled */
            type: string;
        };
        eventChain: {
            firstBroken?: {
                id: number;
                reason: string;
            };
            /** @description Whether no event was changed, removed or inserted behind the service */
            valid: boolean;
            /** @description How many events were found to be in order before the first broken one */
            verified: number;
        };
        eventCreator: {
            id: number;
            name: string;
        };
        eventCreators: components["schemas"]["eventCreator"][];
        events: {
            events: components["schemas"]["event"][];
            /** @description How many there are; without `project`, in the whole log */
            totalEvents: number;
            /** @description The version of this shape */
            version: number;
        };
        exportedData: {
            contextFields: {
                description: string | null;
                legalValues: {
                    description?: string | null;
                    value: string;
                }[];
                name: string;
                sortOrder: number;
                stickiness: boolean;
            }[];
            dependencies: {
                dependencies: {
                    enabled: boolean;
                    feature: string;
                    variants?: string[];
                }[];
                feature: string;
            }[];
            featureEnvironments: {
                enabled: boolean;
                environment: string;
                featureName: string;
                name: string;
                variants: components["schemas"]["variant"][];
            }[];
            features: {
                archived: boolean;
                description: string | null;
                /** @description SDKs report who was given which answer */
                impressionData: boolean;
                name: string;
                project: string;
                stale: boolean;
                /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
                type: string;
            }[];
            featureStrategies: {
                constraints: components["schemas"]["constraint"][];
                /** @description A disabled strategy is not evaluated and not sent to SDKs */
                disabled: boolean | null;
                featureName: string;
                id: string;
                /** @description The strategy type */
                name: string;
                parameters: {
                    [key: string]: string;
                };
                segments: number[];
                /** @description Its place among the strategies of the flag; lower comes first */
                sortOrder: number;
                title: string | null;
                variants: components["schemas"]["strategyVariant"][];
            }[];
            featureTags: {
                featureName: string;
                tagType: string;
                tagValue: string;
            }[];
            links: {
                feature: string;
                links: {
                    title: string | null;
                    url: string;
                }[];
            }[];
            segments: {
                constraints: components["schemas"]["constraint"][];
                id: number;
                name: string;
            }[];
            tagTypes: {
                color: string | null;
                description: string | null;
                icon: string | null;
                name: string;
            }[];
        };
        /** @description One of features, tag and project says which flags */
        exportQuery: {
            /** @description Name the answer as a file */
            downloadFile?: boolean;
            environment: string;
            /** @description Empty: all flags */
            features?: string[];
            project?: string;
            /** @description type:value */
            tag?: string;
        };
        feature: {
            archived: boolean;
            /**
             * Format: date-time
             * @description Only for archived flags
             */
            archivedAt?: string;
            /** @description Flags that depend on this one */
            children: string[];
            collaborators: {
                /** @description Who has changed it, latest first */
                users: components["schemas"]["featureCreator"][];
            };
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["featureCreator"];
            dependencies: components["schemas"]["featureDependency"][];
            description: string | null;
            environments: components["schemas"]["featureEnvironment"][];
            /** @description Whether it is a favourite of yours */
            favorite: boolean;
            /** @description SDKs report who was given which answer */
            impressionData: boolean;
            /**
             * Format: date-time
             * @deprecated
             * @description The latest of its environments
             */
            lastSeenAt: string | null;
            lifecycle?: components["schemas"]["featureLifecycleStage"];
            links: components["schemas"]["featureLink"][];
            name: string;
            owner?: components["schemas"]["namedFeatureOwner"];
            project: string;
            /** @description Set by someone, else: older than the lifetime of its type */
            stale: boolean;
            tags: components["schemas"]["featureTag"][];
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type: string;
        };
        /** @description Negative ids are not people, but tokens and the service itself */
        featureCreator: {
            id: number;
            imageUrl?: string;
            name: string;
        };
        featureDependency: {
            /** @description Whether the parent must be on, or off */
            enabled: boolean;
            /** @description The parent */
            feature: string;
            /** @description Of which the parent must give one */
            variants?: string[];
        };
        featureEnvironment: {
            enabled: boolean;
            environment: string;
            featureName: string;
            hasEnabledStrategies: boolean;
            hasStrategies: boolean;
            /**
             * Format: date-time
             * @description When an SDK last reported that it used the flag here
             */
            lastSeenAt: string | null;
            name: string;
            /** @description How often it was off for those who asked since the last full hour */
            no: number;
            sortOrder: number;
            strategies: components["schemas"]["featureStrategy"][];
            /** @description The type of the environment */
            type: string;
            variantCount: number;
            variants?: components["schemas"]["variant"][];
            /** @description How often it was on for those who asked since the last full hour */
            yes: number;
        };
        featureEnvironmentOverview: {
            enabled: boolean;
            hasEnabledStrategies: boolean;
            hasStrategies: boolean;
            /**
             * Format: date-time
             * @description When an SDK last reported that it used the flag here
             */
            lastSeenAt: string | null;
            name: string;
            sortOrder: number;
            /** @description The type of the environment */
            type: string;
            variantCount: number;
        };
        featureEvents: {
            events: components["schemas"]["event"][];
            toggleName: string;
            /** @description How many there are; without `project`, in the whole log */
            totalEvents: number;
            /** @description The version of this shape */
            version: number;
        };
        featureInEnvironment: {
            defaultStrategy?: components["schemas"]["defaultStrategy"];
            enabled: boolean;
            environment: string;
            featureName: string;
            hasEnabledStrategies: boolean;
            hasStrategies: boolean;
            /**
             * Format: date-time
             * @description When an SDK last reported that it used the flag here
             */
            lastSeenAt: string | null;
            name: string;
            /** @description How often it was off for those who asked since the last full hour */
            no: number;
            sortOrder: number;
            strategies: components["schemas"]["featureStrategy"][];
            /** @description The type of the environment */
            type: string;
            variantCount: number;
            variants?: components["schemas"]["variant"][];
            /** @description How often it was on for those who asked since the last full hour */
            yes: number;
        };
        /** @description In their order */
        featureLifecycle: components["schemas"]["featureLifecycleStage"][];
        featureLifecycleCompletion: {
            /**
             * @description What became of the feature behind the flag
             * @enum {unknown}
             */
            status: "kept" | "discarded";
            /** @description Which part was kept, e.g. the name of a variant */
            statusValue?: string;
        };
        /** @description How many flags are in each stage */
        featureLifecycleCount: {
            archived: number;
            completed: number;
            initial: number;
            live: number;
            preLive: number;
        };
        featureLifecycleStage: {
            /** Format: date-time */
            enteredStageAt: string;
            /**
             * @description initial: created. pre-live: SDKs ask for it. live: SDKs ask for it in production, where it is on. completed: decided. archived
             * @enum {unknown}
             */
            stage: "initial" | "pre-live" | "live" | "completed" | "archived";
            /**
             * @description What became of the feature behind the flag
             * @enum {unknown}
             */
            status?: "kept" | "discarded";
        };
        featureLink: {
            id: string;
            title: string | null;
            url: string;
        };
        featureMetadata: {
            archived: boolean;
            /**
             * Format: date-time
             * @description Only for archived flags
             */
            archivedAt?: string;
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            /** @description SDKs report who was given which answer */
            impressionData: boolean;
            name: string;
            owner?: components["schemas"]["featureOwner"];
            project: string;
            /** @description Set by someone, else: older than the lifetime of its type */
            stale: boolean;
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type: string;
        };
        featureMetrics: {
            data: {
                appName: string;
                environment: string;
                featureName: string;
                /** @description How often it was off */
                no: number;
                /**
                 * Format: date-time
                 * @description When the hour or day began
                 */
                timestamp: string;
                variants?: {
                    [key: string]: number;
                };
                /** @description How often the flag was on */
                yes: number;
            }[];
            /** @description How settled this shape is: stable */
            maturity: string;
            /** @description The version of this shape */
            version: number;
        };
        featureNames: {
            /** @description Names of flags */
            features: string[];
        };
        /** @description How flags of the project must be named */
        featureNaming: {
            description: string | null;
            example: string | null;
            pattern: string | null;
        };
        featureOverview: {
            /** Format: date-time */
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["featureCreator"];
            description: string | null;
            environments: components["schemas"]["featureEnvironmentOverview"][];
            /** @description Whether it is a favourite of yours */
            favorite: boolean;
            /** @description SDKs report who was given which answer */
            impressionData: boolean;
            /**
             * Format: date-time
             * @deprecated
             * @description The latest of its environments
             */
            lastSeenAt: string | null;
            lifecycle?: components["schemas"]["featureLifecycleStage"];
            name: string;
            owner?: components["schemas"]["namedFeatureOwner"];
            project: string;
            stale: boolean;
            /** @description Only for flags that have some */
            tags?: components["schemas"]["featureTag"][];
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type: string;
        };
        featureOverviews: {
            features: components["schemas"]["featureOverview"][];
            /** @description The version of this shape */
            version: number;
        };
        featureOwner: {
            id: number;
            /** @enum {unknown} */
            type: "user" | "group";
        } | null;
        featureStrategies: components["schemas"]["featureStrategy"][];
        featureStrategy: {
            constraints: components["schemas"]["constraint"][];
            /** @description A disabled strategy is not evaluated and not sent to SDKs */
            disabled: boolean | null;
            id: string;
            /** @description The strategy type */
            name: string;
            parameters: {
                [key: string]: string;
            };
            segments: number[];
            /** @description Its place among the strategies of the flag; lower comes first */
            sortOrder: number;
            title: string | null;
            variants: components["schemas"]["strategyVariant"][];
        };
        featureTag: {
            type: string;
            value: string;
        };
        featureType: {
            description: string;
            id: string;
            /** @description How long flags of this type are expected to live; null: for ever */
            lifetimeDays: number | null;
            name: string;
        };
        featureTypeCount: {
            count: number;
            type: string;
        };
        featureTypeLifetime: {
            /** @description 0 or null: for ever */
            lifetimeDays: number | null;
        };
        featureTypes: {
            types: components["schemas"]["featureType"][];
            /** @description The version of this shape */
            version: number;
        };
        /** @description Members that are left out get their defaults; the owner stays */
        featureUpdate: {
            /** @description Left out: stays as it is */
            archived?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            archivedAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            children?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            collaborators?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdBy?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            dependencies?: unknown;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            environments?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            favorite?: unknown;
            /** @description SDKs report who was given which answer */
            impressionData?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            lastSeenAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            lifecycle?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            links?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            name?: unknown;
            owner?: components["schemas"]["featureOwner"];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            /** @description Left out: the age of the flag decides */
            stale?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            tags?: unknown;
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type?: string;
        };
        featureUsage: {
            featureName: string;
            lastHourUsage: {
                environment: string;
                /** @description How often it was off */
                no: number;
                /**
                 * Format: date-time
                 * @description When the hour or day began
                 */
                timestamp: string;
                /** @description How often the flag was on */
                yes: number;
            }[];
            /** @description How settled this shape is: stable */
            maturity: string;
            seenApplications: string[];
            /** @description The version of this shape */
            version: number;
        };
        feedback: {
            feedbackId: string;
            /**
             * Format: date-time
             * @description When the user answered
             */
            given: string | null;
            neverShow: boolean;
            userId: number;
        };
        feedbackUpdate: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            feedbackId?: unknown;
            /**
             * Format: date-time
             * @description When the user answered. Default: now
             */
            given?: string | null;
            /** @description Do not ask again. Default: false */
            neverShow?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            userId?: unknown;
        };
        flagEffect: {
            byApp: {
                asked: number;
                changed: number;
                /**
                 * @description other: all values that are not listed; missing: contexts without one
                 * @enum {unknown}
                 */
                kind: "value" | "other" | "missing";
                value: string | null;
            }[];
            byField: {
                [key: string]: {
                    asked: number;
                    changed: number;
                    /**
                     * @description other: all values that are not listed; missing: contexts without one
                     * @enum {unknown}
                     */
                    kind: "value" | "other" | "missing";
                    value: string | null;
                }[];
            };
            /** @description For how many contexts the answer differs */
            changed: number;
            examples: {
                after: {
                    enabled: boolean;
                    variant: string;
                };
                before: {
                    enabled: boolean;
                    variant: string;
                };
                context: {
                    [key: string]: unknown;
                };
            }[];
            name: string;
            offToOn: number;
            onAfter: number;
            /** @description For how many contexts it is on */
            onBefore: number;
            onToOff: number;
            /** @description On before and after, with another variant or payload */
            variantChanged: number;
        };
        foundEvent: {
            /** Format: date-time */
            createdAt: string;
            /** @description The name of who did it */
            createdBy: string;
            /** @description The id of who did it; negative for what is not a person */
            createdByUserId: number;
            /** @description The state after the change, or null */
            data: unknown;
            environment: string | null;
            featureName: string | null;
            /** @description Events of one change have the same */
            groupId: string;
            /** @description Always transaction */
            groupType: string;
            /** @description Increases with every event; the newest one is the revision of the instance */
            id: number;
            /** @description The type in plain words */
            label: string;
            /** @description The state before the change, or null */
            preData: unknown;
            project: string | null;
            /** @description What happened, as a sentence of Markdown */
            summary: string;
            /** @description The tags that the flag had */
            tags: {
                type: string;
                value: string;
            }[];
            /** @description What happened, e.g. feature-environment-enabled */
            type: string;
        };
        foundEvents: {
            events: components["schemas"]["foundEvent"][];
            /** @description How many match, on all pages */
            total: number;
        };
        foundFeature: {
            /** Format: date-time */
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: components["schemas"]["featureCreator"];
            dependencyType: ("parent" | "child") | null;
            description: string | null;
            environments: components["schemas"]["foundFeatureEnvironment"][];
            /** @description Whether it is a favourite of yours */
            favorite: boolean;
            /** @description SDKs report who was given which answer */
            impressionData: boolean;
            /**
             * Format: date-time
             * @deprecated
             * @description The latest of its environments
             */
            lastSeenAt: string | null;
            lifecycle?: components["schemas"]["featureLifecycleStage"];
            name: string;
            owner?: components["schemas"]["namedFeatureOwner"];
            project: string;
            /** @description Names of the segments its strategies use */
            segments: string[];
            stale: boolean;
            /** @description Only for flags that have some */
            tags?: components["schemas"]["featureTag"][];
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type: string;
        };
        foundFeatureEnvironment: {
            /** @description The open change requests that would change the flag here */
            changeRequestIds: number[];
            enabled: boolean;
            hasEnabledStrategies: boolean;
            hasStrategies: boolean;
            /**
             * Format: date-time
             * @description When an SDK last reported that it used the flag here
             */
            lastSeenAt: string | null;
            name: string;
            /** @description How often it was off for those who asked since the last full hour */
            no: number;
            sortOrder: number;
            /** @description The type of the environment */
            type: string;
            variantCount: number;
            /** @description How often it was on for those who asked since the last full hour */
            yes: number;
        };
        foundFeatures: {
            features: components["schemas"]["foundFeature"][];
            /** @description How many match, on all pages */
            total: number;
        };
        foundUsers: components["schemas"]["listedUser"][];
        /** @description The flags that are on for this context */
        frontendApiFeatures: {
            toggles: {
                enabled: boolean;
                impressionData: boolean;
                name: string;
                variant: unknown;
            }[];
        };
        frontendApiOrigins: {
            /** @description * for all, or origins such as https://app.example.com */
            frontendApiOrigins: string[];
        };
        frontendSettings: {
            frontendSettings: components["schemas"]["frontendApiOrigins"];
        };
        group: {
            /** Format: date-time */
            createdAt: string | null;
            createdBy: string | null;
            description: string | null;
            id: number;
            /** @description Groups of the identity provider that map to this one */
            mappingsSSO: string[];
            name: string;
            /** @description The projects in which the group has a role */
            projects: string[];
            /** @description The root role that all members have */
            rootRole: number | null;
            scimId: string | null;
            userCount: number;
            users: {
                createdBy: string | null;
                /** Format: date-time */
                joinedAt: string;
                user: components["schemas"]["user"];
            }[];
        };
        groups: {
            groups: components["schemas"]["group"][];
        };
        /** @description Replaces the group; members that are left out stay */
        groupUpdate: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdBy?: unknown;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            mappingsSSO?: string[];
            name: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            projects?: unknown;
            rootRole?: number | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            scimId?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            userCount?: unknown;
            users?: ({
                user: {
                    id: number;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
        };
        health: {
            health: string;
        };
        import: {
            data: components["schemas"]["importData"];
            environment: string;
            project: string;
        };
        importData: {
            contextFields?: components["schemas"]["importedContextField"][];
            dependencies?: {
                dependencies: {
                    enabled?: boolean;
                    /** @description Unique in the instance, archived flags included */
                    feature: string;
                    variants?: string[];
                }[];
                /** @description Unique in the instance, archived flags included */
                feature: string;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                project?: unknown;
            }[];
            featureEnvironments?: components["schemas"]["importedFeatureEnvironment"][];
            features: components["schemas"]["importedFeature"][];
            featureStrategies: components["schemas"]["importedFeatureStrategy"][];
            featureTags?: {
                /** @description Unique in the instance, archived flags included */
                featureName: string;
                tagType?: string;
                /** @description 2 to 50 characters; spaces around them are removed before saving */
                tagValue: string;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                type?: unknown;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                value?: unknown;
            }[];
            links?: {
                /** @description Unique in the instance, archived flags included */
                feature: string;
                links: {
                    /**
                     * @deprecated
                     * @description Accepted and ignored
                     */
                    id?: unknown;
                    title?: string | null;
                    /** @description An http or https address */
                    url: string;
                }[];
            }[];
            segments?: {
                constraints?: components["schemas"]["newConstraint"][];
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                createdAt?: unknown;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                createdBy?: unknown;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                description?: unknown;
                id: number;
                name: string;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                project?: unknown;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                usedInFeatures?: unknown;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                usedInProjects?: unknown;
            }[];
            tagTypes?: {
                /** @description Such as #FFFFFF */
                color?: string | null;
                description?: string | null;
                /** @description A word or sign that stands for the type */
                icon?: string | null;
                name: string;
            }[];
        };
        importedContextField: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            description?: string | null;
            legalValues?: {
                description?: string | null;
                value: string;
            }[];
            name: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            sortOrder?: number;
            stickiness?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        importedFeature: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            archived?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            archivedAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            children?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            dependencies?: unknown;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            enabled?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            environments?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            favorite?: unknown;
            /** @description SDKs report who was given which answer */
            impressionData?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            lastSeenAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            lifecycle?: unknown;
            /** @description Unique in the instance, archived flags included */
            name: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            owner?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            stale?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            strategies?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            tags?: unknown;
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type?: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            variants?: unknown;
        };
        importedFeatureEnvironment: {
            enabled: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            environment?: unknown;
            /** @description Unique in the instance, archived flags included */
            featureName?: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            hasEnabledStrategies?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            hasStrategies?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            lastSeenAt?: unknown;
            /** @description The flag, where featureName is missing */
            name: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            no?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            sortOrder?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            strategies?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            type?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            variantCount?: unknown;
            variants?: components["schemas"]["newVariant"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            yes?: unknown;
        };
        importedFeatureStrategy: {
            constraints?: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            disabled?: boolean | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            environment?: unknown;
            /** @description Unique in the instance, archived flags included */
            featureName: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            milestoneId?: unknown;
            /** @description The strategy type */
            name: string;
            /** @description What the strategy type asks for, as text */
            parameters?: {
                [key: string]: string | number | boolean;
            };
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            projectId?: unknown;
            /** @description Ids of the segments that must hold, too */
            segments?: number[];
            sortOrder?: number;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            strategyName?: unknown;
            title?: string | null;
            variants?: components["schemas"]["newStrategyVariant"][];
        };
        importFinding: {
            affectedItems: string[];
            message: string;
        };
        importReport: {
            errors: components["schemas"]["importFinding"][];
            permissions: components["schemas"]["importFinding"][];
            warnings: components["schemas"]["importFinding"][];
        };
        inactiveUsers: {
            inactiveUsers: {
                /** Format: date-time */
                createdAt: string;
                email: string | null;
                id: number;
                name: string | null;
                /**
                 * Format: date-time
                 * @description When a personal token of the user was last used
                 */
                patSeenAt: string | null;
                /** Format: date-time */
                seenAt: string | null;
                username: string | null;
            }[];
            /** @description The version of this shape */
            version: number;
        };
        instanceStatistics: {
            apiTokens: {
                admin: number;
                client: number;
                frontend: number;
            };
            applications: number;
            archivedFeatureToggles: number;
            contextFields: number;
            environments: number;
            events: number;
            featureToggles: number;
            groups: number;
            instanceId: string;
            integrations: number;
            projects: number;
            roles: number;
            segments: number;
            serviceAccounts: number;
            /** @description Strategy types */
            strategies: number;
            tags: number;
            tagTypes: number;
            /**
             * Format: date-time
             * @description When it was counted
             */
            timestamp: string;
            users: number;
            versionOSS: string;
        };
        integrationEvent: {
            /** Format: date-time */
            createdAt: string;
            details: {
                attempts: number;
                /** @description The same in every attempt, as the header X-Halyard-Delivery */
                deliveryId: string;
                /**
                 * Format: date-time
                 * @description Null: it is not tried again
                 */
                nextAttemptAt: string | null;
            };
            event: components["schemas"]["event"];
            /** @description Increases with every delivery */
            id: string;
            integrationId: number;
            /**
             * @description How the last attempt went; successWithErrors: it was not the first
             * @enum {unknown}
             */
            state: "success" | "failed" | "successWithErrors";
            /** @description What came of the last attempt */
            stateDetails: string;
        };
        integrationEvents: {
            /** @description Newest first */
            integrationEvents: components["schemas"]["integrationEvent"][];
        };
        interfaceConfiguration: {
            /** @description open-source, demo, enterprise, hosted, custom or none */
            authenticationType?: string;
            /** @description The path under which everything is served */
            baseUriPath: string;
            disablePasswordAuth?: boolean;
            emailEnabled?: boolean;
            /** @description The kind of instance */
            environment?: string;
            feedbackUriPath?: string;
            flags?: {
                [key: string]: unknown;
            };
            frontendApiOrigins?: string[];
            links?: {
                href: string;
                icon: string;
                title: string;
                value: string;
            }[];
            maintenanceMode?: boolean;
            /** @description The name of this instance */
            name?: string;
            networkViewEnabled?: boolean;
            /** @description How many of each thing this instance holds at most */
            resourceLimits: {
                actionSetActions: number;
                actionSetFilters: number;
                actionSetFilterValues: number;
                actionSetsPerProject: number;
                apiTokens: number;
                constraints: number;
                constraintValues: number;
                environments: number;
                featureEnvironmentStrategies: number;
                featureFlags: number;
                projects: number;
                segments: number;
                segmentValues: number;
                signalEndpoints: number;
                signalTokensPerEndpoint: number;
                strategySegments: number;
            };
            /** @deprecated */
            segmentValuesLimit?: number;
            /** @description The public address of this instance */
            serviceUrl: string;
            /** @description Text for the footer */
            slogan?: string;
            /** @deprecated */
            strategySegmentsLimit?: number;
            /** @description The same, as other tools know it */
            unleashUrl?: string;
            /** @description The running version */
            version: string;
            versionInfo: {
                current: {
                    enterprise?: string;
                    oss?: string;
                };
                instanceId?: string;
                isLatest: boolean;
                latest: {
                    enterprise?: string;
                    oss?: string;
                };
            };
        };
        interfaceError: {
            errorMessage: string;
            errorStack?: string | null;
        };
        /** @description A JSON Patch (RFC 6902) */
        jsonPatch: {
            /** @description The source of copy and move */
            from?: string;
            /** @enum {unknown} */
            op: "add" | "remove" | "replace" | "copy" | "move" | "test";
            path: string;
            /** @description For add, replace and test */
            value?: unknown;
        }[];
        listedProject: {
            /** Format: date-time */
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness: string;
            description: string | null;
            favorite: boolean;
            /** @description Flags that are not archived */
            featureCount: number;
            health: number;
            id: string;
            /**
             * Format: date-time
             * @description When an SDK last used one of its flags
             */
            lastReportedFlagUsage: string | null;
            /**
             * Format: date-time
             * @description When something was last changed in it
             */
            lastUpdatedAt: string | null;
            memberCount: number;
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode: "open" | "protected" | "private";
            name: string;
            onboardingStatus: components["schemas"]["onboardingStatus"];
            owners: components["schemas"]["projectOwner"][];
            technicalDebt: number;
            /** Format: date-time */
            updatedAt: string;
        };
        listedUser: {
            email?: string;
            id: number;
            imageUrl?: string;
            name?: string | null;
            rootRole?: number;
            username?: string | null;
        };
        /** @description Where something changed; a member that is missing does not narrow it down */
        liveChange: {
            environment?: string;
            featureName?: string;
            project?: string;
            /** @description The id of a segment */
            segment?: number;
            /** @description The type of the event */
            type: string;
        };
        liveMessage: {
            /** @description Where they happened, each place once; missing when there are more than 100 */
            changes?: components["schemas"]["liveChange"][];
            /** @description What is asked for from now on is at least of this revision */
            revision: number;
            /** @description Of all events since the last message, each once */
            types: string[];
        };
        login: {
            password: string;
            /** @description The username, or the e-mail address */
            username: string;
        };
        loginAttempt: {
            authType: string;
            /** Format: date-time */
            createdAt: string;
            id: number;
            ip: string;
            successful: boolean;
            /** @description The user of that name, if there is one */
            userId: number | null;
            /** @description What was typed, in lower case */
            username: string;
        };
        loginHistory: {
            events: components["schemas"]["loginAttempt"][];
        };
        maintenance: {
            enabled: boolean;
        };
        moment: {
            /**
             * Format: date-time
             * @description What clocks said: contexts that name no `currentTime` were evaluated with it
             */
            at: string;
            /** @description The newest revision there was */
            revision: number;
        };
        /** @description Who answers for the flag; only for flags that have an owner */
        namedFeatureOwner: {
            id: number;
            imageUrl?: string;
            name: string;
            /** @enum {unknown} */
            type: "user" | "group";
        };
        newAddon: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            description?: string | null;
            enabled: boolean;
            /** @description Tell only of events in these environments; empty or beginning with *: in all */
            environments?: string[];
            /** @description The types of events to tell of */
            events: string[];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            /** @description What the provider asks for; ***** keeps what is stored */
            parameters: {
                [key: string]: string;
            };
            /** @description Tell only of events in these projects; empty or beginning with *: in all */
            projects?: string[];
            /** @enum {unknown} */
            provider: "webhook" | "slack" | "teams" | "teamsworkflow" | "datadog" | "new-relic";
        };
        newApiToken: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            alias?: unknown;
            /** @description Default: development; admin: * */
            environment?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @deprecated */
            project?: string;
            projects?: string[];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            secret?: unknown;
            tokenName: string;
            /** @description client (also called backend), frontend or admin */
            type: string;
        };
        newConstraint: {
            /** @description Default: false */
            caseInsensitive?: boolean;
            /** @description The context field it looks at */
            contextName: string;
            /** @description Turns the result around; default: false */
            inverted?: boolean;
            /**
             * @description How the value of the field is compared
             * @enum {unknown}
             */
            operator: "IN" | "NOT_IN" | "STR_STARTS_WITH" | "STR_ENDS_WITH" | "STR_CONTAINS" | "NUM_EQ" | "NUM_GT" | "NUM_GTE" | "NUM_LT" | "NUM_LTE" | "DATE_AFTER" | "DATE_BEFORE" | "SEMVER_EQ" | "SEMVER_GT" | "SEMVER_GTE" | "SEMVER_LT" | "SEMVER_LTE" | "REGEX" | "IN_CIDR";
            /** @description For operators that take a single value */
            value?: string;
            /** @description For operators that take several values */
            values?: string[];
        };
        newContextField: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            description?: string | null;
            legalValues?: {
                description?: string;
                value: string;
            }[];
            name: string;
            project?: string | null;
            /** @description Default: 0 */
            sortOrder?: number;
            /** @description Default: false */
            stickiness?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        newEnvironment: {
            /** @default true */
            enabled?: boolean;
            name: string;
            /** @default false */
            protected?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            requiredApprovals?: unknown;
            sortOrder?: number;
            /** @description development, test, preproduction, production, or a word of your own */
            type: string;
        };
        newFeature: {
            description?: string | null;
            /** @description SDKs report who was given which answer */
            impressionData?: boolean;
            /** @description Unique in the instance, archived flags included */
            name: string;
            owner?: components["schemas"]["featureOwner"];
            tags?: components["schemas"]["newTag"][];
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type?: string;
        };
        newFeatureDependency: {
            /**
             * @description Whether the parent must be on, or off for the flag to be on
             * @default true
             */
            enabled?: boolean;
            /** @description The parent */
            feature: string;
            /** @description The parent must give one of these; not for parents that must be off */
            variants?: string[];
        };
        newFeatureLink: {
            title?: string | null;
            /** @description An http or https address */
            url: string;
        };
        newFeatureNaming: {
            description?: string | null;
            /** @description A name that matches */
            example?: string | null;
            /** @description A regular expression without delimiters, for the whole name; null or empty: any name */
            pattern: string | null;
        };
        newFeedback: {
            feedbackId: string;
            /** @description Do not ask again. Default: false */
            neverShow?: boolean;
        };
        newGroup: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdBy?: unknown;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            mappingsSSO?: string[];
            name: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            projects?: unknown;
            rootRole?: number | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            scimId?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            userCount?: unknown;
            users?: ({
                user: {
                    id: number;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
        };
        newLegalValue: {
            description?: string;
            value: string;
        };
        newMaintenance: {
            enabled: boolean;
        };
        newPassword: {
            password: string;
        };
        newPersona: {
            context: components["schemas"]["evaluationContext"];
            description?: string | null;
            name: string;
        };
        newPersonalToken: {
            /** @description What it is for */
            description: string;
            /**
             * Format: date-time
             * @description In the future
             */
            expiresAt: string;
        };
        newProject: {
            /** @description Accepted for tools that send it; without effect: there are no change requests yet */
            changeRequestEnvironments?: {
                name: string;
                /** @default 1 */
                requiredApprovals?: number;
            }[];
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness?: string;
            description?: string | null;
            /** @description The environments its flags are in; left out: all that are enabled; empty: none yet */
            environments?: string[];
            /** @description Stands in addresses; left out or empty: made from the name */
            id?: string;
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode?: "open" | "protected" | "private";
            name: string;
        };
        /** @description Every user and group gets every role */
        newProjectAccess: {
            groups: number[];
            roles: number[];
            users: number[];
        };
        newProjectApiToken: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            alias?: unknown;
            /** @description Default: development; admin: * */
            environment?: string;
            /** Format: date-time */
            expiresAt?: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            projects?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            secret?: unknown;
            tokenName: string;
            /** @description client (also called backend), frontend or admin */
            type: string;
        };
        newProjectContextField: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            description?: string | null;
            legalValues?: {
                description?: string;
                value: string;
            }[];
            name: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            /** @description Default: 0 */
            sortOrder?: number;
            /** @description Default: false */
            stickiness?: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        newProjectEnvironment: {
            /** @description Accepted for tools that send it; without effect: there are no change requests yet */
            changeRequestsEnabled?: boolean;
            defaultStrategy?: components["schemas"]["newStrategy"];
            environment: string;
        };
        newPublicSignupToken: {
            /**
             * Format: date-time
             * @description At most one month ahead; a later time means one month
             */
            expiresAt: string;
            name: string;
        };
        newRole: {
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            name: string;
            permissions?: {
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                displayName?: unknown;
                /** @description Default: all environments */
                environment?: string | null;
                id?: number;
                name?: string;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                type?: unknown;
            }[];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            /**
             * @description For the instance, or for projects
             * @default custom
             * @enum {unknown}
             */
            type?: "root-custom" | "custom";
        };
        newSegment: {
            constraints: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdBy?: unknown;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            name: string;
            project?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        /** @description Without a username, one is made of the name */
        newServiceAccount: {
            name?: string;
            rootRole: number;
            username?: string;
        };
        newStrategy: {
            constraints?: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            disabled?: boolean | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            featureName?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            /** @description The strategy type */
            name: string;
            /** @description What the strategy type asks for, as text */
            parameters?: {
                [key: string]: string | number | boolean;
            };
            /** @description Ids of the segments that must hold, too */
            segments?: number[];
            sortOrder?: number;
            title?: string | null;
            variants?: components["schemas"]["newStrategyVariant"][];
        };
        newStrategyType: {
            /** @default false */
            deprecated?: boolean;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            displayName?: unknown;
            /** @default true */
            editable?: boolean;
            name: string;
            parameters: {
                description?: string;
                name: string;
                /** @default false */
                required?: boolean;
                /** @enum {unknown} */
                type: "string" | "percentage" | "list" | "number" | "boolean";
            }[];
            title?: string | null;
        };
        newStrategyVariant: {
            name: string;
            payload?: {
                /** @enum {unknown} */
                type: "json" | "csv" | "string" | "number";
                value: string;
            };
            /** @description The context field that keeps a user with a variant; default: userId, else sessionId, else chance */
            stickiness: string;
            weight: number;
            /**
             * @description fix: exactly the weight given; variable: an equal share of what the fixed ones leave of 1000
             * @enum {unknown}
             */
            weightType: "variable" | "fix";
        };
        newTag: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            color?: unknown;
            /**
             * @description An existing tag type
             * @default simple
             */
            type?: string;
            /** @description 2 to 50 characters; spaces around them are removed before saving */
            value: string;
        };
        newTagType: {
            /** @description Such as #FFFFFF */
            color?: string | null;
            description?: string | null;
            /** @description A word or sign that stands for the type */
            icon?: string | null;
            name: string;
        };
        newTrafficSettings: {
            fields?: string[];
            /**
             * @description Whether contexts of the frontend API and of OFREP are sampled, to show who a change would affect; with `fields` only the named ones are kept of them
             * @enum {unknown}
             */
            mode: "off" | "on" | "fields";
        };
        newUser: {
            email?: string;
            name?: string;
            password?: string;
            /** @description The id or the name of a root role. Owner and Member make a Viewer who has that role in the project default */
            rootRole: number | string;
            /**
             * @description Send a welcome e-mail with a link
             * @default true
             */
            sendEmail?: boolean;
            username?: string;
        };
        newVariant: {
            name: string;
            /** @description Who gets this variant whatever the weights say */
            overrides?: {
                contextName: string;
                values: string[];
            }[];
            payload?: {
                /** @enum {unknown} */
                type: "json" | "csv" | "string" | "number";
                value: string;
            };
            /** @description The context field that keeps a user with a variant; default: userId, else sessionId, else chance */
            stickiness?: string;
            weight: number;
            /**
             * @description fix: exactly the weight given; variable: an equal share of what the fixed ones leave of 1000
             * @enum {unknown}
             */
            weightType?: "variable" | "fix";
        };
        newVariants: components["schemas"]["newVariant"][];
        ofrepBulkEvaluation: {
            /** @description Where to hear that it is time to ask again */
            eventStreams: unknown[];
            flags: components["schemas"]["ofrepEvaluation"][];
            metadata: {
                [key: string]: unknown;
            };
        };
        ofrepEvaluation: {
            key: string;
            metadata: {
                [key: string]: unknown;
            };
            reason: string;
            /** @description The payload of the variant in its own type, or whether the flag is on */
            value: unknown;
            variant: string;
        };
        ofrepEvaluationRequest: {
            /** @description targetingKey, and whatever rules ask for */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        oidcSettings: {
            /** @description Separated by spaces */
            acrValues: string;
            addGroupsScope: boolean;
            /** @description Create users who sign in for the first time */
            autoCreate: boolean;
            clientId: string;
            /**
             * @description The root role of created users
             * @enum {unknown}
             */
            defaultRootRole: "Viewer" | "Editor" | "Admin";
            /** @description The same by id; takes precedence */
            defaultRootRoleId?: number;
            discoverUrl: string;
            /** @description Comma-separated: whom to create; empty: everyone */
            emailDomains: string;
            enabled: boolean;
            /** @description Put users into the groups that map to theirs */
            enableGroupSyncing: boolean;
            enablePkce: boolean;
            /** @description Signing out signs out at the identity provider too */
            enableSingleSignOut: boolean;
            /** @description Separated by spaces */
            extraScopes: string;
            /** @description Where in the answer the groups of a user stand */
            groupJsonPath: string;
            /** @enum {unknown} */
            idTokenSigningAlgorithm: "RS256" | "RS384" | "RS512";
            /** @description Present and true when environment variables of the service decide */
            readOnly?: boolean;
            /** @description Comes back masked */
            secret: string;
            /** @description Believe addresses that the provider does not call verified: only where its users cannot choose their address */
            trustUnverifiedEmail: boolean;
        };
        /** @description When enabled, clientId and secret are required */
        oidcSettingsUpdate: {
            /** @description Separated by spaces */
            acrValues?: string | null;
            addGroupsScope?: boolean | null;
            /** @description Create users who sign in for the first time */
            autoCreate?: boolean | null;
            clientId?: string | null;
            defaultRootRole?: ("Viewer" | "Editor" | "Admin") | null;
            /** @description Takes precedence; 0: none */
            defaultRootRoleId?: number | null;
            discoverUrl?: string | null;
            /** @description Comma-separated: whom to create; empty: everyone */
            emailDomains?: string | null;
            enabled?: boolean;
            /** @description Put users into the groups that map to theirs */
            enableGroupSyncing?: boolean | null;
            enablePkce?: boolean | null;
            /** @description Signing out signs out at the identity provider too */
            enableSingleSignOut?: boolean | null;
            /** @description Separated by spaces */
            extraScopes?: string | null;
            /** @description Where in the answer the groups of a user stand */
            groupJsonPath?: string | null;
            idTokenSigningAlgorithm?: ("RS256" | "RS384" | "RS512") | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            readOnly?: unknown;
            /** @description Comes back masked */
            secret?: string | null;
            /** @description Believe addresses that the provider does not call verified: only where its users cannot choose their address */
            trustUnverifiedEmail?: boolean | null;
        };
        onboardingStatus: {
            /** @description The flag to connect an SDK with */
            feature?: string;
            /** @enum {unknown} */
            status: "onboarding-started" | "first-flag-created" | "onboarded";
        };
        /** @description What a code generator must know of the flags */
        openFeatureManifest: {
            flags: {
                defaultValue: unknown;
                description: string | null;
                key: string;
                name: string;
                /** @description boolean, string, integer, float or object */
                type: string;
            }[];
        };
        outdatedSdks: {
            sdks: {
                applications: string[];
                minimumVersion: string;
                sdkVersion: string;
            }[];
        };
        ownPassword: {
            confirmPassword?: string;
            oldPassword?: string;
            password: string;
        };
        ownRoles: {
            roles: components["schemas"]["role"][];
            /** @description The version of this shape */
            version: number;
        };
        passwordByLink: {
            password: string;
            token: string;
        };
        passwordLogin: {
            /** @description Whether signing in with a password is switched off */
            disabled: boolean;
        };
        passwordLoginUpdate: {
            disabled: boolean;
        };
        passwordToCheck: {
            password: string;
        };
        permission: {
            displayName: string;
            environment?: string | null;
            /** @description Its number in this version of the service. Names stay, numbers may not. */
            id: number;
            name: string;
            /** @description root, project or environment */
            type: string;
        };
        permissionOverview: {
            overview: {
                environment: {
                    displayName: string;
                    hasPermission: boolean;
                    name: string;
                    type: string;
                }[];
                project: {
                    displayName: string;
                    hasPermission: boolean;
                    name: string;
                    type: string;
                }[];
                root: {
                    displayName: string;
                    hasPermission: boolean;
                    name: string;
                    type: string;
                }[];
            };
            projectRoles: components["schemas"]["role"][];
            rootRole?: components["schemas"]["role"];
            user: components["schemas"]["user"];
        };
        permissions: {
            permissions: {
                environments: {
                    name: string;
                    permissions: components["schemas"]["permission"][];
                }[];
                project: components["schemas"]["permission"][];
                root: components["schemas"]["permission"][];
            };
            /** @description The version of this shape */
            version: number;
        };
        /** @description Somebody to try changes on, such as a premium customer in Norway */
        persona: {
            context: components["schemas"]["evaluationContext"];
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            id: number;
            name: string;
            project: string;
        };
        personalDashboard: {
            /** @description Whom to ask when something is missing */
            admins: {
                email?: string;
                id: number;
                imageUrl?: string;
                name?: string;
                username?: string;
            }[];
            /** @description Those you created, and your favourites; the newest first, as many as a page can show */
            flags: {
                name: string;
                project: string;
                type: string;
            }[];
            /** @description Those in which you have a role, and your favourites */
            projects: components["schemas"]["listedProject"][];
        };
        personalDashboardProject: {
            insights: {
                activeFlags: number;
                health: number;
                potentiallyStaleFlags: number;
                staleFlags: number;
                technicalDebt: number;
                totalFlags: number;
            };
            /** @description Newest first */
            latestEvents: {
                /** Format: date-time */
                createdAt: string;
                createdBy: string;
                createdByImageUrl: string;
                id: number;
                /** @description What happened, as a sentence of Markdown */
                summary: string;
            }[];
            onboardingStatus: components["schemas"]["onboardingStatus"];
            owners: components["schemas"]["projectOwner"][];
            /** @description Yours in this project */
            roles: components["schemas"]["role"][];
        };
        personalToken: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            /** Format: date-time */
            expiresAt: string;
            id: number;
            /**
             * Format: date-time
             * @description When it was last used
             */
            seenAt: string | null;
            userId: number;
        };
        personalTokens: {
            pats: components["schemas"]["personalToken"][];
        };
        personas: {
            personas: components["schemas"]["persona"][];
        };
        playground: {
            /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
            asOf?: string;
            context: components["schemas"]["playgroundContext"];
            environment: string;
            /** @description Default: all */
            projects?: string[] | "*";
        };
        playgroundAnswer: {
            asOf?: components["schemas"]["moment"];
            features: components["schemas"]["playgroundFlag"][];
            input: components["schemas"]["playground"];
            warnings?: {
                /** @description Context properties that were left out because they are not text */
                invalidContextProperties: string[];
            };
        };
        /** @description Any further field is a context property; null means missing. Values separated by commas are tried one by one. */
        playgroundContext: {
            appName: string;
            /**
             * Format: date-time
             * @description Default: now; with `asOf`, the moment that is asked for
             */
            currentTime?: string | null;
            /** @deprecated */
            environment?: string | null;
            properties?: {
                [key: string]: string | null;
            } | null;
            remoteAddress?: string | null;
            sessionId?: (string | number) | null;
            userId?: (string | number) | null;
        } & {
            [key: string]: unknown;
        };
        playgroundEntry: {
            /** @description One of the combinations */
            context: {
                [key: string]: unknown;
            };
            environment: string;
            explanation: components["schemas"]["playgroundExplanation"];
            feature_enabled: boolean;
            hasUnsatisfiedDependency: boolean;
            /** @description What an application would see */
            isEnabled: boolean;
            /** @description The switch of the flag in the environment */
            isEnabledInCurrentEnvironment: boolean;
            name: string;
            projectId: string;
            strategies: {
                data: components["schemas"]["playgroundStrategy"][];
                result: boolean | "unknown";
            };
            variant: {
                enabled: boolean;
                feature_enabled?: boolean;
                /** @description disabled when the flag is off or has no variants */
                name: string;
                payload?: {
                    type: string;
                    value: string;
                };
            } | null;
            variants: components["schemas"]["variant"][];
        };
        /** @description Every test that was made: what it saw and why it said what it said */
        playgroundExplanation: {
            dependencies: {
                feature: string;
                parent: {
                    enabled: boolean;
                    variant: string;
                } | null;
                reason: string;
                satisfied: boolean;
                wanted: {
                    enabled: boolean;
                    variants: string[];
                };
            }[];
            /** @description What decided, in words */
            reason: string;
            strategies: {
                constraints: {
                    reason: string;
                    /** @description The value in the context; null when it has none */
                    seen: string | null;
                }[];
                reason: string;
                rollout: {
                    bucket: number | null;
                    hashInput: string | null;
                    stickiness: string;
                    threshold: number;
                } | null;
                segments: {
                    constraints: {
                        reason: string;
                        /** @description The value in the context; null when it has none */
                        seen: string | null;
                    }[];
                    reason: string;
                }[];
                variantChoice: {
                    bucket: number | null;
                    /** @description The place of the variant in its list */
                    choice: number;
                    hashInput: string | null;
                    /** @description The first and the last bucket of the variant */
                    interval: number[] | null;
                    /** @description The context field that an override names */
                    override: string | null;
                    reason: string;
                    stickiness: string;
                    /** @description How many buckets there are */
                    total: number;
                } | null;
            }[];
            variantChoice: {
                bucket: number | null;
                /** @description The place of the variant in its list */
                choice: number;
                hashInput: string | null;
                /** @description The first and the last bucket of the variant */
                interval: number[] | null;
                /** @description The context field that an override names */
                override: string | null;
                reason: string;
                stickiness: string;
                /** @description How many buckets there are */
                total: number;
            } | null;
            warnings: string[];
        };
        playgroundFlag: {
            explanation: components["schemas"]["playgroundExplanation"];
            feature_enabled: boolean;
            hasUnsatisfiedDependency: boolean;
            /** @description What an application would see */
            isEnabled: boolean;
            /** @description The switch of the flag in the environment */
            isEnabledInCurrentEnvironment: boolean;
            name: string;
            projectId: string;
            strategies: {
                data: components["schemas"]["playgroundStrategy"][];
                result: boolean | "unknown";
            };
            variant: {
                enabled: boolean;
                feature_enabled?: boolean;
                /** @description disabled when the flag is off or has no variants */
                name: string;
                payload?: {
                    type: string;
                    value: string;
                };
            } | null;
            variants: components["schemas"]["variant"][];
        };
        playgroundStrategy: {
            constraints: {
                caseInsensitive?: boolean;
                contextName: string;
                inverted?: boolean;
                operator: string;
                result: boolean;
                value?: string;
                values: string[];
            }[];
            disabled: boolean | null;
            id: string;
            links: {
                /** @description Where to change it in the interface */
                edit: string;
            };
            name: string;
            parameters: {
                [key: string]: string;
            };
            result: {
                enabled: boolean | "unknown";
                /**
                 * @description incomplete: a strategy type that only the application can decide; unevaluated: disabled
                 * @enum {unknown}
                 */
                evaluationStatus: "complete" | "incomplete" | "unevaluated";
                variant?: {
                    enabled: boolean;
                    feature_enabled?: boolean;
                    /** @description disabled when the flag is off or has no variants */
                    name: string;
                    payload?: {
                        type: string;
                        value: string;
                    };
                } | null;
                variants?: components["schemas"]["strategyVariant"][];
            };
            segments: {
                constraints: {
                    caseInsensitive?: boolean;
                    contextName: string;
                    inverted?: boolean;
                    operator: string;
                    result: boolean;
                    value?: string;
                    values: string[];
                }[];
                id: number;
                name: string;
                result: boolean;
            }[];
            title?: string;
            variant: {
                enabled: boolean;
                feature_enabled?: boolean;
                /** @description disabled when the flag is off or has no variants */
                name: string;
                payload?: {
                    type: string;
                    value: string;
                };
            } | null;
            variants: components["schemas"]["strategyVariant"][];
        };
        profile: {
            canChangePassword: boolean;
            /** @deprecated */
            features: string[];
            /** @description The names of your groups */
            groups: string[];
            /** @description The projects in which you have a role */
            projects: string[];
            rootRole?: components["schemas"]["role"];
            subscriptions: string[];
        };
        projectAccess: {
            groups: {
                /** Format: date-time */
                addedAt: string;
                /** Format: date-time */
                createdAt: string | null;
                createdBy: string | null;
                description: string | null;
                id: number;
                /** @description Groups of the identity provider that map to this one */
                mappingsSSO: string[];
                name: string;
                /** @description The projects in which the group has a role */
                projects: string[];
                /** @description One of the roles */
                roleId: number;
                roles: number[];
                /** @description The root role that all members have */
                rootRole: number | null;
                scimId: string | null;
                userCount: number;
                users: {
                    createdBy: string | null;
                    /** Format: date-time */
                    joinedAt: string;
                    user: components["schemas"]["user"];
                }[];
            }[];
            /** @description The roles that users and groups can have in a project */
            roles: components["schemas"]["role"][];
            users: {
                /** Format: date-time */
                addedAt: string;
                email: string | null;
                id: number;
                imageUrl: string | null;
                /** @deprecated */
                isAPI: boolean;
                name?: string;
                /** @description One of the roles */
                roleId: number;
                roles: number[];
                username?: string;
            }[];
        };
        /** @description Who has which role; all others lose theirs */
        projectAccessUpdate: {
            roles: {
                groups?: number[];
                id: number;
                users?: number[];
            }[];
        };
        projectActivityOfDay: {
            count: number;
            /** Format: date */
            date: string;
        };
        projectApplication: {
            /** @description Where it asks for flags of the project */
            environments: string[];
            /** @description Ids of the instances seen there in the last two days */
            instances: string[];
            name: string;
            sdks: {
                /** @description Such as unleash-node-sdk */
                name: string;
                versions: string[];
            }[];
        };
        projectApplications: {
            applications: components["schemas"]["projectApplication"][];
            /** @description How many there are in all */
            total: number;
        };
        projectDoraMetrics: {
            features: {
                name: string;
                /** @description Whole days until it was first on in production */
                timeToProduction: number;
            }[];
            /** @description In days; 0 when no flag has been in production yet */
            projectAverage: number;
        };
        projectEnvironment: {
            changeRequestsEnabled: boolean;
            defaultStrategy?: components["schemas"]["defaultStrategy"];
            environment: string;
        };
        projectFlagCreators: {
            id: number;
            name: string;
        }[];
        projectHealthReport: {
            /** @description Flags that nobody marked as stale */
            activeCount: number;
            /** Format: date-time */
            createdAt: string | null;
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness: string;
            description: string | null;
            environments: components["schemas"]["projectEnvironment"][];
            favorite: boolean;
            /** @description How many flags it takes; null: any number */
            featureLimit: number | null;
            featureNaming: components["schemas"]["featureNaming"];
            features: components["schemas"]["featureOverview"][];
            health: number;
            /** @description Users with a role in the project */
            members: number;
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode: "open" | "protected" | "private";
            name: string;
            /** @description Those of them that outlived the lifetime of their type */
            potentiallyStaleCount: number;
            /** @description Flags that someone marked as stale */
            staleCount: number;
            stats: components["schemas"]["projectStats"];
            technicalDebt: number;
            /** Format: date-time */
            updatedAt: string | null;
            /** @description The version of this shape */
            version: number;
        };
        projectId: {
            id: string;
        };
        projectInsights: {
            featureTypeCounts: components["schemas"]["featureTypeCount"][];
            health: components["schemas"]["projectRating"];
            leadTime: components["schemas"]["projectDoraMetrics"];
            members: {
                /** @description How many came in the last 30 days */
                change: number;
                currentMembers: number;
            };
            stats: components["schemas"]["projectStats"];
            technicalDebt: components["schemas"]["projectRating"];
        };
        projectLifecycleSummary: {
            archived: {
                currentFlags: number;
                last30Days: number;
            };
            completed: components["schemas"]["projectStageSummary"];
            initial: components["schemas"]["projectStageSummary"];
            live: components["schemas"]["projectStageSummary"];
            preLive: components["schemas"]["projectStageSummary"];
        };
        projectLinkTemplate: {
            title?: string | null;
            /** @description An http or https address in which {{project}} and {{feature}} stand for their names */
            urlTemplate: string;
        };
        /** @description `stats`, `members` and `onboardingStatus` are of now, and left out with `asOf` */
        projectOverview: {
            /** Format: date-time */
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string | null;
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness: string;
            description: string | null;
            environments: components["schemas"]["projectEnvironment"][];
            favorite: boolean;
            /** @description How many flags it takes; null: any number */
            featureLimit: number | null;
            featureNaming: components["schemas"]["featureNaming"];
            featureTypeCounts: components["schemas"]["featureTypeCount"][];
            health: number;
            linkTemplates: components["schemas"]["projectLinkTemplate"][];
            /** @description Users with a role in the project */
            members?: number;
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode: "open" | "protected" | "private";
            name: string;
            onboardingStatus?: components["schemas"]["onboardingStatus"];
            stats?: components["schemas"]["projectStats"];
            technicalDebt: number;
            /** Format: date-time */
            updatedAt: string | null;
            /** @description The version of this shape */
            version: number;
        };
        projectOwner: {
            email?: string | null;
            imageUrl?: string;
            name?: string;
            /** @enum {string} */
            ownerType: "user" | "group" | "system";
        };
        projectRating: {
            activeCount: number;
            potentiallyStaleCount: number;
            rating: number;
            staleCount: number;
        };
        projects: {
            projects: components["schemas"]["listedProject"][];
            /** @description The version of this shape */
            version: number;
        };
        /** @description What is left out stays as it is */
        projectSettings: {
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness?: string;
            /** @description How many flags it takes; null: any number */
            featureLimit?: number | null;
            featureNaming?: components["schemas"]["newFeatureNaming"];
            linkTemplates?: components["schemas"]["projectLinkTemplate"][];
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode?: "open" | "protected" | "private";
        };
        projectStageSummary: {
            /** @description How long flags stayed; null when none has left it */
            averageDays: number | null;
            currentFlags: number;
        };
        projectStats: {
            /** @description Flags archived in the last 30 days */
            archivedCurrentWindow: number;
            /** @description Flags archived in the 30 days before */
            archivedPastWindow: number;
            /** @description Average days from the creation of a flag until it is on in production */
            avgTimeToProdCurrentWindow: number;
            /** @description Flags created in the last 30 days */
            createdCurrentWindow: number;
            /** @description Flags created in the 30 days before */
            createdPastWindow: number;
            /** @description Events of the last 30 days */
            projectActivityCurrentWindow: number;
            /** @description Events of the 30 days before */
            projectActivityPastWindow: number;
            /** @description Users who got a role in the project in the last 30 days */
            projectMembersAddedCurrentWindow: number;
        };
        projectStatus: {
            /** @description Days of the last year with events, oldest first */
            activityCountByDate: components["schemas"]["projectActivityOfDay"][];
            health: {
                current: number;
            };
            lifecycleSummary: components["schemas"]["projectLifecycleSummary"];
            resources: {
                apiTokens: number;
                members: number;
                segments: number;
            };
            staleFlags: {
                total: number;
            };
            technicalDebt: {
                current: number;
            };
        };
        /** @description What is left out stays as it is */
        projectUpdate: {
            /** @description The context field that keeps users in their variant, unless a strategy says otherwise */
            defaultStickiness?: string;
            description?: string | null;
            /** @description How many flags it takes; null: any number */
            featureLimit?: number | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            /**
             * @description open: everyone sees it; protected: only members change it; private: only members know of it
             * @enum {string}
             */
            mode?: "open" | "protected" | "private";
            name: string;
        };
        proposableActions: {
            actions: {
                name: string;
                /** @description What a step must name beside its payload */
                needs: ("feature" | "environment")[];
                /** @description A JSON Schema */
                payload: unknown;
                /** @description Of which one is needed to do it directly */
                permissions: string[];
                /** @description What it does, with what the step names in braces */
                says: string;
            }[];
        };
        proposedDependencyRemoval: {
            /** @description The parent; left out: all of them */
            feature?: string;
        } | null;
        proposedFeature: {
            description?: string | null;
            /** @description SDKs report who was given which answer */
            impressionData?: boolean;
            owner?: components["schemas"]["featureOwner"];
            tags?: components["schemas"]["newTag"][];
            /** @description What the flag is for: release, experiment, operational, kill-switch, permission or sunset */
            type?: string;
        };
        proposedSegment: {
            constraints: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdBy?: unknown;
            description?: string | null;
            /** @description For the new segment: one that no segment has, such as one that a deleted segment had */
            id?: number;
            name: string;
            project?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        proposedSegmentRemoval: {
            id: number;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            name?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            snapshot?: unknown;
        };
        proposedSegmentUpdate: {
            constraints: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdBy?: unknown;
            description?: string | null;
            id: number;
            name: string;
            project?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            snapshot?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInFeatures?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            usedInProjects?: unknown;
        };
        proposedStep: {
            /** @constant */
            action: "updateEnabled";
            environment: string;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["proposedSwitch"];
        } | {
            /** @constant */
            action: "createFeature";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["proposedFeature"];
        } | {
            /** @constant */
            action: "updateFeature";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["featureUpdate"];
        } | {
            /** @constant */
            action: "archiveFeature";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload?: Record<string, never> | null;
        } | {
            /** @constant */
            action: "reviveFeature";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload?: Record<string, never> | null;
        } | {
            /** @constant */
            action: "addStrategy";
            environment: string;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["proposedStrategy"];
        } | {
            /** @constant */
            action: "updateStrategy";
            environment: string;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["proposedStrategyUpdate"];
        } | {
            /** @constant */
            action: "deleteStrategy";
            environment: string;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["proposedStrategyRemoval"];
        } | {
            /** @constant */
            action: "reorderStrategy";
            environment: string;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["strategySortOrder"];
        } | {
            /** @constant */
            action: "patchVariant";
            environment: string;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["proposedVariants"];
        } | {
            /** @constant */
            action: "addDependency";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload: components["schemas"]["newFeatureDependency"];
        } | {
            /** @constant */
            action: "deleteDependency";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature: string;
            payload?: components["schemas"]["proposedDependencyRemoval"];
        } | {
            /** @constant */
            action: "addSegment";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature?: string | null;
            payload: components["schemas"]["proposedSegment"];
        } | {
            /** @constant */
            action: "updateSegment";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature?: string | null;
            payload: components["schemas"]["proposedSegmentUpdate"];
        } | {
            /** @constant */
            action: "deleteSegment";
            environment?: string | null;
            /** @description Unique in the instance, archived flags included */
            feature?: string | null;
            payload: components["schemas"]["proposedSegmentRemoval"];
        };
        proposedStrategy: {
            constraints?: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            disabled?: boolean | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            featureName?: unknown;
            /** @description For the new strategy: a UUID that no strategy has yet */
            id?: string;
            /** @description The strategy type */
            name: string;
            /** @description What the strategy type asks for, as text */
            parameters?: {
                [key: string]: string | number | boolean;
            };
            /** @description Ids of the segments that must hold, too */
            segments?: number[];
            sortOrder?: number;
            title?: string | null;
            variants?: components["schemas"]["newStrategyVariant"][];
        };
        proposedStrategyRemoval: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            disabled?: unknown;
            id: string;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            name?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            snapshot?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            title?: unknown;
        };
        proposedStrategyUpdate: {
            constraints?: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            disabled?: boolean | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            featureName?: unknown;
            id: string;
            /** @description The strategy type */
            name?: string;
            /** @description What the strategy type asks for, as text */
            parameters?: {
                [key: string]: string | number | boolean;
            };
            /** @description Ids of the segments that must hold, too */
            segments?: number[];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            snapshot?: unknown;
            sortOrder?: number;
            title?: string | null;
            variants?: components["schemas"]["newStrategyVariant"][];
        };
        proposedSwitch: {
            enabled: boolean;
            /** @description When all strategies are disabled: enable them, rather than add the default one */
            shouldActivateDisabledStrategies?: boolean;
        };
        proposedVariants: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            snapshot?: unknown;
            variants: components["schemas"]["newVariants"];
        };
        publicSignupToken: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string | null;
            /** @description Always false once the token has expired */
            enabled: boolean;
            /** Format: date-time */
            expiresAt: string;
            name: string;
            role: components["schemas"]["role"];
            secret: string;
            /** @description The link that people follow to sign up */
            url: string | null;
            /** @description Those who signed up with it */
            users?: components["schemas"]["user"][] | null;
        };
        publicSignupTokens: {
            tokens: components["schemas"]["publicSignupToken"][];
        };
        publicSignupTokenUpdate: {
            enabled?: boolean;
            /** Format: date-time */
            expiresAt?: string;
        };
        resetLink: {
            resetPasswordUrl: string;
        };
        resetLinkFor: {
            /** @description E-mail address or username */
            id: string;
        };
        resetMailFor: {
            email: string;
        };
        role: {
            description?: string;
            id: number;
            name: string;
            project?: string | null;
            /** @description root, project, or made by you: root-custom, custom */
            type: string;
        };
        roles: {
            roles: components["schemas"]["role"][];
            /** @description The version of this shape */
            version: number;
        };
        rolesInProject: {
            roles: number[];
        };
        /** @description The type of a role stays as it is */
        roleUpdate: {
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            name: string;
            permissions?: {
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                displayName?: unknown;
                /** @description Default: all environments */
                environment?: string | null;
                id?: number;
                name?: string;
                /**
                 * @deprecated
                 * @description Accepted and ignored
                 */
                type?: unknown;
            }[];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            project?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            type?: unknown;
        };
        roleUsage: {
            projects: {
                groupCount: number;
                project: string;
                role: number;
                serviceAccountCount: number;
                userCount: number;
            }[];
            /** @description The version of this shape */
            version: number;
        };
        roleWithPermissions: {
            description?: string;
            id: number;
            name: string;
            permissions: components["schemas"]["permission"][];
            project?: string | null;
            /** @description root, project, or made by you: root-custom, custom */
            type: string;
        };
        samlAnswer: {
            RelayState?: string;
            SAMLResponse?: string;
        };
        samlSettings: {
            /** @description Create users who sign in for the first time */
            autoCreate: boolean;
            /** @description X.509 certificate of the identity provider */
            certificate: string;
            /**
             * @description The root role of created users
             * @enum {unknown}
             */
            defaultRootRole: "Viewer" | "Editor" | "Admin";
            /** @description The same by id; takes precedence */
            defaultRootRoleId?: number;
            /** @description Comma-separated: whom to create; empty: everyone */
            emailDomains: string;
            enabled: boolean;
            /** @description Put users into the groups that map to theirs */
            enableGroupSyncing: boolean;
            /** @description What the identity provider calls itself */
            entityId: string;
            /** @description Where in the answer the groups of a user stand */
            groupJsonPath: string;
            /** @description Present and true when environment variables of the service decide */
            readOnly?: boolean;
            signOnUrl: string;
            signOutUrl: string;
            /** @description The private key with which we sign and decrypt, and its certificate; the key comes back as ******** */
            spCertificate: string;
        };
        /** @description When enabled, entityId, signOnUrl and certificate must not be empty */
        samlSettingsUpdate: {
            /** @description Create users who sign in for the first time */
            autoCreate?: boolean | null;
            /** @description X.509 certificate of the identity provider */
            certificate: string;
            defaultRootRole?: ("Viewer" | "Editor" | "Admin") | null;
            /** @description Takes precedence; 0: none */
            defaultRootRoleId?: number | null;
            /** @description Comma-separated: whom to create; empty: everyone */
            emailDomains?: string | null;
            enabled?: boolean;
            /** @description Put users into the groups that map to theirs */
            enableGroupSyncing?: boolean | null;
            /** @description What the identity provider calls itself */
            entityId: string;
            /** @description Where in the answer the groups of a user stand */
            groupJsonPath?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            readOnly?: unknown;
            signOnUrl: string;
            signOutUrl?: string | null;
            /** @description The private key with which we sign and decrypt, and its certificate; the key comes back as ******** */
            spCertificate?: string | null;
        };
        scimGroup: {
            displayName: string;
            externalId?: string;
            id: string;
            members?: {
                display: string;
                value: string;
            }[];
            meta: {
                /** Format: date-time */
                created?: string;
                location: string;
                resourceType: string;
            };
            schemas: string[];
        };
        scimGroupInput: {
            displayName: string;
            externalId?: string | null;
            members?: ({
                value: string;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        scimGroups: {
            itemsPerPage: number;
            Resources: components["schemas"]["scimGroup"][];
            schemas: string[];
            startIndex: number;
            totalResults: number;
        };
        scimPatch: {
            Operations: ({
                op: string;
                path?: string;
                value?: unknown;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        scimResourceTypes: {
            itemsPerPage: number;
            Resources: {
                endpoint: string;
                id: string;
                meta: {
                    /** Format: date-time */
                    created?: string;
                    location: string;
                    resourceType: string;
                };
                name: string;
                schema: string;
                schemas: string[];
            }[];
            schemas: string[];
            startIndex: number;
            totalResults: number;
        };
        scimSchemas: {
            itemsPerPage: number;
            Resources: {
                attributes: {
                    caseExact: boolean;
                    multiValued: boolean;
                    mutability: string;
                    name: string;
                    required: boolean;
                    returned: string;
                    type: string;
                    uniqueness: string;
                }[];
                id: string;
                meta: {
                    /** Format: date-time */
                    created?: string;
                    location: string;
                    resourceType: string;
                };
                name: string;
                schemas: string[];
            }[];
            schemas: string[];
            startIndex: number;
            totalResults: number;
        };
        scimServiceProviderConfig: {
            authenticationSchemes: {
                description: string;
                name: string;
                type: string;
            }[];
            bulk: {
                maxOperations: number;
                maxPayloadSize: number;
                supported: boolean;
            };
            changePassword: {
                supported: boolean;
            };
            etag: {
                supported: boolean;
            };
            filter: {
                maxResults: number;
                supported: boolean;
            };
            meta: {
                /** Format: date-time */
                created?: string;
                location: string;
                resourceType: string;
            };
            patch: {
                supported: boolean;
            };
            schemas: string[];
            sort: {
                supported: boolean;
            };
        };
        scimSettings: {
            /** @description Whether a directory may manage users and groups */
            enabled: boolean;
            /** @description Whether there is a token for it */
            hasToken: boolean;
            /** @description Whether it may manage administrators, and groups that make people some; its token is then as good as theirs */
            manageAdministrators: boolean;
        };
        scimSettingsUpdate: {
            enabled: boolean;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            hasToken?: unknown;
            /** @description Whether it may manage administrators, and groups that make people some; its token is then as good as theirs */
            manageAdministrators?: boolean;
        };
        scimToken: {
            /** @description Shown once */
            token: string;
        };
        scimUser: {
            active: boolean;
            displayName?: string;
            emails: {
                primary: boolean;
                type: string;
                value: string;
            }[];
            externalId?: string;
            id: string;
            meta: {
                /** Format: date-time */
                created?: string;
                location: string;
                resourceType: string;
            };
            name?: {
                formatted: string;
            };
            schemas: string[];
            userName: string;
        };
        scimUserInput: {
            active?: boolean | string;
            displayName?: string | null;
            emails?: ({
                primary?: boolean | string;
                value: string;
            } & {
                [key: string]: unknown;
            })[];
            externalId?: string | null;
            name?: ({
                familyName?: string | null;
                formatted?: string | null;
                givenName?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            userName: string;
        } & {
            [key: string]: unknown;
        };
        scimUsers: {
            itemsPerPage: number;
            Resources: components["schemas"]["scimUser"][];
            schemas: string[];
            startIndex: number;
            totalResults: number;
        };
        segment: {
            constraints: components["schemas"]["constraint"][];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            description: string | null;
            id: number;
            name: string;
            /** @description The only project that may use it; null: all may */
            project: string | null;
            /** @description Flags whose strategies use it */
            usedInFeatures?: number;
            usedInProjects?: number;
        };
        segmentName: {
            name: string;
        };
        segments: {
            segments: components["schemas"]["segment"][];
        };
        segmentStrategies: {
            changeRequestStrategies: unknown[];
            strategies: components["schemas"]["strategyUses"];
        };
        serviceAccount: {
            /** Format: date-time */
            createdAt: string;
            id: number;
            imageUrl: string;
            /** @deprecated */
            isAPI: boolean;
            name?: string;
            rootRole?: number;
            /** @deprecated */
            seenAt: null;
            tokens: components["schemas"]["personalToken"][];
            username?: string;
        };
        serviceAccounts: {
            rootRoles: components["schemas"]["role"][];
            serviceAccounts: components["schemas"]["serviceAccount"][];
        };
        /** @description What is left out or empty stays as it is */
        serviceAccountUpdate: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            name?: string;
            rootRole?: number;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            username?: unknown;
        };
        session: {
            /** @description The network address from which the user signed in */
            address: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether this request is part of it */
            current: boolean;
            /** Format: date-time */
            expiresAt: string;
            id: number;
            /** @description What the browser called itself */
            userAgent: string | null;
        };
        signedInUser: {
            /** @description User or Service Account */
            accountType?: string;
            /** @description How often the user is signed in now */
            activeSessions: number;
            /** Format: date-time */
            createdAt?: string;
            /** @description Sessions that had to end because there were too many */
            deletedSessions: number;
            email?: string;
            emailSent?: boolean;
            id: number;
            imageUrl?: string;
            /** @description Where the user chooses a password; shown once */
            inviteLink?: string;
            /** @deprecated */
            isAPI?: boolean;
            /** @description Failures since the last sign-in */
            loginAttempts?: number;
            name?: string | null;
            /** @deprecated */
            permissions?: string[];
            rootRole?: number | string;
            /** @description Only when a directory manages the user */
            scimId?: string | null;
            /**
             * Format: date-time
             * @description When the user last signed in
             */
            seenAt?: string | null;
            username?: string | null;
        };
        signedOut: {
            /** @description Where to send the browser next */
            location: string;
        };
        signInMethods: {
            /** @description The other ways in that are switched on */
            options: {
                /** @description What to write on the button */
                message: string;
                /** @description Where to send the browser; takes `returnTo` */
                path: string;
                /** @enum {unknown} */
                type: "oidc" | "saml";
            }[];
            /** @description Whether signing in with a password is possible */
            password: boolean;
        };
        signup: {
            email: string;
            name: string;
            password: string;
            username?: string;
        };
        splash: {
            seen: boolean;
            splashId: string;
            userId: number;
        };
        staleFeatures: {
            /** @description Names of flags */
            features: string[];
            stale: boolean;
        };
        strategySegments: {
            environmentId: string;
            projectId: string;
            segmentIds: number[];
            strategyId: string;
        };
        strategySortOrder: {
            id: string;
            sortOrder: number;
        }[];
        strategyType: {
            deprecated: boolean;
            description: string | null;
            displayName: string | null;
            /** @description One that is not editable cannot be changed or deleted */
            editable: boolean;
            name: string;
            parameters: {
                description?: string;
                name: string;
                required?: boolean;
                type: string;
            }[];
            title: string | null;
        };
        strategyTypes: {
            strategies: components["schemas"]["strategyType"][];
            /** @description The version of this shape */
            version: number;
        };
        strategyTypeUpdate: {
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            deprecated?: unknown;
            description?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            displayName?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            editable?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            name?: unknown;
            parameters: {
                description?: string;
                name: string;
                /** @default false */
                required?: boolean;
                /** @enum {unknown} */
                type: "string" | "percentage" | "list" | "number" | "boolean";
            }[];
            title?: string | null;
        };
        strategyUpdate: {
            constraints?: components["schemas"]["newConstraint"][];
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            createdAt?: unknown;
            disabled?: boolean | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            featureName?: unknown;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            id?: unknown;
            /** @description The strategy type */
            name?: string;
            /** @description What the strategy type asks for, as text */
            parameters?: {
                [key: string]: string | number | boolean;
            };
            /** @description Ids of the segments that must hold, too */
            segments?: number[];
            sortOrder?: number;
            title?: string | null;
            variants?: components["schemas"]["newStrategyVariant"][];
        };
        strategyUses: {
            environment: string;
            featureName: string;
            id: string;
            projectId: string;
            strategyName: string;
        }[];
        strategyVariant: {
            name: string;
            payload?: {
                /** @enum {unknown} */
                type: "json" | "csv" | "string" | "number";
                value: string;
            };
            stickiness: string;
            weight: number;
            /**
             * @description fix: exactly the weight given; variable: an equal share of what the fixed ones leave of 1000
             * @enum {unknown}
             */
            weightType: "variable" | "fix";
        };
        tag: {
            type: string;
            value: string;
        };
        tagChanges: {
            addedTags: components["schemas"]["newTag"][];
            removedTags: components["schemas"]["newTag"][];
        };
        tags: {
            tags: components["schemas"]["tag"][];
            /** @description The version of this shape */
            version: number;
        };
        tagType: {
            color: string | null;
            description: string | null;
            icon: string | null;
            name: string;
        };
        tagTypes: {
            tagTypes: components["schemas"]["tagType"][];
            /** @description The version of this shape */
            version: number;
        };
        tagTypeUpdate: {
            /** @description Such as #FFFFFF */
            color?: string | null;
            description?: string | null;
            /** @description A word or sign that stands for the type */
            icon?: string | null;
            /**
             * @deprecated
             * @description Accepted and ignored
             */
            name?: unknown;
        };
        tagTypeWithVersion: {
            tagType: components["schemas"]["tagType"];
            /** @description The version of this shape */
            version: number;
        };
        tagWithVersion: {
            tag: components["schemas"]["tag"];
            /** @description The version of this shape */
            version: number;
        };
        telemetrySettings: {
            featureInfoCollectionEnabled: boolean;
            versionInfoCollectionEnabled: boolean;
        };
        tokensToIssue: {
            tokens: {
                environment: string;
                projects: string[];
            }[];
        };
        tokensToValidate: {
            tokens: string[];
        };
        trafficSettings: {
            /** @description Contexts of each environment at most; 0: the operator wants none */
            capacity: number;
            fields: string[];
            /**
             * @description Whether contexts of the frontend API and of OFREP are sampled, to show who a change would affect; with `fields` only the named ones are kept of them
             * @enum {unknown}
             */
            mode: "off" | "on" | "fields";
            /** @description How many this node has in its memory, of the last day */
            samples: {
                environment: string;
                samples: number;
            }[];
        };
        unknownFlags: {
            unknownFlags: {
                appName: string;
                environment: string;
                /** Format: date-time */
                lastSeenAt: string;
                name: string;
                /** Format: date-time */
                seenAt: string;
            }[];
        };
        user: {
            /** @description User or Service Account */
            accountType?: string;
            /** Format: date-time */
            createdAt?: string;
            email?: string;
            emailSent?: boolean;
            id: number;
            imageUrl?: string;
            /** @description Where the user chooses a password; shown once */
            inviteLink?: string;
            /** @deprecated */
            isAPI?: boolean;
            /** @description Failures since the last sign-in */
            loginAttempts?: number;
            name?: string | null;
            /** @deprecated */
            permissions?: string[];
            rootRole?: number | string;
            /** @description Only when a directory manages the user */
            scimId?: string | null;
            /**
             * Format: date-time
             * @description When the user last signed in
             */
            seenAt?: string | null;
            username?: string | null;
        };
        userIdentities: {
            identities: components["schemas"]["userIdentity"][];
        };
        userIdentity: {
            /** @enum {unknown} */
            authType: "oidc" | "saml";
            /**
             * Format: date-time
             * @description When the user first came from there
             */
            createdAt: string;
            /** @description The identity provider */
            issuer: string;
            /** @description What it knows the user by */
            subject: string;
        };
        userIds: {
            ids: number[];
        };
        userOfResetLink: {
            email?: string;
            id: number;
            name?: string;
            token: string;
            username?: string;
        };
        users: {
            rootRoles: components["schemas"]["role"][];
            users: components["schemas"]["user"][];
        };
        userSessions: {
            sessions: components["schemas"]["session"][];
        };
        /** @description What is left out or empty stays as it is */
        userUpdate: {
            email?: string;
            name?: string;
            /** @description The id or the name of a root role */
            rootRole?: number | string;
        };
        validatedEdgeTokens: {
            tokens: {
                environment: string;
                projects: string[];
                token: string;
                type: string;
            }[];
        };
        validateFeatureName: {
            /** @description Unique in the instance, archived flags included */
            name: string;
            projectId?: string | null;
        };
        validTagType: {
            tagType: components["schemas"]["tagType"];
            valid: boolean;
        };
        variant: {
            name: string;
            overrides?: {
                contextName: string;
                values: string[];
            }[];
            payload?: {
                /** @enum {unknown} */
                type: "json" | "csv" | "string" | "number";
                value: string;
            };
            stickiness: string;
            weight: number;
            /**
             * @description fix: exactly the weight given; variable: an equal share of what the fixed ones leave of 1000
             * @enum {unknown}
             */
            weightType: "variable" | "fix";
        };
        variants: {
            variants: components["schemas"]["variant"][];
            /** @description The version of this shape */
            version: number;
        };
        variantsBatch: {
            environments: string[];
            variants: components["schemas"]["newVariants"];
        };
        whatIf: {
            /** @description Whom to try it on */
            contexts?: components["schemas"]["evaluationContext"][];
            /** @description Which, by id or name. Default: all of the project */
            personas?: (number | string)[];
            /**
             * @description Default: the contexts given; else sampled traffic, if there is any; else personas; else a made-up crowd
             * @enum {unknown}
             */
            population?: "given" | "personas" | "traffic" | "made-up";
            project: string;
            /** @description Context fields by which to count, besides `appName` */
            splitBy?: string[];
            /** @description Taken one after another: a later one meets what the earlier ones did */
            steps: components["schemas"]["proposedStep"][];
        };
        whatIfAnswer: {
            changes: components["schemas"]["describedChange"][];
            /** @description The step that could not be taken; all else in the answer is of those before it */
            failed?: {
                details: {
                    [key: string]: unknown;
                }[];
                message: string;
                /** @description The kind of error */
                name: string;
                /** @description From 0. Those after it were not tried */
                step: number;
            };
            /** @description The newest event when it was tried */
            revision: number;
            /** @description For each environment in which flags could answer otherwise, whatever their own definitions say */
            who: components["schemas"]["environmentEffect"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccessOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["accessOverview"];
                    "text/csv": string;
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAddons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["addons"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createAddon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newAddon"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["addon"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["addon"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newAddon"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["addon"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getIntegrationEvents: {
        parameters: {
            query?: {
                /** @description How many at most, up to 1000; anything else means the default of 50 */
                limit?: string;
                /** @description How many to leave out first. Default: 0 */
                offset?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integrationEvents"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    testAddon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integrationEvent"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAllApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["apiTokens"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newApiToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["createdApiToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getApiTokensByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["apiTokens"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's secret, or its id */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["apiTokenExpiry"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's secret, or its id */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    reviveFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getOidcSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["oidcSettings"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setOidcSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["oidcSettingsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["oidcSettings"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSamlSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["samlSettings"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setSamlSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["samlSettingsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["samlSettings"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSimpleSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["passwordLogin"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setSimpleSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["passwordLoginUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["passwordLogin"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getClientFeaturesForAdministrators: {
        parameters: {
            query: {
                /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
                asOf?: string;
                environment: string;
                /** @description Default: all */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["clientFeaturesAt"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureUsageSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureUsage"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getRawFeatureMetrics: {
        parameters: {
            query: {
                /** @description Up to 48 in hours, beyond in days */
                hoursBack: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureMetrics"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateConstraint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newConstraint"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getContextFields: {
        parameters: {
            query?: {
                /** @description project: the fields of projects, too */
                include?: "project";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextFields"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createContextField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newContextField"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextField"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getContextField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextField"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateContextField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contextFieldUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteContextField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateContextFieldLegalValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newLegalValue"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteContextFieldLegalValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getStrategiesByContextField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextFieldStrategies"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateContextField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contextFieldName"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAllEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["environments"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newEnvironment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["environment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["environment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    cloneEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["clonedEnvironment"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["environment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    toggleEnvironmentOff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    toggleEnvironmentOn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["environmentsOfProject"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateSortOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["environmentSortOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["environmentUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["environment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateEnvironmentName: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["environmentName"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getEventCreators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["eventCreators"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Only the events of this project, and all of them */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["events"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getEventsForToggle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                toggleName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureEvents"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    verifyEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["eventChain"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAllFeatureTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureTypes"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateFeatureTypeLifetime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureTypeLifetime"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureType"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    exportFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["exportQuery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["exportedData"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    importFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["import"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["import"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["importReport"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tags"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tagChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tags"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newTag"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                type: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateFeature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["validateFeatureName"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    provideFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newFeedback"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["feedback"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["feedbackUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["feedback"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["groups"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newGroup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["groupUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getInstanceAdminStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["instanceStatistics"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getInstanceAdminStatsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAllPublicSignupTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["publicSignupTokens"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createPublicSignupToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPublicSignupToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["publicSignupToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPublicSignupToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["publicSignupToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updatePublicSignupToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["publicSignupTokenUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["publicSignupToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureLifecycleCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureLifecycleCount"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getLiveChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["liveMessage"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getLoginHistory: {
        parameters: {
            query?: {
                /** @description How many at most, up to 1000; anything else means the default of 50 */
                limit?: string;
                /** @description How many to leave out first. Default: 0 */
                offset?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["loginHistory"];
                    "text/csv": string;
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getMaintenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["maintenance"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    toggleMaintenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newMaintenance"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getApplications: {
        parameters: {
            query?: {
                /** @description How many at most, up to 1000; anything else means the default of 50 */
                limit?: string;
                /** @description How many to leave out first. Default: 0 */
                offset?: string;
                /** @description A part of the name */
                query?: string;
                /** @description appName (default) or lastSeen */
                sortBy?: string;
                /** @description asc (default) or desc */
                sortOrder?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["applications"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["applicationDetails"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["createApplication"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getApplicationOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["applicationOverview"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getApplicationEnvironmentInstances: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appName: string;
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["applicationInstances"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getOutdatedSdks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["outdatedSdks"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUnknownFlags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unknownFlags"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["permissions"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPersonalDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["personalDashboard"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPersonalDashboardProjectDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["personalDashboardProject"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPlayground: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["playground"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["playgroundAnswer"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAdvancedPlayground: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["advancedPlayground"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["advancedPlaygroundAnswer"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjects: {
        parameters: {
            query?: {
                /** @description The archived ones, instead of the others */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projects"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newProject"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["createdProject"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getDeprecatedProjectOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deprecatedProjectOverview"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["projectUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectAccess"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setProjectAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["projectAccessUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addAccessToProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newProjectAccess"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["apiTokens"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createProjectApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newProjectApiToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["createdApiToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteProjectApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                /** @description The token's secret, or its id */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectApplications: {
        parameters: {
            query?: {
                /** @description How many at most, up to 1000; anything else means the default of 50 */
                limit?: string;
                /** @description How many to leave out first. Default: 0 */
                offset?: string;
                /** @description A part of the name */
                query?: string;
                /** @description appName (default) or lastSeen */
                sortBy?: string;
                /** @description asc (default) or desc */
                sortOrder?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectApplications"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    archiveFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureNames"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateArchiveFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureNames"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["archiveFeaturesCheck"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    bulkToggleFeaturesEnvironmentOff: {
        parameters: {
            query?: {
                /** @description When all strategies are disabled: enable them, rather than add the default one */
                shouldActivateDisabledStrategies?: boolean;
            };
            header?: never;
            path: {
                environment: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureNames"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    bulkToggleFeaturesEnvironmentOn: {
        parameters: {
            query?: {
                /** @description When all strategies are disabled: enable them, rather than add the default one */
                shouldActivateDisabledStrategies?: boolean;
            };
            header?: never;
            path: {
                environment: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureNames"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectChangeRequestConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["changeRequestConfigs"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getContextFieldsForProject: {
        parameters: {
            query?: {
                /** @description root: the fields of the instance, too */
                include?: "root";
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextFields"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createContextFieldForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newProjectContextField"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextField"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getContextFieldForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextField"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateContextFieldForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contextFieldUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteContextFieldForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateContextFieldLegalValueForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newLegalValue"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteContextFieldLegalValueForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                projectId: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getStrategiesByContextFieldInProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contextField: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contextFieldStrategies"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateContextFieldForProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contextFieldName"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureNames"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    checkDependenciesExist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectDora: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectDoraMetrics"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addEnvironmentToProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newProjectEnvironment"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeEnvironmentFromProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateProjectChangeRequestConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["changeRequestConfigUpdate"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addDefaultStrategyToProjectEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newStrategy"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["defaultStrategy"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addFavoriteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeFavoriteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatures: {
        parameters: {
            query?: {
                /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
                asOf?: string;
                /** @description Only the flags of these names, as far as they are there: what it takes to renew some rows */
                name?: string[];
                namePrefix?: string;
                /** @description type:value; flags with at least one of these tags */
                tag?: string[];
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureOverviews"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newFeature"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureMetadata"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeature: {
        parameters: {
            query?: {
                /** @description Also answer when the flag is archived */
                archived?: boolean;
                /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
                asOf?: string;
                /** @description Include the variants of each environment */
                variantEnvironments?: boolean;
            };
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["feature"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureMetadata"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    archiveFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    patchFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["jsonPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureMetadata"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    changeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["changeProject"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    cloneFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["cloneFeature"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureMetadata"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addFeatureDependency: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newFeatureDependency"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteFeatureDependencies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteFeatureDependency: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                parent: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureInEnvironment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    toggleFeatureEnvironmentOff: {
        parameters: {
            query?: {
                /** @description When all strategies are disabled: enable them, rather than add the default one */
                shouldActivateDisabledStrategies?: boolean;
            };
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    toggleFeatureEnvironmentOn: {
        parameters: {
            query?: {
                /** @description When all strategies are disabled: enable them, rather than add the default one */
                shouldActivateDisabledStrategies?: boolean;
            };
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureStrategies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureStrategies"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addFeatureStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newStrategy"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureStrategy"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
                strategyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureStrategy"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateFeatureStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
                strategyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["strategyUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureStrategy"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteFeatureStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
                strategyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    patchFeatureStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
                strategyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["jsonPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureStrategy"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setStrategySortOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["strategySortOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getEnvironmentFeatureVariants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["variants"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    overwriteEnvironmentFeatureVariants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newVariants"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["variants"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    patchEnvironmentsFeatureVariants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                environment: string;
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["jsonPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["variants"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addFavoriteFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeFavoriteFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureLifecycle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["featureLifecycle"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    complete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureLifecycleCompletion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    uncomplete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createFeatureLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newFeatureLink"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateFeatureLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                linkId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newFeatureLink"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteFeatureLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                linkId: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    listParentVariantOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    listParentOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFeatureVariants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["variants"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    overwriteFeatureVariantsOnEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["variantsBatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["variants"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectFlagCreators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectFlagCreators"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setRolesForGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: number;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["rolesInProject"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeGroupAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: number;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectHealthReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectHealthReport"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectInsights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectInsights"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectOverview: {
        parameters: {
            query?: {
                /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
                asOf?: string;
            };
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectOverview"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPersonas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["personas"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createPersona: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPersona"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["persona"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPersona: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personaId: number;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["persona"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updatePersona: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personaId: number;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPersona"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["persona"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deletePersona: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personaId: number;
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    reviveFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["featureNames"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getOutdatedProjectSdks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["outdatedSdks"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateProjectEnterpriseSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["projectSettings"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    staleFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["staleFeatures"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProjectStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["projectStatus"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    addTagToFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["bulkTagChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setRolesForUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["rolesInProject"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeUserAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    archiveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    reviveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getRoleProjectAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["roleUsage"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["projectId"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProposableActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["proposableActions"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    recordUiError: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["interfaceError"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["roles"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newRole"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["changedRole"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getRoleById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["roleWithPermissions"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["roleUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["changedRole"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newRole"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getScimSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scimSettings"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setScimSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["scimSettingsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scimSettings"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    generateScimToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scimToken"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    searchEvents: {
        parameters: {
            query?: {
                /** @description Ids of users: IS:a or IS_ANY_OF:a,b */
                createdBy?: string;
                /** @description Environments: IS:a or IS_ANY_OF:a,b */
                environment?: string;
                /** @description Flags: IS:a or IS_ANY_OF:a,b */
                feature?: string;
                /** @description First day, in UTC, as IS:YYYY-MM-DD */
                from?: string;
                /** @description Changes: IS:a or IS_ANY_OF:a,b */
                groupId?: string;
                /** @description Ids of events: IS:a or IS_ANY_OF:a,b */
                id?: string;
                /** @description How many at most, up to 1000; anything else means the default of 50 */
                limit?: string;
                /** @description How many to leave out first. Default: 0 */
                offset?: string;
                /** @description Projects: IS:a or IS_ANY_OF:a,b */
                project?: string;
                /** @description Text in the type, flag, project, environment or author */
                query?: string;
                /** @description Last day, in UTC, as IS:YYYY-MM-DD */
                to?: string;
                /** @description Types of events: IS:a or IS_ANY_OF:a,b */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["foundEvents"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    searchFeatures: {
        parameters: {
            query?: {
                /** @description Archived flags instead of the others: IS:true or IS:false */
                archived?: string;
                /** @description When it was created, in UTC: IS_BEFORE:YYYY-MM-DD or IS_ON_OR_AFTER:YYYY-MM-DD */
                createdAt?: string;
                /** @description Ids of users: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                createdBy?: string;
                /** @description Favourites of yours: IS:true or IS:false */
                favorite?: string;
                /** @description Favourites of yours before all others */
                favoritesFirst?: boolean;
                /** @description When it was last used anywhere, in UTC: IS_BEFORE:YYYY-MM-DD or IS_ON_OR_AFTER:YYYY-MM-DD */
                lastSeenAt?: string;
                /** @description Stages: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                lifecycle?: string;
                /** @description How many at most, up to 1000; anything else means the default of 50 */
                limit?: string;
                /** @description Names of flags: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                name?: string;
                /** @description How many to leave out first. Default: 0 */
                offset?: string;
                /** @description Owners, as user:5 or group:3, or nobody: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                owner?: string;
                /** @description Projects: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                project?: string;
                /** @description Text in the name, the description or a tag (type:value); of several words between commas, one is enough */
                query?: string;
                /** @description Names of segments: INCLUDE:a, DO_NOT_INCLUDE:a, INCLUDE_ALL_OF:a,b, INCLUDE_ANY_OF:a,b, EXCLUDE_IF_ANY_OF:a,b or EXCLUDE_ALL:a,b */
                segment?: string;
                /** @description name, type, createdAt, lastSeenAt, favorite or environment:<name>; anything else means createdAt */
                sortBy?: string;
                sortOrder?: "asc" | "desc";
                /** @description active, stale, potentially-stale: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                state?: string;
                /** @description environment:enabled or environment:disabled; of several, one is enough */
                status?: string[];
                /** @description environment:enabled or environment:disabled; of several, one is enough */
                "status[]"?: string[];
                /** @description Tags, as type:value: INCLUDE:a, DO_NOT_INCLUDE:a, INCLUDE_ALL_OF:a,b, INCLUDE_ANY_OF:a,b, EXCLUDE_IF_ANY_OF:a,b or EXCLUDE_ALL:a,b */
                tag?: string;
                /** @description Types: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["foundFeatures"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSegments: {
        parameters: {
            query?: {
                /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
                asOf?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["segments"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newSegment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["segment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: {
                /** @description The moment to answer for: a revision (the id of an event), or an ISO 8601 instant with its zone. Default: now */
                asOf?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["segment"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newSegment"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getStrategiesBySegmentId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["segmentStrategies"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateFeatureStrategySegments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["strategySegments"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["strategySegments"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSegmentsByStrategyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                strategyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["segments"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["segmentName"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getServiceAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["serviceAccounts"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newServiceAccount"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["serviceAccount"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["serviceAccountUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["serviceAccount"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getServiceAccountTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["personalTokens"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createServiceAccountToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPersonalToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["createdPersonalToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteServiceAccountToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                tokenId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateSplashSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["splash"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAllStrategies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["strategyTypes"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newStrategyType"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["strategyType"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                strategyName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["strategyType"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                strategyName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["strategyTypeUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    removeStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                strategyName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deprecateStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                strategyName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    reactivateStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                strategyName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTagTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tagTypes"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createTagType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newTagType"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tagType"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTagType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tagTypeWithVersion"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateTagType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tagTypeUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteTagType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateTagType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newTagType"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["validTagType"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tags"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newTag"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tagWithVersion"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTagsByType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tags"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tagWithVersion"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTelemetrySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["telemetrySettings"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getTrafficSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["trafficSettings"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setTrafficSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newTrafficSettings"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUiConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["interfaceConfiguration"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setUiConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["frontendSettings"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    setCors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["frontendApiOrigins"];
            };
        };
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["currentUser"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["users"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newUser"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["userUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    changeUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUserIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["userIdentities"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    forgetUserIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUserPermissions: {
        parameters: {
            query?: {
                environment?: string;
                project?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["permissionOverview"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["userSessions"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                sessionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUserPats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["personalTokens"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteUserPat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                tokenId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getBaseUsersAndGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["accessCandidates"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAdminCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["administratorCount"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getInactiveUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["inactiveUsers"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteInactiveUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["userIds"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    resetUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["resetLinkFor"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["resetLink"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteScimUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    searchUsers: {
        parameters: {
            query?: {
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["foundUsers"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    changeMyPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ownPassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["profile"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getUserRoles: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ownRoles"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["userSessions"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getPats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["personalTokens"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    createPat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["newPersonalToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["createdPersonalToken"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    deletePat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    whatIf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["whatIf"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["whatIfAnswer"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getDelta: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["clientDelta"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    edgeHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getAllClientFeatures: {
        parameters: {
            query?: {
                /** @description Ignored: the token decides */
                environment?: string;
                namePrefix?: string;
                /** @description Only what the token allows */
                project?: string[];
                /** @description type:value; flags with one of them */
                tag?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["clientFeatures"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getClientFeature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                featureName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["clientFeatures"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    registerClientMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["clientMetrics"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    clientBulkMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["bulkMetrics"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    registerEdge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["edgeReport"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    registerClientApplication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["clientRegistration"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getClientStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFrontendFeatures: {
        parameters: {
            query?: {
                appName?: string;
                remoteAddress?: string;
                sessionId?: string;
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["frontendApiFeatures"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getFrontendFeaturesByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    context?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["frontendApiFeatures"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    registerFrontendMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["clientMetrics"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    registerFrontendClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["clientRegistration"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["signInMethods"];
                };
            };
        };
    };
    oidcCallback: {
        parameters: {
            query?: {
                code?: string;
                error?: string;
                error_description?: string;
                iss?: string;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    oidcLogin: {
        parameters: {
            query?: {
                /** @description The page to come back to: a path below that of the service */
                returnTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["passwordByLink"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    sendResetPasswordEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["resetMailFor"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description This way in is switched off */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validateToken: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["userOfResetLink"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validatePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["passwordToCheck"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    samlCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["samlAnswer"];
            };
        };
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    samlFinish: {
        parameters: {
            query: {
                ticket: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    samlLogin: {
        parameters: {
            query?: {
                /** @description The page to come back to: a path below that of the service */
                returnTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    samlSignedOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    samlSignedOutByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["samlAnswer"];
            };
        };
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getSamlMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/samlmetadata+xml": string;
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["login"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["signedInUser"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description This way in is switched off */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    edgeCreateOrReturnTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tokensToIssue"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["validatedEdgeTokens"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getValidTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tokensToValidate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["validatedEdgeTokens"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["health"];
                };
            };
        };
    };
    addPublicSignupTokenUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["signup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    validatePublicSignupToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["signedOut"];
                };
            };
            /** @description Success */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["signedOut"];
                };
            };
        };
    };
    ofrepEvaluateFlags: {
        parameters: {
            query?: {
                /** @description What the stream said there is now */
                flagConfigEtag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ofrepEvaluationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ofrepBulkEvaluation"];
                };
            };
            /** @description Not changed since the revision the caller has */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    ofrepEvaluateFlag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ofrepEvaluationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ofrepEvaluation"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    ofrepStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                streamKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getOpenFeatureManifest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["openFeatureManifest"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["error"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["health"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["health"];
                };
            };
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                /** @description At most 200 */
                count?: number;
                /** @description E.g. members */
                excludedAttributes?: string;
                /** @description E.g. userName eq "ed@example.com" */
                filter?: string;
                /** @description From 1 */
                startIndex?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimGroups"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    createScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["scimGroupInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimGroup"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description At most 200 */
                count?: number;
                /** @description E.g. members */
                excludedAttributes?: string;
                /** @description E.g. userName eq "ed@example.com" */
                filter?: string;
                /** @description From 1 */
                startIndex?: number;
            };
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimGroup"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["scimGroupInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimGroup"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    patchScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["scimPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimGroup"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimResourceTypes"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    listScimSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimSchemas"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    getScimServiceProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimServiceProviderConfig"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    listScimUsers: {
        parameters: {
            query?: {
                /** @description At most 200 */
                count?: number;
                /** @description E.g. members */
                excludedAttributes?: string;
                /** @description E.g. userName eq "ed@example.com" */
                filter?: string;
                /** @description From 1 */
                startIndex?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimUsers"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    createScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["scimUserInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimUser"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    getScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimUser"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    replaceScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["scimUserInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimUser"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
    patchScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scimId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["scimPatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["scimUser"];
                };
            };
            /** @description The request breaks a rule; the message says which */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Authorization is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The credentials are valid but do not allow this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description There is no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request conflicts with what exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description The content type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
            /** @description Not now: maintenance, or not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["error"];
                };
            };
        };
    };
}
