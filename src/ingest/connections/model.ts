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

/** Available even without a connection. */
const serviceMembers = {
  pluginId: id(),
  requiresOauth: boolean({ description: 'There is no other way to connect' }),
  oauthConfigured: boolean({ description: 'Whether this server is registered at the service' }),
  capabilities: Capabilities,
  signIn: oneOf(signInKinds, {
    description:
      '`token`: an access token is pasted; `password`: name and password; `redirect`: at the pages of the service; `none`: nothing is needed',
  }),
  tokenSource: nullable(
    shape({
      clientUrl: anyText({ description: 'Page on which you register a client' }),
      redirectUrl: anyText({ description: 'What to enter there' }),
      tokenUrl: anyText({ description: 'Page that shows the token for `{clientId}`' }),
    }),
  ),
  countsVolumes: boolean({ description: 'Whether volumes are synchronized' }),
  description: nullable(anyText()),
  userSetupInstructions: nullable(anyText()),
  userConfigSchema: nullable(ConfigSchemaView, { description: 'Settings of a plugin' }),
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
  pluginType: anyText({ description: '`builtin`, or `user`: a plugin' }),
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
  accessToken: optional(text(5000, { description: 'If `signIn` is `token`' })),
  username: optional(text(500, { description: 'If `signIn` is `password`' })),
  password: optional(text(500, { description: 'Exchanged for a token and never stored' })),
})
export type CredentialsBody = Static<typeof CredentialsBody>

export const ConfigBody = named('UserPluginConfig', {
  config: record(unknown(), {
    description:
      'Changes the named settings; null resets one. `excludedLibraryIds`, `excludedSeriesIds` and `excludeAdult` keep works out of the sync, and `recommendations` has works recommended. Others are those of the plugin.',
  }),
})
export type ConfigBody = Static<typeof ConfigBody>

export const OauthStartView = named('OauthStart', {
  redirectUrl: anyText({ description: 'Page of the service that the browser opens' }),
})

export const OauthCallbackQuery = shape(
  {
    code: optional(anyText({ description: 'From the service; exchanged for its tokens' })),
    state: optional(anyText({ description: 'Names the sign-in that began here' })),
    error: optional(anyText({ description: 'Why the service refused the sign-in' })),
  },
  { additionalProperties: true },
)

export const SyncModeBody = named('SyncMode', { auto: boolean() })

export const ServiceParams = shape({ plugin_id: id() })
