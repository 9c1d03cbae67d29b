/**
 * Checks, seals and opens the address and token of a channel. The address is sealed too, because it
 * may contain a key.
 */
import type { Context } from '../../context'
import { invalidBody } from '../../platform/http/validation'
import { isPrivateHost } from '../../platform/outgoing/egress/private-hosts'
import { defineSealedColumn } from '../../platform/secrets/sealed-column'
import { notificationMessages, webPushMessages } from './messages'
import type { ChannelKind } from './model'
import { type ChannelRow, notificationChannels } from './schema'
import { findTopic, type Target } from './senders/requests'
import { isAllowedHost } from './senders/send'
import { isPushToken } from './senders/web-push'

export const sealedTargets = defineSealedColumn(notificationChannels, 'sealedTarget')

export const sealTarget = (ctx: Context, id: string, target: Target) =>
  sealedTargets.seal(ctx, id, JSON.stringify(target))

export const openTarget = async (ctx: Context, { id, sealedTarget }: ChannelRow) =>
  JSON.parse(await sealedTargets.open(ctx, id, sealedTarget)) as Target

/** Checks the address and token, and returns the host. */
export async function checkTarget(
  ctx: Context,
  kind: ChannelKind,
  { address, token }: Target,
): Promise<string> {
  if (kind === 'email') return checkMailAddress(address)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !isReachable(ctx, url)) {
    throw invalidBody('address', notificationMessages.address_invalid())
  }
  if (!isAllowedHost(ctx, url) && (await isPrivateHost(ctx.config, url.hostname))) {
    throw invalidBody('address', notificationMessages.address_private({ host: url.host }))
  }
  if (kind === 'ntfy' && findTopic(address) === null) {
    throw invalidBody('address', notificationMessages.topic_missing())
  }
  checkToken(kind, token)
  return url.host
}

function checkToken(kind: ChannelKind, token: string | null) {
  if (kind === 'web_push' && !isPushToken(token)) {
    throw invalidBody('token', webPushMessages.subscription_invalid())
  }
  // Webhooks use the token only for signing, so it can contain any characters.
  if (token && kind !== 'webhook' && !/^[\x21-\x7e]+$/.test(token)) {
    throw invalidBody('token', notificationMessages.token_invalid())
  }
  if (kind === 'gotify' && !token) throw invalidBody('token', notificationMessages.token_missing())
}

function isReachable(ctx: Context, url: URL): boolean {
  const { protocol, port, username, password } = url
  if (username !== '' || password !== '') return false
  if (protocol === 'https:' && port === '') return true
  return /^https?:$/.test(protocol) && isAllowedHost(ctx, url)
}

/** Accepts one address without a display name. Returns its host. */
function checkMailAddress(address: string): string {
  const [, host] = /^[^\s@<>(),;:"\\\p{Cc}]{1,64}@([^\s@<>(),;:"\\\p{Cc}]+)$/u.exec(address) ?? []
  if (!host) throw invalidBody('address', notificationMessages.email_invalid())
  return host
}
