import {
  anyText,
  boolean,
  freeForm,
  id,
  instant,
  list,
  named,
  nullable,
  oneOf,
  optional,
  record,
  shape,
  type Static,
  text,
  unknown,
} from '../../platform/http/shapes'
import { MessageView } from '../../platform/http/message-shapes'
import { ConfigSchemaView } from '../plugins/model'

const Capabilities = named('UserPluginCapabilities', {
  readSync: boolean(),
  userRecommendationProvider: boolean(),
  wantsDetailedProgress: boolean(),
  wantsFullMetadata: boolean(),
})

const signInKinds = ['token', 'password', 'redirect', 'none'] as const

/** Members that exist even without a connection. */
const serviceMembers = {
  pluginId: id(),
  requiresOauth: boolean({ description: 'Whether OAuth is the only way to connect' }),
  oauthConfigured: boolean({ description: 'Whether this server is registered with the service' }),
  capabilities: Capabilities,
  signIn: oneOf(signInKinds, {
    description:
      "How to connect. `token`: paste an access token; `password`: username and password; `redirect`: sign in on the service's website; `none`: nothing is needed",
  }),
  tokenSource: nullable(
    shape({
      clientUrl: anyText({ description: 'URL of the page for registering a client' }),
      redirectUrl: anyText({ description: 'Redirect URL to enter on that page' }),
      tokenUrl: anyText({ description: 'URL of the page that shows the token for `{clientId}`' }),
    }),
  ),
  countsVolumes: boolean({ description: 'Whether volumes are synchronized' }),
  description: nullable(anyText()),
  userSetupInstructions: nullable(anyText()),
  userConfigSchema: nullable(ConfigSchemaView, {
    description: 'Schema of the settings of a plugin',
  }),
}

const AvailableServiceView = named('AvailableUserPlugin', {
  ...serviceMembers,
  name: anyText(),
  displayName: anyText(),
})

export const ConnectionView = named('UserPlugin', {
  ...serviceMembers,
  id: id(),
  pluginName: anyText(),
  pluginDisplayName: anyText(),
  pluginType: anyText({ description: '`builtin`, or `user` for a plugin' }),
  enabled: boolean(),
  connected: boolean(),
  requiresAuth: boolean(),
  healthStatus: oneOf(['healthy', 'unhealthy', 'unknown']),
  lastError: nullable(MessageView),
  config: freeForm(),
  autoSync: boolean(),
  externalUsername: nullable(anyText()),
  lastSyncAt: nullable(instant()),
  lastSuccessAt: nullable(instant()),
  createdAt: instant(),
})
export type ConnectionView = Static<typeof ConnectionView>

export const ConnectionsView = named('UserPlugins', {
  enabled: list(ConnectionView),
  available: list(AvailableServiceView),
})
export type ConnectionsView = Static<typeof ConnectionsView>

export const CredentialsBody = named('UserPluginCredentials', {
  accessToken: optional(
    text(5000, { description: 'Access token; required if `signIn` is `token`' }),
  ),
  username: optional(text(500, { description: 'Username; required if `signIn` is `password`' })),
  password: optional(
    text(500, { description: 'Password, which is exchanged for a token and never stored' }),
  ),
})
export type CredentialsBody = Static<typeof CredentialsBody>

export const ConfigBody = named('UserPluginConfigUpdate', {
  config: record(unknown(), {
    description:
      'Settings to change; omitted settings keep their value, and null resets a setting. `excludedLibraryIds`, `excludedSeriesIds` and `excludeAdult` exclude works from syncing, `syncScores` and `syncNotes` sync your ratings and notes of series (off by default), and `recommendations` turns on recommendations from the service. All others are settings of the plugin.',
  }),
})
export type ConfigBody = Static<typeof ConfigBody>

export const OauthStartView = named('OauthStart', {
  redirectUrl: anyText({ description: 'Page of the service to open in the browser' }),
})

export const OauthCallbackQuery = shape(
  {
    code: optional(
      anyText({
        description: 'Authorization code from the service, which is exchanged for tokens',
      }),
    ),
    state: optional(anyText({ description: 'Value that identifies the connection attempt' })),
    error: optional(anyText({ description: 'Reason why the service refused the sign-in' })),
  },
  { additionalProperties: true },
)

export const SyncModeBody = named('SyncMode', { auto: boolean() })

export const ServiceParams = shape({ plugin_id: id() })
