import { changeRequestConfigRoutes } from '../admin/catalogue/approval-rules/change-request-config.routes.ts';
import { constraintRoutes } from '../admin/catalogue/constraints/constraint.routes.ts';
import { contextFieldRoutes } from '../admin/catalogue/context-fields/context-field.routes.ts';
import { projectContextFieldRoutes } from '../admin/catalogue/context-fields/project-context-field.routes.ts';
import { environmentRoutes } from '../admin/catalogue/environments/environment.routes.ts';
import { flagTypeRoutes } from '../admin/catalogue/flag-types/flag-type.routes.ts';
import { outcomeSettingsRoutes } from '../admin/catalogue/outcomes/outcome-settings.routes.ts';
import { personaRoutes } from '../admin/catalogue/personas/persona.routes.ts';
import { projectRoutes } from '../admin/catalogue/projects/project.routes.ts';
import { projectEnvironmentRoutes } from '../admin/catalogue/projects/project-environment.routes.ts';
import { segmentRoutes } from '../admin/catalogue/segments/segment.routes.ts';
import { strategyTypeRoutes } from '../admin/catalogue/strategy-types/strategy-type.routes.ts';
import { tagTypeRoutes } from '../admin/catalogue/tag-types/tag-type.routes.ts';
import { tagRoutes } from '../admin/catalogue/tags/tag.routes.ts';
import { environmentCloneRoutes } from '../admin/exchange/environment-copy/environment-clone.routes.ts';
import { environmentCopyRoutes } from '../admin/exchange/environment-copy/environment-copy.routes.ts';
import { flagDocumentRoutes } from '../admin/exchange/flag-documents/flag-document.routes.ts';
import { foreignImportRoutes } from '../admin/exchange/foreign-import/foreign-import.routes.ts';
import { gitopsRoutes } from '../admin/exchange/gitops/gitops.routes.ts';
import { importExportRoutes } from '../admin/exchange/import-export/import-export.routes.ts';
import { integrationRoutes } from '../admin/exchange/integrations/integration.routes.ts';
import { migrationRoutes } from '../admin/exchange/migration/migration.routes.ts';
import { dataSourceRoutes } from '../admin/experiments/data-sources/data-source.routes.ts';
import { sourceQueryRoutes } from '../admin/experiments/data-sources/source-query.routes.ts';
import { experimentRoutes } from '../admin/experiments/experiments/experiment.routes.ts';
import { experimentMetricRoutes } from '../admin/experiments/metrics/experiment-metric.routes.ts';
import { experimentPlanRoutes } from '../admin/experiments/planning/experiment-plan.routes.ts';
import { experimentResultRoutes } from '../admin/experiments/results/results.routes.ts';
import { codeReferenceRoutes } from '../admin/flags/code-references/code-reference.routes.ts';
import { dependencyRoutes } from '../admin/flags/dependencies/dependency.routes.ts';
import { favoriteRoutes } from '../admin/flags/favorites/favorite.routes.ts';
import { featureSearchRoutes } from '../admin/flags/feature-search/feature-search.routes.ts';
import { flagLinkRoutes } from '../admin/flags/flag-links/flag-link.routes.ts';
import { flagPolicyRoutes } from '../admin/flags/flag-policies/flag-policy.routes.ts';
import { flagTagRoutes } from '../admin/flags/flag-tags/flag-tag.routes.ts';
import { flagRoutes } from '../admin/flags/flags/flag.routes.ts';
import { flagArchiveRoutes } from '../admin/flags/flags/flag-archive.routes.ts';
import { flagSwitchRoutes } from '../admin/flags/flags/flag-switch.routes.ts';
import { lifecycleRoutes } from '../admin/flags/lifecycle/lifecycle.routes.ts';
import { clientFeaturesAtRoutes } from '../admin/flags/past/client-features.routes.ts';
import { projectRemovalRoutes } from '../admin/flags/project-removal/project-removal.routes.ts';
import { savedViewRoutes } from '../admin/flags/saved-views/saved-view.routes.ts';
import { strategyRoutes } from '../admin/flags/strategies/strategy.routes.ts';
import { strategySegmentRoutes } from '../admin/flags/strategies/strategy-segments.routes.ts';
import { typedFlagRoutes } from '../admin/flags/typed-flags/manifest.routes.ts';
import { variantRoutes } from '../admin/flags/variants/variant.routes.ts';
import { evidenceRoutes } from '../admin/governance/change-requests/evidence/evidence.routes.ts';
import { changeRequestListRoutes } from '../admin/governance/change-requests/list/change-request-list.routes.ts';
import { changeRequestRoutes } from '../admin/governance/change-requests/request/change-request.routes.ts';
import { scheduleRoutes } from '../admin/governance/change-requests/schedules/schedule.routes.ts';
import { compareRoutes } from '../admin/governance/compare/compare.routes.ts';
import { dueWorkRoutes } from '../admin/governance/due-work/due-work.routes.ts';
import { proposalRoutes } from '../admin/governance/proposals/proposal.routes.ts';
import { releaseRehearsalRoutes } from '../admin/governance/release-rehearsal/release-rehearsal.routes.ts';
import { revertRoutes } from '../admin/governance/revert/revert.routes.ts';
import { trafficRoutes } from '../admin/governance/traffic/traffic.routes.ts';
import { whatIfRoutes } from '../admin/governance/what-if/what-if.routes.ts';
import { changeReceiptRoutes } from '../admin/observations/change-receipts/change-receipt.routes.ts';
import { eventRoutes } from '../admin/observations/events/event.routes.ts';
import { feedbackRoutes } from '../admin/observations/feedback/feedback.routes.ts';
import { liveRoutes } from '../admin/observations/live/live.routes.ts';
import { prometheusRoutes } from '../admin/observations/prometheus/prometheus.routes.ts';
import { applicationRoutes } from '../admin/observations/usage/application.routes.ts';
import { usageRoutes } from '../admin/observations/usage/usage.routes.ts';
import { projectApplicationRoutes } from '../admin/overview/applications/project-application.routes.ts';
import { externalSourceRoutes } from '../admin/overview/impact-metrics/external-source/external-source.routes.ts';
import { impactMetricsRoutes } from '../admin/overview/impact-metrics/impact-metrics.routes.ts';
import { metricChartRoutes } from '../admin/overview/impact-metrics/metric-chart.routes.ts';
import { instanceFigureRoutes } from '../admin/overview/insights/instance-figures.routes.ts';
import { commercialRoutes } from '../admin/overview/instance/commercial.routes.ts';
import { instanceRoutes } from '../admin/overview/instance/instance.routes.ts';
import { interfaceErrorRoutes } from '../admin/overview/instance/interface-error.routes.ts';
import { statisticsRoutes } from '../admin/overview/instance/statistics.routes.ts';
import { personalDashboardRoutes } from '../admin/overview/personal-dashboard/personal-dashboard.routes.ts';
import { playgroundRoutes } from '../admin/overview/playground/playground.routes.ts';
import { projectFigureRoutes } from '../admin/overview/project-pages/project-figures.routes.ts';
import { projectListRoutes } from '../admin/overview/project-pages/project-list.routes.ts';
import { releaseOverviewRoutes } from '../admin/releases/overview/release-overview.routes.ts';
import { releasePlanRoutes } from '../admin/releases/plans/plan.routes.ts';
import { planSafeguardRoutes } from '../admin/releases/safeguards/plan-safeguard.routes.ts';
import { safeguardRoutes } from '../admin/releases/safeguards/safeguard.routes.ts';
import { signalRoutes } from '../admin/releases/signals/signal.routes.ts';
import { signalEndpointRoutes } from '../admin/releases/signals/signal-endpoint.routes.ts';
import { releaseTemplateRoutes } from '../admin/releases/templates/template.routes.ts';
import { deliveryRoutes } from '../delivery/delivery.routes.ts';
import type { Route } from '../http/route/route.ts';
import { edgeRoutes } from '../identity/accounts/api-tokens/edge.routes.ts';
import { tokenRoutes } from '../identity/accounts/api-tokens/token.routes.ts';
import { groupRoutes } from '../identity/accounts/groups/group.routes.ts';
import { personalTokenRoutes } from '../identity/accounts/personal-tokens/personal-token.routes.ts';
import { userTokenRoutes } from '../identity/accounts/personal-tokens/user-token.routes.ts';
import { projectAccessRoutes } from '../identity/accounts/project-access/project-access.routes.ts';
import { roleRoutes } from '../identity/accounts/roles/role.routes.ts';
import { secondFactorAdminRoutes } from '../identity/accounts/second-factors/second-factor-admin.routes.ts';
import { serviceAccountRoutes } from '../identity/accounts/service-accounts/service-account.routes.ts';
import { sessionRoutes } from '../identity/accounts/sessions/session.routes.ts';
import { ssoSettingsRoutes } from '../identity/accounts/sso-settings/sso-settings.routes.ts';
import { accessOverviewRoutes } from '../identity/accounts/users/access-overview.routes.ts';
import { passwordRoutes } from '../identity/accounts/users/password.routes.ts';
import { userRoutes } from '../identity/accounts/users/user.routes.ts';
import { userAdminRoutes } from '../identity/accounts/users/user-admin.routes.ts';
import { userIdentityRoutes } from '../identity/accounts/users/user-identity.routes.ts';
import { inviteLinkRoutes } from '../identity/sign-in/invite-links/invite-link.routes.ts';
import { demoRoutes } from '../identity/sign-in/login/demo.routes.ts';
import { loginRoutes } from '../identity/sign-in/login/login.routes.ts';
import { methodRoutes } from '../identity/sign-in/login/methods.routes.ts';
import { oidcRoutes } from '../identity/sign-in/login/oidc/oidc.routes.ts';
import { passwordResetRoutes } from '../identity/sign-in/login/password-reset.routes.ts';
import { samlRoutes } from '../identity/sign-in/login/saml/saml.routes.ts';
import { scimDiscoveryRoutes } from '../identity/sign-in/scim/scim-discovery.routes.ts';
import { scimGroupRoutes } from '../identity/sign-in/scim/scim-group.routes.ts';
import { scimSettingsRoutes } from '../identity/sign-in/scim/scim-settings.routes.ts';
import { scimUserRoutes } from '../identity/sign-in/scim/scim-user.routes.ts';
import { ownSecondFactorRoutes } from '../identity/sign-in/second-factor/own-second-factors.routes.ts';
import { agentsSettingRoutes } from '../mcp/agents-setting.routes.ts';
import { mcpRoutes } from '../mcp/mcp.routes.ts';
import type { Services } from './services.ts';

export const allRoutes = (services: Services): Route[] => [
    ...instanceRoutes(services),
    ...statisticsRoutes(services),
    ...commercialRoutes(services),
    ...instanceFigureRoutes(services),
    ...interfaceErrorRoutes(services),
    ...feedbackRoutes(services),
    ...savedViewRoutes(services),
    ...clientFeaturesAtRoutes(services),
    ...changeReceiptRoutes(services),
    ...compareRoutes(services),
    ...environmentCopyRoutes(services),
    ...revertRoutes(services),
    ...personalDashboardRoutes(services),
    ...loginRoutes(services),
    ...methodRoutes(services),
    ...oidcRoutes(services),
    ...samlRoutes(services),
    ...demoRoutes(services),
    ...passwordResetRoutes(services),
    ...sessionRoutes(services),
    ...secondFactorAdminRoutes(services),
    ...ownSecondFactorRoutes(services),
    ...userRoutes(services),
    ...userAdminRoutes(services),
    ...userIdentityRoutes(services),
    ...passwordRoutes(services),
    ...accessOverviewRoutes(services),
    ...personalTokenRoutes(services),
    ...userTokenRoutes(services),
    ...serviceAccountRoutes(services),
    ...roleRoutes(services),
    ...groupRoutes(services),
    ...projectAccessRoutes(services),
    ...inviteLinkRoutes(services),
    ...ssoSettingsRoutes(services),
    ...scimSettingsRoutes(services),
    ...scimUserRoutes(services),
    ...scimGroupRoutes(services),
    ...scimDiscoveryRoutes(services),
    ...tokenRoutes(services),
    ...edgeRoutes(services),
    ...environmentRoutes(services),
    ...environmentCloneRoutes(services),
    ...flagRoutes(services),
    ...flagSwitchRoutes(services),
    ...flagArchiveRoutes(services),
    ...featureSearchRoutes(services),
    ...lifecycleRoutes(services),
    ...favoriteRoutes(services),
    ...flagLinkRoutes(services),
    ...codeReferenceRoutes(services),
    ...dependencyRoutes(services),
    ...projectListRoutes(services),
    ...projectRoutes(services),
    ...projectRemovalRoutes(services),
    ...projectEnvironmentRoutes(services),
    ...projectFigureRoutes(services),
    ...changeRequestConfigRoutes(services),
    ...scheduleRoutes(services),
    ...dueWorkRoutes(services),
    ...changeRequestListRoutes(services),
    ...changeRequestRoutes(services),
    ...evidenceRoutes(services),
    ...personaRoutes(services),
    ...trafficRoutes(services),
    ...whatIfRoutes(services),
    ...releaseRehearsalRoutes(services),
    ...tagRoutes(services),
    ...tagTypeRoutes(services),
    ...flagTagRoutes(services),
    ...flagTypeRoutes(services),
    ...eventRoutes(services),
    ...liveRoutes(services),
    ...integrationRoutes(services),
    ...importExportRoutes(services),
    ...foreignImportRoutes(services),
    ...migrationRoutes(services),
    ...gitopsRoutes(services),
    ...flagDocumentRoutes(services),
    ...flagPolicyRoutes(services),
    ...typedFlagRoutes(services),
    ...playgroundRoutes(services),
    ...proposalRoutes(services),
    ...strategyRoutes(services),
    ...constraintRoutes(services),
    ...strategyTypeRoutes(services),
    ...variantRoutes(services),
    ...strategySegmentRoutes(services),
    ...segmentRoutes(services),
    ...contextFieldRoutes(services),
    ...projectContextFieldRoutes(services),
    ...usageRoutes(services),
    ...outcomeSettingsRoutes(services),
    ...applicationRoutes(services),
    ...projectApplicationRoutes(services),
    ...impactMetricsRoutes(services),
    ...prometheusRoutes(services),
    ...signalEndpointRoutes(services),
    ...signalRoutes(services),
    ...releaseTemplateRoutes(services),
    ...releasePlanRoutes(services),
    ...releaseOverviewRoutes(services),
    ...metricChartRoutes(services),
    ...safeguardRoutes(services),
    ...dataSourceRoutes(services),
    ...sourceQueryRoutes(services),
    ...experimentMetricRoutes(services),
    ...experimentRoutes(services),
    ...experimentPlanRoutes(services),
    ...experimentResultRoutes(services),
    ...planSafeguardRoutes(services),
    ...externalSourceRoutes(services),
    ...agentsSettingRoutes(services),
    ...mcpRoutes(services),
    ...deliveryRoutes(services),
];
