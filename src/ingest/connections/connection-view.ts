/** Connections as represented in the API. */
import type { Context } from '../../context'
import { withText } from '../../platform/messages/message'
import type { ConnectionsView, ConnectionView } from './model'
import { findOauth } from './oauth/oauth-client'
import {
  canRecommend,
  type ConnectedService,
  type Connection,
  type ConnectionRow,
  syncsReading,
} from './services/connected-service'

type ViewContext = Pick<Context, 'config'>

type ServiceMembers = Omit<ConnectionsView['available'][number], 'name' | 'displayName'>

function buildServiceMembers(ctx: ViewContext, service: ConnectedService): ServiceMembers {
  const shared = {
    pluginId: service.id,
    capabilities: {
      readSync: syncsReading(service),
      userRecommendationProvider: canRecommend(service),
      wantsDetailedProgress: false,
      wantsFullMetadata: false,
    },
  }
  if (service.kind === 'plugin') {
    const { manifest, needsCredentials } = service.plugin
    return {
      ...shared,
      description: manifest.description,
      requiresOauth: false,
      oauthConfigured: false,
      signIn: needsCredentials ? 'token' : 'none',
      tokenSource: null,
      countsVolumes: true,
      userSetupInstructions: manifest.userSetupInstructions ?? null,
      userConfigSchema: manifest.userConfigSchema ?? null,
    }
  }
  const { lists } = service
  const isConfigured = findOauth(ctx, lists) !== undefined
  return {
    ...shared,
    description: null,
    requiresOauth: lists.signInKind === 'redirect',
    oauthConfigured: isConfigured,
    signIn: isConfigured ? 'redirect' : lists.signInKind,
    tokenSource: lists.tokenSource,
    countsVolumes: lists.countsVolumes,
    userSetupInstructions: null,
    userConfigSchema: null,
  }
}

export const buildAvailableView = (ctx: ViewContext, service: ConnectedService) => ({
  ...buildServiceMembers(ctx, service),
  name: service.kind === 'plugin' ? service.plugin.name : service.name,
  displayName: service.displayName,
})

export function buildConnectionView(
  ctx: ViewContext,
  { row, service }: Connection,
): ConnectionView {
  const { id, enabled, autoSync, externalUsername, lastSyncAt, lastSuccessAt, createdAt } = row
  const members = buildServiceMembers(ctx, service)
  return {
    ...members,
    id,
    pluginName: service.kind === 'plugin' ? service.plugin.name : service.name,
    pluginDisplayName: service.displayName,
    pluginType: service.kind === 'plugin' ? 'user' : 'builtin',
    enabled,
    connected: isSignedIn(row),
    requiresAuth: members.signIn !== 'none',
    healthStatus: findHealth(row),
    lastError: row.lastError && withText(row.lastError),
    config: { ...row.config },
    autoSync,
    externalUsername,
    lastSyncAt,
    lastSuccessAt,
    createdAt,
  }
}

export const isSignedIn = ({ sealedTokens, needsSignIn }: ConnectionRow) =>
  sealedTokens !== null && !needsSignIn

export function findHealth({ lastError, lastSuccessAt }: ConnectionRow) {
  if (lastError) return 'unhealthy'
  return lastSuccessAt ? 'healthy' : 'unknown'
}
