import { beforeAll, expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const ids = (list: { id: number }[]) => list.map(({ id }) => id);

test('requests are listed by project, by author and by flag', async () => {
    const { project, flag, author, owner, base, propose, move } = await protectedProject(app);
    const { name: another } = await app.has.flag({ project });
    const first = (await propose(turnOn(flag), author)).body;
    const list = async (path: string, by: RequestOptions) => ids((await app.get(`${base}${path}`, by)).body);
    await move(first.id, 'In review', author);
    const second = (await propose(turnOn(another), owner)).body;

    expect(await list('', author)).toEqual([first.id]);
    expect(await list('', owner)).toEqual([second.id, first.id]);
    expect(await list('/pending', author)).toEqual([first.id]);
    expect(await list('/open', owner)).toEqual([second.id]);
    expect(await list(`/pending/${flag}`, owner)).toEqual([first.id]);
    expect(await list(`/pending/${another}`, author)).toEqual([]);
    expect(await list('/pending/nothing', author)).toEqual([]);
    const [item] = (await app.get(base, author)).body;
    expect(item).toMatchObject({
        state: 'In review',
        features: [{ name: flag, changes: [{ action: 'updateEnabled' }] }],
    });

    await move(first.id, 'Cancelled', author);
    expect(await list('/pending', author)).toEqual([]);
    expect(await list(`/pending/${flag}`, owner)).toEqual([]);
    expect(await list('', author)).toEqual([first.id]);
});

test('requests are counted by state, and those that the user can act on', async () => {
    const { flag, author, owner, other, base, propose, move } = await protectedProject(app);
    const actionable = async (by: RequestOptions) => (await app.get(`${base}/actionable`, by)).body.total;
    const { id } = (await propose(turnOn(flag), author)).body;
    expect(await actionable(owner)).toBe(0);
    await move(id, 'In review', author);

    expect([await actionable(owner), await actionable(other), await actionable(author)]).toEqual([1, 1, 0]);
    expect((await app.get(`${base}/count`, author)).body).toEqual({
        total: 1,
        approved: 0,
        applied: 0,
        rejected: 0,
        reviewRequired: 1,
        scheduled: 0,
    });
    await move(id, 'Approved', owner);
    expect([await actionable(owner), await actionable(author)]).toEqual([1, 0]);
    await move(id, 'Rejected', other);
    expect(await actionable(owner)).toBe(0);
    expect((await app.get(`${base}/count`, author)).body).toMatchObject({ total: 1, rejected: 1, approved: 0 });
});

test('scheduled requests are found by the objects they affect; without parameters the list is empty', async () => {
    const { project, flag, author, owner, base, propose, move } = await protectedProject(app);
    const strategy = await app.has.strategy({ flag, project, environment: 'production' });
    const { id } = (
        await propose(
            [
                { feature: flag, action: 'updateStrategy', payload: { id: strategy.id, title: 'x' } },
                { feature: flag, action: 'patchVariant', payload: { variants: [] } },
            ],
            author,
        )
    ).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);
    const scheduled = async (query: string) => (await app.get(`${base}/scheduled${query}`)).body;
    expect(await scheduled(`?feature=${flag}`)).toEqual([]);
    await app.services.recordObservation((tx) =>
        tx.updateTable('change_requests').set({ state: 'Scheduled' }).where('id', '=', id).execute(),
    );

    const found = [{ id, environment: 'production', title: `Change request #${id}` }];
    expect(await scheduled(`?feature=other&feature=${flag}`)).toEqual(found);
    expect(await scheduled(`?strategyId=${strategy.id}`)).toEqual(found);
    expect(await scheduled(`?variantForFlag=${flag}`)).toEqual(found);
    expect(await scheduled('')).toEqual([]);
    expect(await scheduled('?strategyId=other&variantForFlag=other')).toEqual([]);
});

test('a search covers all projects, with filters and pages, without drafts of others', async () => {
    const one = await protectedProject(app);
    const two = await protectedProject(app);
    const { author } = one;
    const first = (await one.propose([turnOn(one.flag), addRollout(one.flag, '5')], author)).body.id;
    const second = (await two.propose(turnOn(two.flag), author)).body.id;
    const search = async (query: string, by: RequestOptions = author) =>
        (await app.get(`/api/admin/search/change-requests?${query}`, by)).body;
    const mine = `createdBy=IS:${author.id}`;

    expect(await search(mine)).toMatchObject({
        total: 2,
        changeRequests: [
            { id: second, project: two.project },
            {
                id: first,
                project: one.project,
                environment: 'production',
                state: 'Draft',
                createdBy: { id: author.id },
                features: [one.flag],
                segments: [],
            },
        ],
    });
    expect(await search(mine, one.owner)).toEqual({ changeRequests: [], total: 0 });
    await one.move(first, 'In review', author);
    await app.put(`${one.base}/${first}/approvers`, { reviewers: [one.owner.id] }, author);

    expect(ids((await search(mine, one.owner)).changeRequests)).toEqual([first]);
    expect(ids((await search(`requestedApproverId=IS:${one.owner.id}`)).changeRequests)).toEqual([first]);
    expect(await search(`requestedApproverId=IS:${two.owner.id}`)).toMatchObject({ total: 0 });
    expect(await search(`${mine}&limit=1&offset=1`)).toMatchObject({ total: 2, changeRequests: [{ id: first }] });
    await one.move(first, 'Cancelled', author);
    expect(ids((await search(`${mine}&state=IS:closed`)).changeRequests)).toEqual([first]);
    expect(ids((await search(`${mine}&state=IS:open`)).changeRequests)).toEqual([second]);
    expect(await app.get('/api/admin/search/change-requests?state=open')).toMatchObject({ status: 400 });
    expect(await app.get("/api/admin/search/change-requests?createdBy=IS:1'")).toMatchObject({ status: 400 });
});

test('the inbox lists requests that wait for the user, requested reviews first, and their own requests', async () => {
    const { flag, project, author, owner, base, propose, move } = await protectedProject(app);
    const inbox = async (by: RequestOptions) => (await app.get('/api/admin/change-requests/inbox', by)).body;
    const { id } = (await propose(turnOn(flag), author)).body;
    expect((await inbox(owner)).waitingForMe).toEqual([]);
    expect(ids((await inbox(author)).mine)).toEqual([id]);
    const second = await app.has.user({ projectRoles: { [project]: 'member' } });
    const { id: asked } = (await propose(turnOn(flag), second)).body;
    for (const [request, by] of [
        [id, author],
        [asked, second],
    ] as const)
        await move(request, 'In review', by);
    await app.put(`${base}/${asked}/approvers`, { reviewers: [owner.id] }, second);

    expect((await inbox(owner)).waitingForMe).toMatchObject([
        { id: asked, todo: 'review', isAsked: true },
        { id, todo: 'review', isAsked: false, features: [flag] },
    ]);
    expect((await inbox(author)).waitingForMe).toEqual([]);
    await move(id, 'Approved', owner);
    expect((await inbox(owner)).waitingForMe).toMatchObject([{ id: asked }, { id, todo: 'apply' }]);
});

test('a search for flags lists the open requests that would change them, by environment, without drafts', async () => {
    const { project, flag, author, owner, base, propose, move } = await protectedProject(app);
    const { name: another } = await app.has.flag({ project });
    const shown = async (name = flag) => {
        const { features } = (await app.get(`/api/admin/search/features?project=IS:${project}&query=${name}`)).body;
        const { environments } = features.find((each: { name: string }) => each.name === name);
        return environments.map((each: { changeRequestIds: number[] }) => each.changeRequestIds);
    };
    const { id } = (await propose(turnOn(flag), author)).body;
    expect(await shown()).toEqual([[], []]);
    await move(id, 'In review', author);
    expect(await shown()).toEqual([[], [id]]);

    const { features } = (await propose(turnOn(another), author)).body;
    expect(await shown(another)).toEqual([[], [id]]);
    const change = features.find((each: { name: string }) => each.name === another).changes[0].id;
    await app.put(`${base}/${id}/changes/${change}`, turnOn(flag), author);
    expect(await shown(another)).toEqual([[], []]);
    await move(id, 'Approved', owner);
    expect(await shown()).toEqual([[], [id]]);
    await move(id, 'Cancelled', author);
    expect(await shown()).toEqual([[], []]);
});
