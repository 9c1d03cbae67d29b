/** Requests a user's account from a plugin, using the user's credentials. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { Message } from '../../../platform/messages/message'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import type { ProgramOwner } from '../../plugins/programs/plugin-programs'
import type { UserPlugin } from '../../plugins/usable-plugin'
import { readId, readLine, readObject } from '../../providers/text/read-json'
import { openTokens } from '../connection-tokens'
import { pickPluginConfig } from '../connection-config'
import { connectionMessages } from '../messages'
import type { CredentialsBody } from '../model'
import type { ConnectionRow } from '../services/connected-service'
import type { ServiceAccount, Tokens } from '../services/list-service'
import { invalidBody } from '../../../platform/http/validation'

/** Placeholder for plugins that have no accounts. */
const noAccount: ServiceAccount = { id: 'none', name: '' }

interface Given {
  plugin: UserPlugin
  newId: string
  credentials: CredentialsBody
}

const refuse = (message: Message) => invalidBody('accessToken', message)

export async function signInAtPlugin(
  { userId }: Viewer,
  { plugin, newId, credentials }: Given,
): Promise<{ tokens: Tokens; account: ServiceAccount }> {
  const accessToken = credentials.accessToken?.trim() ?? ''
  const service = { service: plugin.displayName }
  if (plugin.needsCredentials && accessToken === '') {
    throw refuse(connectionMessages.token_needed(service))
  }
  const owner = buildOwner(plugin, { id: newId, userId, config: {}, accessToken })
  try {
    const account = await getPluginAccount(plugin, owner)
    return { tokens: { accessToken, refreshToken: null, expiresAt: null }, account }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
    throw refuse(connectionMessages.refused(service))
  }
}

interface OwnerOf {
  id: string
  userId: string
  config: ConnectionRow['config']
  accessToken: string
}

/** Passes the user's token to the plugin, also under the name of each required credential. */
function buildOwner(
  { manifest }: UserPlugin,
  { id, userId, config, accessToken }: OwnerOf,
): ProgramOwner {
  const named = manifest.requiredCredentials.filter(({ required }) => required)
  const keys = ['access_token', ...named.map(({ key }) => key)]
  const credentials =
    accessToken === '' ? {} : Object.fromEntries(keys.map((key) => [key, accessToken]))
  return { id, userId, config: pickPluginConfig(config), credentials }
}

/** Builds the program owner for a connection, with its unsealed tokens. */
export async function openOwner(
  ctx: Context,
  plugin: UserPlugin,
  { id, userId, config, sealedTokens }: ConnectionRow,
): Promise<ProgramOwner> {
  const { accessToken } =
    sealedTokens === null ? { accessToken: '' } : await openTokens(ctx, { id, sealedTokens })
  return buildOwner(plugin, { id, userId, config, accessToken })
}

export async function getPluginAccount(
  plugin: UserPlugin,
  owner: ProgramOwner,
  signal?: AbortSignal,
): Promise<ServiceAccount> {
  if (!plugin.capabilities.userReadSync) return noAccount
  const answer = readObject(
    await plugin.ask({ method: 'sync/getUserInfo', params: {}, owner, signal }),
  )
  const id = readId(answer['externalId'])
  if (id === undefined) {
    const message = connectionMessages.no_account({ service: plugin.displayName })
    throw new ProviderError(plugin.name, { code: 'broken', message })
  }
  return { id, name: readLine(answer['username']) ?? id }
}
