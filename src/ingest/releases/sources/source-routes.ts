import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import {
  ApplicabilityQuery,
  ApplicabilityView,
  PollAllView,
  PollView,
  SourceBody,
  SourcePatch,
  SourceResetView,
  SourcesResetView,
  SourcesView,
  SourceView,
} from '../model'
import {
  createSource,
  deleteSource,
  getApplicability,
  listSources,
  pollAllNow,
  pollNow,
  resetAllSources,
  resetSource,
  updateSource,
} from './sources'

export const releaseSourceRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/release-sources' })
    .use(listRoutes(ctx))
    .use(editRoutes(ctx))
    .use(pollRoutes(ctx))

const tags = ['Releases']

const listRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get('', () => listSources(ctx), {
      can: 'plugins:manage',
      response: SourcesView,
      detail: {
        summary: 'List release sources',
        description:
          'Returns at most 1,000 sources: MangaUpdates, feeds, and sources from plugins.',
      },
    })

    .get('/applicability', ({ viewer }) => getApplicability(ctx, viewer), {
      can: 'series:read',
      query: ApplicabilityQuery,
      response: ApplicabilityView,
      detail: { summary: 'Check whether any release source is enabled' },
    })

const editRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '',
      async ({ viewer, body, status }) => status(201, await createSource(ctx, viewer, body)),
      {
        can: 'plugins:manage',
        body: SourceBody,
        response: { 201: SourceView },
        detail: { summary: 'Add an RSS or Atom feed as a release source' },
      },
    )

    .patch('/:id', ({ viewer, params, body }) => updateSource(ctx, viewer, params.id, body), {
      can: 'plugins:manage',
      params: ByIdParams,
      body: SourcePatch,
      response: SourceView,
      detail: {
        summary: 'Change a release source',
        description: 'If the schedule is null, the default of every six hours applies.',
      },
    })

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteSource(ctx, viewer, params.id)),
      {
        can: 'plugins:manage',
        params: ByIdParams,
        response: NoContent,
        detail: { summary: 'Remove a feed and its releases' },
      },
    )

const pollRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post('/poll-now-all', async ({ status }) => status(202, await pollAllNow(ctx)), {
      can: 'plugins:manage',
      response: { 202: PollAllView },
      detail: { summary: 'Poll all release sources now' },
    })

    .post('/reset-all', () => resetAllSources(ctx), {
      can: 'plugins:manage',
      response: SourcesResetView,
      detail: { summary: 'Delete the releases from all sources' },
    })

    .post(
      '/:id/poll-now',
      async ({ params, status }) => status(202, await pollNow(ctx, params.id)),
      {
        can: 'plugins:manage',
        params: ByIdParams,
        response: { 202: PollView },
        detail: {
          summary: 'Poll a release source now',
          description: 'Returns 409 if the source is already being polled.',
        },
      },
    )

    .post('/:id/reset', ({ params }) => resetSource(ctx, params.id), {
      can: 'plugins:manage',
      params: ByIdParams,
      response: SourceResetView,
      detail: {
        summary: 'Delete the releases from a release source',
        description: 'Releases with the same numbers from other sources are kept.',
      },
    })
