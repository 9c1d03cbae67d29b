import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { StrategiesBody } from '../../catalog/libraries/model'
import { guard } from '../../accounts/permissions/guard'
import { manualGroupingRoutes } from './by-hand/routes'
import { NamingPreview, NamingPreviews, ParseView, RuleToPreview } from './model'
import { explainBook } from './explain-book'
import { previewRule, previewStrategies } from './naming-preview'

export const groupingRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Naming'] })
    .use(guard(ctx))
    .use(manualGroupingRoutes(ctx))

    .post(
      '/libraries/:id/strategies/preview',
      ({ viewer, params, body, request: { signal } }) =>
        previewStrategies(ctx, viewer, params.id, { ...body, signal }),
      {
        can: 'libraries:write',
        params: ByIdParams,
        body: StrategiesBody,
        response: NamingPreview,
        detail: {
          summary: 'Preview changes to the naming strategies of a library',
          description:
            'Nothing is stored. Omitted fields keep their value. To apply the changes, send the same body to the library with PATCH.',
        },
      },
    )

    .post(
      '/name-rules/preview',
      ({ viewer, body, request: { signal } }) => previewRule(ctx, viewer, { ...body, signal }),
      {
        can: 'libraries:write',
        body: RuleToPreview,
        response: NamingPreviews,
        detail: {
          summary: 'Preview a parsing rule',
          description: 'Nothing is stored. Returns one preview per affected library.',
        },
      },
    )

    .get('/books/:id/parse', ({ viewer, params }) => explainBook(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: ParseView,
      detail: {
        summary: 'Explain the naming of a book',
        description: 'Shows which rule produced each value of the book and its series.',
      },
    })
