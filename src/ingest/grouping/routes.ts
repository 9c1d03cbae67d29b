import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { StrategiesBody } from '../../catalog/libraries/model'
import { guard } from '../../accounts/permissions/guard'
import { NamingPreview, NamingPreviews, ParseView, RuleToPreview } from './model'
import { explainBook } from './parse'
import { previewRule, previewStrategies } from './preview'

export const groupingRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Naming'] })
    .use(guard(ctx))

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
          summary: 'See what other strategies would change',
          description:
            'Nothing is stored. What is left out stays as it is. Send the same to PATCH of the library to have it so.',
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
          summary: 'See what a correction would change',
          description: 'Nothing is stored. One answer for each library in which it would count.',
        },
      },
    )

    .get('/books/:id/parse', ({ viewer, params }) => explainBook(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: ParseView,
      detail: {
        summary: 'Explain how the names of a book were read',
        description: 'Which rule gave which value, for the book and for its series.',
      },
    })
