import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { NameRulePage, NameRulePatch, NameRulesQuery, NameRuleView, NewNameRule } from './model'
import { editRule, createRule, getRule, listRules, deleteRuleAndApply } from './service'

export const correctionRoutes = (ctx: Context) =>
  new Elysia().use(listRoutes(ctx)).use(ruleRoutes(ctx))

const listRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/name-rules', tags: ['Naming'] })
    .use(guard(ctx))

    .get(
      '',
      async ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        const { libraryId } = query
        return createPage(
          { request, set },
          paging,
          await listRules(ctx, viewer, { libraryId, paging }),
        )
      },
      {
        can: 'libraries:write',
        query: NameRulesQuery,
        response: NameRulePage,
        detail: {
          summary: 'List corrections of names',
          description: 'In the order in which they are applied: a later one has the last word.',
        },
      },
    )

    .post(
      '',
      async ({ viewer, body, status }) => status(201, await createRule(ctx, viewer, body)),
      {
        can: 'libraries:write',
        body: NewNameRule,
        response: { 201: NameRuleView },
        detail: {
          summary: 'Correct how names are read',
          description:
            'Kept for ever: it counts at every scan, and at once for the books it is about. What a person edited or locked stays. A value that is corrected goes before what the file says.',
        },
      },
    )

const ruleRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/name-rules', tags: ['Naming'] })
    .use(guard(ctx))

    .get('/:id', ({ viewer, params }) => getRule(ctx, viewer, params.id), {
      can: 'libraries:write',
      params: ByIdParams,
      response: NameRuleView,
      detail: { summary: 'Get a correction', description: 'One rule.' },
    })

    .patch('/:id', ({ viewer, params, body }) => editRule(ctx, viewer, params.id, body), {
      can: 'libraries:write',
      params: ByIdParams,
      body: NameRulePatch,
      response: NameRuleView,
      detail: {
        summary: 'Change a correction',
        description: 'Books that it was about and is no more are read as before.',
      },
    })

    .delete(
      '/:id',
      async ({ viewer, params, set }) => {
        await deleteRuleAndApply(ctx, viewer, params.id)
        set.status = 204
      },
      {
        can: 'libraries:write',
        params: ByIdParams,
        detail: {
          summary: 'Take a correction back',
          description: 'The books it was about are read as before.',
          responses: { 204: { description: 'Done' } },
        },
      },
    )
