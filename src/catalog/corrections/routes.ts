import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { NameRulePage, NameRulePatch, NameRulesQuery, NameRuleView, NewNameRule } from './model'
import { editRule, createRule, getRule, listRules, deleteRuleAndApply } from './service'

export const correctionRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(listRoutes(ctx)).use(ruleRoutes(ctx))

const listRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/name-rules', tags: ['Naming'] })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) => {
        const { libraryId } = query
        return paged(
          { query, request, set },
          listRules(ctx, viewer, { libraryId, paging: parsePaging(query) }),
        )
      },
      {
        can: 'libraries:write',
        query: NameRulesQuery,
        response: NameRulePage,
        detail: {
          summary: 'List parsing rules',
          description:
            'Listed in the order in which they are applied; later rules override earlier ones.',
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
          summary: 'Create a parsing rule',
          description:
            'Takes effect immediately for matching books, and in every later scan. Overrides values from files, but not edited or locked values.',
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
      detail: { summary: 'Get a parsing rule', description: 'Returns a single rule.' },
    })

    .patch('/:id', ({ viewer, params, body }) => editRule(ctx, viewer, params.id, body), {
      can: 'libraries:write',
      params: ByIdParams,
      body: NameRulePatch,
      response: NameRuleView,
      detail: {
        summary: 'Update a parsing rule',
        description: 'Books that no longer match get their original names back.',
      },
    })

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteRuleAndApply(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: ByIdParams,
        detail: {
          summary: 'Delete a parsing rule',
          description: 'Matching books get their original names back.',
          responses: { 204: { description: 'Deleted' } },
        },
      },
    )
