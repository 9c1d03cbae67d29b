/** Connects users to their accounts at services. */
import type { Viewer } from '../../accounts/permissions/model'
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { Semaphore } from '../../platform/lib/semaphore'
import { forgetOwner } from '../plugins/programs/plugin-owners'
import { endUnusedProgramOf } from '../plugins/programs/plugin-programs'
import type { UserPlugin } from '../plugins/usable-plugin'
import { auditConnection } from './connection-audit'
import { sealTokens } from './connection-tokens'
import { buildConnectionView } from './connection-view'
import { scheduleSync, deleteConnection, isOf, requireService } from './connections'
import { connectionMessages } from './messages'
import type { ConnectionView, CredentialsBody } from './model'
import { signInAtPlugin } from './plugin-lists/plugin-sign-in'
import { connections } from './schema'
import type { ConnectedService } from './services/connected-service'
import type { ServiceAccount, Tokens } from './services/list-service'
import { signInAtService } from './sign-in'

/**
 * Signs in to the service and stores the connection. A wrong token or password does not change
 * anything.
 */
export async function connect(
  ctx: Context,
  viewer: Viewer,
  { pluginId, credentials }: { pluginId: string; credentials: CredentialsBody },
): Promise<ConnectionView> {
  refuseApiKey(viewer, connectionMessages.key_cannot_connect())
  const service = await requireService(ctx, pluginId)
  if (service.kind === 'builtin') {
    const signedIn = await signInAtService(ctx, service.lists, credentials)
    return storeConnection(ctx, viewer, service, signedIn)
  }
  const { plugin, displayName } = service
  if (!plugin.isEnabled) {
    throw new Refusal('conflict', connectionMessages.plugin_off({ service: displayName }))
  }
  return signIns.run(noSignal, () => connectPlugin(ctx, viewer, { service, plugin, credentials }))
}

/** Limits concurrent sign-ins at plugins, because each of them starts a program. */
const signIns = new Semaphore(2, 20)
const { signal: noSignal } = new AbortController()

interface PluginToConnect {
  service: ConnectedService
  plugin: UserPlugin
  credentials: CredentialsBody
}

async function connectPlugin(
  ctx: Context,
  viewer: Viewer,
  { service, plugin, credentials }: PluginToConnect,
): Promise<ConnectionView> {
  const newId = Bun.randomUUIDv7()
  let usedId: string | undefined
  try {
    const signedIn = await signInAtPlugin(viewer, { plugin, newId, credentials })
    const view = await storeConnection(ctx, viewer, service, { ...signedIn, newId })
    usedId = view.id
    return view
  } finally {
    if (usedId !== newId) await forgetOwner(ctx, plugin, newId)
    // The sync that follows may run in a different process, so the program is not needed in this
    // one.
    else await endUnusedProgramOf(ctx, plugin.id, newId)
  }
}

interface SignedIn {
  tokens: Tokens
  account: ServiceAccount
  newId?: string
}

export async function storeConnection(
  ctx: Context,
  viewer: Viewer,
  service: ConnectedService,
  { tokens, account, newId = Bun.randomUUIDv7() }: SignedIn,
): Promise<ConnectionView> {
  const [known] = await ctx.db.select().from(connections).where(isOf(viewer.userId, service.name))
  // A connection to a different account gets a new ID, so that a sync of the previous account that
  // is still running does not find it.
  const id = known?.externalUserId === account.id ? known.id : newId
  const values = {
    sealedTokens: await sealTokens(ctx, id, tokens),
    expiresAt: tokens.expiresAt,
    externalUserId: account.id,
    externalUsername: account.name,
    enabled: true,
    needsSignIn: false,
    lastError: null,
  }
  const view = await ctx.write(async (tx) => {
    const [current] = await tx.select().from(connections).where(isOf(viewer.userId, service.name))
    if (current && current.id !== id) {
      // Another request has connected this account in the meantime, with its own row and tokens.
      if (current.externalUserId === account.id)
        return buildConnectionView(ctx, { row: current, service })
      // The sync state of a different account does not apply to this one.
      await deleteConnection(tx, current.id)
    }
    const [row] = await tx
      .insert(connections)
      .values({
        id,
        userId: viewer.userId,
        service: service.name,
        pluginId: service.kind === 'plugin' ? service.id : null,
        // Keeps the user's settings, such as exclusions.
        config: current?.config ?? {},
        ...values,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoUpdate({ target: connections.id, set: values })
      .returning()
    await scheduleSync(ctx, tx, { row: row!, service })
    await auditConnection(ctx, tx, viewer, { service, before: current, after: row! })
    return buildConnectionView(ctx, { row: row!, service })
  })
  const isReplaced = known !== undefined && known.id !== view.id
  if (isReplaced && service.kind === 'plugin') await forgetOwner(ctx, service.plugin, known.id)
  return view
}
