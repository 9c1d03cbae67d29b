import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { alsoRefuses } from '../../platform/http/openapi/documented-refusals'
import { ByIdParams } from '../../platform/http/shapes'
import { created, noContent } from '../../platform/http/responses/statuses'
import { installFromRegistry, installUpload } from './install/install-plugin'
import { restorePrevious } from './install/restore-plugin'
import {
  CreatePluginBody,
  FailuresQuery,
  FailuresView,
  HealthView,
  InstallPluginForm,
  LogView,
  PluginPatch,
  PluginStatusView,
  PluginsView,
  PluginTestView,
  PluginView,
  StorageCleanedView,
  StorageParams,
  StoragesView,
  StorageView,
} from './model'
import { deletePluginFiles, getPluginStorage, listPluginStorages } from './files/plugin-files'
import {
  disablePlugin,
  getPlugin,
  getPluginHealth,
  listPlugins,
  removePlugin,
  requirePlugin,
  resetPlugin,
} from './plugins'
import { readProgramLog } from './programs/plugin-programs'
import { changePlugin, enablePlugin, listPluginFailures, testPlugin } from './try-plugin'

export const pluginRoutes = (ctx: Context): AnyElysia =>
  new Elysia({ prefix: '/admin' })
    .use(readRoutes(ctx))
    .use(installRoutes(ctx))
    .use(changeRoutes(ctx))
    .use(storageRoutes(ctx))

const tags = ['Plugins']
const manage = { can: 'plugins:manage', params: ByIdParams } as const

const readRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/plugins', tags })
    .use(guard(ctx))

    .get('', () => listPlugins(ctx), {
      can: 'plugins:manage',
      response: PluginsView,
      detail: {
        summary: 'List plugins',
        description: 'Lists installed plugins and built-in metadata providers.',
      },
    })

    .get('/:id', ({ params }) => getPlugin(ctx, params.id), {
      ...manage,
      response: PluginView,
      detail: { summary: 'Get a plugin' },
    })

    .get('/:id/failures', ({ params, query }) => listPluginFailures(ctx, params.id, query), {
      ...manage,
      query: FailuresQuery,
      response: FailuresView,
      detail: {
        summary: 'List the failures of a plugin',
        description: 'Failures are kept for 30 days.',
        [alsoRefuses]: [409],
      },
    })

    .get('/:id/health', ({ params }) => getPluginHealth(ctx, params.id), {
      ...manage,
      response: HealthView,
      detail: { summary: 'Get the health of a plugin' },
    })

    .get(
      '/:id/log',
      async ({ params }) => {
        await requirePlugin(ctx, params.id)
        return { lines: [...readProgramLog(ctx, params.id)] }
      },
      {
        ...manage,
        response: LogView,
        detail: { summary: 'Get the log of a plugin', [alsoRefuses]: [409] },
      },
    )

const installRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/plugins', tags })
    .use(guard(ctx))

    .post('', ({ viewer, body, set }) => created(set, installFromRegistry(ctx, viewer, body)), {
      can: 'plugins:manage',
      body: CreatePluginBody,
      response: { 201: PluginStatusView },
      detail: {
        summary: 'Install a plugin from the package registry',
        description:
          'Unpacks the package and starts it once. The plugin remains off until you enable it.',
      },
    })

    .post('/install', ({ viewer, body, set }) => created(set, installUpload(ctx, viewer, body)), {
      can: 'plugins:manage',
      body: InstallPluginForm,
      response: { 201: PluginStatusView },
      detail: {
        summary: 'Install a plugin from an archive',
        description:
          'Accepts a package in the format of the registry (.tgz) or the same contents as .zip. Updates the plugin if one with that name is already installed.',
      },
    })

    .post('/:id/restore', ({ viewer, params }) => restorePrevious(ctx, viewer, params.id), {
      ...manage,
      response: PluginStatusView,
      detail: { summary: 'Restore the previous version of a plugin' },
    })

const changeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/plugins', tags })
    .use(guard(ctx))

    .patch('/:id', ({ viewer, params, body }) => changePlugin(ctx, viewer, params.id, body), {
      ...manage,
      body: PluginPatch,
      response: PluginView,
      detail: {
        summary: 'Change a plugin',
        description: 'Omitted fields keep their value.',
      },
    })

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, removePlugin(ctx, viewer, params.id)),
      {
        ...manage,
        response: NoContent,
        detail: {
          summary: 'Remove a plugin',
          description: 'Also deletes its files. Metadata from the plugin is kept.',
        },
      },
    )

    .post('/:id/enable', ({ viewer, params }) => enablePlugin(ctx, viewer, params.id), {
      ...manage,
      response: PluginStatusView,
      detail: { summary: 'Enable a plugin', description: 'A plugin that cannot start stays off.' },
    })

    .post('/:id/disable', ({ viewer, params }) => disablePlugin(ctx, viewer, params.id), {
      ...manage,
      response: PluginStatusView,
      detail: { summary: 'Disable a plugin' },
    })

    .post('/:id/reset', ({ viewer, params }) => resetPlugin(ctx, viewer, params.id), {
      ...manage,
      response: PluginStatusView,
      detail: { summary: 'Clear the failures of a plugin' },
    })

    .post('/:id/test', ({ viewer, params }) => testPlugin(ctx, viewer, params.id), {
      ...manage,
      response: PluginTestView,
      detail: { summary: 'Test whether a plugin works' },
    })

const storageRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/plugin-storage', tags })
    .use(guard(ctx))

    .get('', () => listPluginStorages(ctx), {
      can: 'plugins:manage',
      response: StoragesView,
      detail: {
        summary: 'Get the file count and total size for all plugins',
        operationId: 'countFilesOfPlugins',
      },
    })

    .get('/:name', ({ params }) => getPluginStorage(ctx, params.name), {
      can: 'plugins:manage',
      params: StorageParams,
      response: StorageView,
      detail: {
        summary: 'Get the file count and total size for a plugin',
        operationId: 'countPluginFiles',
      },
    })

    .delete('/:name', ({ viewer, params }) => deletePluginFiles(ctx, viewer, params.name), {
      can: 'plugins:manage',
      params: StorageParams,
      response: StorageCleanedView,
      detail: { summary: 'Delete the files of a plugin' },
    })
