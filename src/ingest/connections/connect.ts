/** Connects accounts of users at services. */
import { refuseApiKey } from '../../accounts/permissions/permission-rules'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { sealTokens } from './connection-tokens'
import {
  applySchedule,
  buildConnectionView,
  deleteConnection,
  isOf,
  requireService,
} from './connections'
import { connectionMessages } from './messages'
import type { ConnectionView, CredentialsBody } from './model'
import { connections } from './schema'
import type { ListService, ServiceAccount, Tokens } from './services/list-service'
import { signInAtService } from './sign-in'

/** Signs in at the service. A wrong token or password changes nothing. */
export async function connect(
  ctx: Context,
  viewer: Viewer,
  { pluginId, credentials }: { pluginId: string; credentials: CredentialsBody },
): Promise<ConnectionView> {
  refuseApiKey(viewer, connectionMessages.key_cannot_connect())
  const service = requireService(pluginId)
  return storeConnection(ctx, viewer, service, await signInAtService(ctx, service, credentials))
}

interface SignedIn {
  tokens: Tokens
  account: ServiceAccount
}

export async function storeConnection(
  ctx: Context,
  { userId }: Viewer,
  service: ListService,
  { tokens, account }: SignedIn,
): Promise<ConnectionView> {
  const [known] = await ctx.db.select().from(connections).where(isOf(userId, service.name))
  // Another account gets another id: a sync of the former one may still run, and must not find it.
  const id = known?.externalUserId === account.id ? known.id : Bun.randomUUIDv7()
  const values = {
    sealedTokens: await sealTokens(ctx, id, tokens),
    expiresAt: tokens.expiresAt,
    externalUserId: account.id,
    externalUsername: account.name,
    enabled: true,
    needsSignIn: false,
    lastError: null,
  }
  return ctx.write(async (tx) => {
    const [current] = await tx.select().from(connections).where(isOf(userId, service.name))
    if (current && current.id !== id) {
      // Another request connected meanwhile: its tokens are sealed for its row.
      if (current.externalUserId === account.id) {
        return buildConnectionView(ctx, { row: current, service })
      }
      // What was compared with another account says nothing about this one.
      await deleteConnection(tx, current.id)
    }
    const [row] = await tx
      .insert(connections)
      .values({ id, userId, service: service.name, config: {}, ...values, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: connections.id, set: values })
      .returning()
    await applySchedule(ctx, tx, row!)
    return buildConnectionView(ctx, { row: row!, service })
  })
}
