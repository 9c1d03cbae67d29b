import { type AnyElysia, Elysia } from 'elysia'
import { created, noContent } from '../../../platform/http/responses/statuses'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { listFieldGroups } from './field-groups'
import {
  createLibraryJob,
  getLibraryJob,
  listJobsOfLibrary,
  patchLibraryJob,
  removeLibraryJob,
  runJobNow,
  previewLibraryJob,
} from './library-jobs'
import {
  CreateLibraryJobBody,
  DryRunBody,
  DryRunView,
  FieldGroupsView,
  LibraryJobParams,
  LibraryJobsView,
  LibraryJobView,
  LibraryParams,
  PatchLibraryJobBody,
  RunNowView,
} from './refresh-model'

const tags = ['Metadata providers']
const write = { can: 'libraries:write', params: LibraryJobParams } as const

export const refreshRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(libraryJobRoutes(ctx)).use(oneJobRoutes(ctx)).use(fieldGroupRoutes(ctx))

const libraryJobRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/jobs', tags })
    .use(guard(ctx))

    .get('', ({ viewer, params }) => listJobsOfLibrary(ctx, viewer, params.id), {
      can: 'libraries:write',
      params: LibraryParams,
      response: LibraryJobsView,
      detail: { summary: 'List the scheduled jobs for a library' },
    })

    .post(
      '',
      ({ viewer, params, body, set }) =>
        created(set, createLibraryJob(ctx, viewer, params.id, body)),
      {
        can: 'libraries:write',
        params: LibraryParams,
        body: CreateLibraryJobBody,
        response: { 201: LibraryJobView },
        detail: {
          summary: 'Create a scheduled job for a library',
          description:
            'The job refreshes the metadata of series from the providers that already supplied metadata for them. Each run can be undone.',
        },
      },
    )

const oneJobRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/jobs/:job_id', tags })
    .use(guard(ctx))

    .get('', ({ viewer, params }) => getLibraryJob(ctx, viewer, params), {
      ...write,
      response: LibraryJobView,
      detail: { summary: 'Get a scheduled job for a library' },
    })

    .patch('', ({ viewer, params, body }) => patchLibraryJob(ctx, viewer, params, body), {
      ...write,
      body: PatchLibraryJobBody,
      response: LibraryJobView,
      detail: { summary: 'Change a scheduled job for a library' },
    })

    .delete(
      '',
      ({ viewer, params, set }) => noContent(set, removeLibraryJob(ctx, viewer, params)),
      {
        ...write,
        response: NoContent,
        detail: { summary: 'Delete a scheduled job for a library' },
      },
    )

    .post('/run-now', ({ viewer, params }) => runJobNow(ctx, viewer, params), {
      ...write,
      response: RunNowView,
      detail: { summary: 'Run a job for a library now' },
    })

    .post('/dry-run', ({ viewer, params, body }) => previewLibraryJob(ctx, viewer, params, body), {
      ...write,
      body: DryRunBody,
      response: DryRunView,
      detail: {
        summary: 'Preview a job for a library',
        description: 'Queries the providers for a few series and shows what would change.',
      },
    })

const fieldGroupRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))
    .get('/library-jobs/metadata-refresh/field-groups', listFieldGroups, {
      can: 'libraries:write',
      response: FieldGroupsView,
      detail: { summary: 'List the groups of fields that a refresh can change' },
    })
