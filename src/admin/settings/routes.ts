import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { list } from '../../platform/http/shapes'
import {
  BrandingView,
  ConfiguredSettings,
  HistoryQuery,
  PublicSettings,
  SettingBody,
  SettingChangeView,
  SettingParams,
  SettingsBody,
  SettingsQuery,
  SetupSettingsBody,
  SettingView,
} from './model'
import {
  changeSetting,
  changeSettings,
  configureSettings,
  getBranding,
  getSettingView,
  listPublicSettings,
  listSettingChanges,
  listSettings,
  resetSetting,
} from './service'

const can = 'system:admin'
const router = (ctx: Context, prefix: string) =>
  new Elysia({ prefix, tags: ['Settings'] }).use(guard(ctx))

export const settingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(publicRoutes(ctx)).use(setupRoutes(ctx)).use(allRoutes(ctx)).use(itemRoutes(ctx))

const publicRoutes = (ctx: Context) =>
  router(ctx, '/settings')
    .get('/branding', () => getBranding(ctx), {
      response: BrandingView,
      detail: { summary: 'Get the name and color of this server', security: [] },
    })

    .get('/public', () => listPublicSettings(ctx), {
      signedIn: true,
      response: PublicSettings,
      detail: { summary: 'Get settings that concern every user' },
    })

const setupRoutes = (ctx: Context) =>
  router(ctx, '/setup').patch(
    '/settings',
    ({ viewer, body }) => configureSettings(ctx, viewer, body),
    {
      can,
      body: SetupSettingsBody,
      response: ConfiguredSettings,
      detail: {
        summary: 'Set up settings',
        description:
          'For installers, after they have created the first account. The same as `POST /admin/settings/bulk`, with the values by key.',
      },
    },
  )

const allRoutes = (ctx: Context) =>
  router(ctx, '/admin/settings')
    .get('', ({ query }) => listSettings(ctx, query.category), {
      can,
      query: SettingsQuery,
      response: list(SettingView),
      detail: {
        summary: 'List settings that can be changed while the server runs',
        description:
          'Each setting includes the source of its value. A settings file, the environment or the command line overrides values set here.',
      },
    })

    .post('/bulk', ({ viewer, body }) => changeSettings(ctx, viewer, body), {
      can,
      body: SettingsBody,
      response: list(SettingView),
      detail: {
        summary: 'Change several settings',
        description: 'Saves all values or none. They apply immediately in all processes.',
      },
    })

const itemRoutes = (ctx: Context) =>
  router(ctx, '/admin/settings')
    .get('/:key', ({ params }) => getSettingView(ctx, params.key), {
      can,
      params: SettingParams,
      response: SettingView,
      detail: { summary: 'Get a setting' },
    })

    .put('/:key', ({ viewer, params, body }) => changeSetting(ctx, viewer, params.key, body), {
      can,
      params: SettingParams,
      body: SettingBody,
      response: SettingView,
      detail: {
        summary: 'Change a setting',
        description:
          'Applies immediately in all processes. Returns 409 if the setting is read-only.',
      },
    })

    .get(
      '/:key/history',
      ({ params, query }) => listSettingChanges(ctx, params.key, Number(query.limit ?? 50)),
      {
        can,
        params: SettingParams,
        query: HistoryQuery,
        response: list(SettingChangeView),
        detail: {
          summary: 'List changes of a setting',
          description: 'Newest first. Changes are kept as long as the audit log.',
        },
      },
    )

    .post('/:key/reset', ({ viewer, params }) => resetSetting(ctx, viewer, params.key), {
      can,
      params: SettingParams,
      response: SettingView,
      detail: { summary: 'Reset a setting to its default' },
    })
