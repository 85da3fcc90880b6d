import { type Step, stepOf } from '../../../changes/change.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import type { Permission } from '../../../core/access/permissions.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import { FEATURE_NAME } from '../../releases/templates/milestone-rules.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../releases/templates/template.commands.ts';
import type { TemplateRow } from '../../releases/templates/template.queries.ts';
import type { StrategyContext } from './desired-strategies.ts';
import type { TemplateDocument } from './file.schemas.ts';
import { areSameMilestones, desiredMilestones, toFileMilestones, writtenMilestones } from './file-milestones.ts';
import type { NameOfSegment } from './file-strategies.ts';
import type { Planned, PlannedDifference, Problem } from './gitops.schemas.ts';

export interface TemplatePlan {
    action: Planned['action'];
    differences: PlannedDifference[];
    problems: Problem[];
    step?: { says: string; step: Step };
}

type TemplateContext = Omit<StrategyContext, 'flag'>;

/** Returns the differences between the file of a release template and the current state. */
export function planTemplate(
    file: TemplateDocument,
    now: TemplateRow | undefined,
    context: TemplateContext,
): TemplatePlan {
    const { template: name, project = now?.project ?? null } = file;
    const { path } = context;
    const refused = (message: string, at = '') => nothing([{ message, path: `${path}${at}` }]);
    if (file.deleted) return now ? deletion(now) : nothing();
    if (now && now.archived_at !== null) {
        return refused(`Release template ${name} was archived, and keeps its name. Use another name.`);
    }
    if (now && now.project !== project) {
        const where = now.project === null ? 'is for all projects' : `belongs to project ${now.project}`;
        return refused(`Release template ${name} ${where}. Keep that, or use another name.`, '/project');
    }
    try {
        return now ? change(file, now, context) : creation(file, project, context);
    } catch (error) {
        // The file contains values that commands refuse, or unknown names.
        if (!(error instanceof HalyardError)) throw error;
        return nothing(error.details.map(({ message, path: at = path }) => ({ message, path: at })));
    }
}

const nothing = (problems: Problem[] = []): TemplatePlan => ({ action: 'none', differences: [], problems });

const milestonesOf = (file: TemplateDocument, now: TemplateRow | undefined, context: TemplateContext) =>
    file.milestones &&
    desiredMilestones(file.milestones, now?.milestones ?? [], {
        ...context,
        flag: FEATURE_NAME,
        path: `${context.path}/milestones`,
    });

function creation(file: TemplateDocument, project: string | null, context: TemplateContext): TemplatePlan {
    const { template: name, description = null } = file;
    const milestones = milestonesOf(file, undefined, context);
    if (!milestones) {
        const message = `Release template ${name} does not exist, and its file has no milestones. Add them.`;
        return nothing([{ message, path: context.path }]);
    }
    const { deleted: _, ...content } = file;
    const input = { name, description, project, milestones: writtenMilestones(milestones) };
    return {
        action: 'create',
        differences: [{ path: [], inFile: content, isObserved: false }],
        problems: [],
        step: {
            says: `create the release template ${name}`,
            step: withPermissionCheck(
                project === null ? ['RELEASE_PLAN_TEMPLATE_CREATE'] : ['UPDATE_PROJECT_RELEASE_TEMPLATE'],
                project,
                stepOf(createTemplate, input),
            ),
        },
    };
}

function change(file: TemplateDocument, now: TemplateRow, context: TemplateContext): TemplatePlan {
    const differences: PlannedDifference[] = [];
    const addDifference = (member: string, onService: unknown, inFile: unknown) =>
        differences.push({ path: [member], onService, inFile, isObserved: false });
    const { description = now.description } = file;
    if (description !== now.description) addDifference('description', now.description, description);
    const milestones = milestonesOf(file, now, context);
    if (milestones && !areSameMilestones(now.milestones, milestones)) {
        addDifference('milestones', toFileMilestones(now.milestones, context.segmentName), file.milestones);
    }
    if (differences.length === 0) return nothing();
    const input = { description, milestones: milestones ? writtenMilestones(milestones) : now.milestones };
    const update = stepOf(updateTemplate, { ...input, id: now.id, project: undefined, name: now.name });
    return {
        action: 'change',
        differences,
        problems: [],
        step: {
            says: `change the release template ${now.name}`,
            step: withPermissionCheck(
                ['RELEASE_PLAN_TEMPLATE_UPDATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
                now.project,
                update,
            ),
        },
    };
}

const deletion = ({ id, name, project }: TemplateRow): TemplatePlan => ({
    action: 'delete',
    differences: [{ path: ['deleted'], onService: false, inFile: true, isObserved: false }],
    problems: [],
    step: {
        says: `delete the release template ${name}`,
        step: withPermissionCheck(
            ['RELEASE_PLAN_TEMPLATE_DELETE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
            project,
            stepOf(deleteTemplate, { id, project: undefined }),
        ),
    },
});

/** Adds the permission check of the direct routes of templates. */
const withPermissionCheck = <Result>(
    permissions: readonly Permission[],
    project: string | null,
    step: Step<Result>,
): Step<Result> => ({
    authorise: async (change) => {
        demandOneOf(change.actor, permissions, project === null ? {} : { project });
        await step.authorise(change);
    },
    run: step.run,
});

/** Returns the complete file of a template. */
export const toTemplateFile = (
    { name, project, description, milestones }: TemplateRow,
    nameOf: NameOfSegment,
): TemplateDocument => ({
    template: name,
    ...(project !== null && { project }),
    ...(description !== null && { description }),
    milestones: toFileMilestones(milestones, nameOf),
});
