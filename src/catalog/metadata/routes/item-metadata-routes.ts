/** Routes for the metadata that series and books have in common. */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { requireMatch, requireMatchOfJson } from '../../../platform/http/responses/etag'
import { ByIdParams } from '../../../platform/http/shapes'
import type { RoutedMetadata, TaggedView } from './routed-metadata'

export const itemMetadataRoutes = (ctx: Context, routed: RoutedMetadata) => (app: AnyElysia) =>
  app
    .use(readRoutes(ctx, routed))
    .use(fieldRoutes(ctx, routed))
    .use(lockRoutes(ctx, routed))
    .use(wholeRoutes(ctx, routed))
    .use(resetRoutes(ctx, routed))

const router = (ctx: Context, { path, noun }: RoutedMetadata) => {
  const tag = noun === 'series' ? 'Series metadata' : 'Book metadata'
  return new Elysia({ prefix: path, tags: [tag] }).use(guard(ctx))
}

interface Answer {
  headers: Record<string, string | number | string[] | undefined>
}

async function sendTagged(set: Answer, found: Promise<TaggedView>) {
  const { tag, view } = await found
  set.headers['etag'] = tag
  return view
}

const buildPrecondition = (request: Request) => (tag: string) => requireMatch(request, tag)

const readRoutes = (ctx: Context, routed: RoutedMetadata) => {
  const { noun, read, schemas, notes } = routed
  const options = { can: read, params: ByIdParams } as const
  return router(ctx, routed)
    .get('', ({ viewer, params, set }) => sendTagged(set, routed.get(ctx, viewer, params.id)), {
      ...options,
      response: schemas.View,
      detail: { summary: `Get the metadata of a ${noun}`, description: notes.get },
    })
    .get('/sources', ({ viewer, params }) => routed.getSources(ctx, viewer, params.id), {
      ...options,
      response: schemas.SourcesView,
      detail: {
        summary: `Get the sources of a ${noun === 'series' ? "series'" : "book's"} metadata`,
        description: notes.getSources,
      },
    })
}

const fieldRoutes = (ctx: Context, routed: RoutedMetadata) => {
  const { noun, write, schemas, notes } = routed
  const options = {
    can: write,
    params: ByIdParams,
    body: schemas.Edit,
    response: schemas.View,
  } as const
  return router(ctx, routed)
    .put(
      '',
      ({ viewer, params, body, request, set }) => {
        const edit = { edit: body, precondition: buildPrecondition(request) }
        return sendTagged(set, routed.replace(ctx, viewer, params.id, edit))
      },
      {
        ...options,
        detail: {
          [supportsIfMatch]: true,
          summary: `Replace the metadata of a ${noun}`,
          description: notes.replace,
        },
      },
    )
    .patch(
      '',
      ({ viewer, params, body, request, set }) => {
        const edit = { edit: body, precondition: buildPrecondition(request) }
        return sendTagged(set, routed.update(ctx, viewer, params.id, edit))
      },
      {
        ...options,
        detail: {
          [supportsIfMatch]: true,
          summary: `Update the metadata of a ${noun}`,
          description: notes.update,
        },
      },
    )
}

const lockRoutes = (ctx: Context, routed: RoutedMetadata) => {
  const { noun, read, write, schemas, notes } = routed
  return router(ctx, routed)
    .get('/locks', ({ viewer, params }) => routed.getLocks(ctx, viewer, params.id), {
      can: read,
      params: ByIdParams,
      response: schemas.LocksView,
      detail: { summary: `Get the locks of a ${noun}`, description: notes.getLocks },
    })
    .put(
      '/locks',
      ({ viewer, params, body, request }) => {
        const check = (locks: object) => requireMatchOfJson(request, locks)
        return routed.setLocks(ctx, viewer, params.id, { wanted: body, check })
      },
      {
        can: write,
        params: ByIdParams,
        body: schemas.LocksEdit,
        response: schemas.LocksView,
        detail: {
          [supportsIfMatch]: true,
          summary: `Update the locks of a ${noun}`,
          description: notes.setLocks,
        },
      },
    )
}

const wholeRoutes = (ctx: Context, routed: RoutedMetadata) => {
  const { noun, write, schemas, notes } = routed
  return router(ctx, routed).post(
    '/edit',
    ({ viewer, params, body, request, set }) => {
      const edit = { edit: body, precondition: buildPrecondition(request) }
      return sendTagged(set, routed.editWhole(ctx, viewer, params.id, edit))
    },
    {
      can: write,
      params: ByIdParams,
      body: schemas.WholeEdit,
      response: schemas.View,
      detail: {
        [supportsIfMatch]: true,
        summary: `Edit a ${noun} in one request`,
        operationId: noun === 'series' ? 'editWholeSeries' : 'editWholeBook',
        description: notes.editWhole,
      },
    },
  )
}

const resetRoutes = (ctx: Context, routed: RoutedMetadata) => {
  const { noun, write, schemas, notes, resetId } = routed
  const options = { can: write, params: ByIdParams, response: schemas.View } as const
  return router(ctx, routed)
    .delete(
      '',
      ({ viewer, params, request, set }) => {
        const precondition = buildPrecondition(request)
        return sendTagged(set, routed.reset(ctx, viewer, params.id, { precondition }))
      },
      {
        ...options,
        detail: {
          [supportsIfMatch]: true,
          summary: `Reset the metadata of a ${noun}`,
          description: notes.resetAll,
        },
      },
    )
    .post(
      '/reset',
      ({ viewer, params, body, request, set }) => {
        const fields = { ...(body as object), precondition: buildPrecondition(request) }
        return sendTagged(set, routed.reset(ctx, viewer, params.id, fields))
      },
      {
        ...options,
        body: schemas.ResetBody,
        detail: {
          [supportsIfMatch]: true,
          summary: `Reset metadata fields of a ${noun}`,
          ...(resetId && { operationId: resetId }),
          description: notes.reset,
        },
      },
    )
}
