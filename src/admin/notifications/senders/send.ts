/** Sends a notification to a host that a user named. */
import { Refusal } from '../../../errors'
import {
  type EgressContext,
  fetchThroughEgress,
} from '../../../platform/outgoing/egress/fetch-through'
import { getUserAgent } from '../../../platform/outgoing/exchange'
import { notificationMessages } from '../messages'
import type { NotificationRequest } from './requests'

const usualTimeoutMs = 15_000
/** `false` also ignores a proxy of the environment, which the types of Bun do not know. */
const direct = { redirect: 'manual', proxy: false as unknown as string } as const

/** Hosts that the administrator allows are reached directly, at any port and also without TLS. */
export const isAllowedHost = ({ config }: Pick<EgressContext, 'config'>, url: URL): boolean =>
  config.notifications.allowed_hosts.some((host) => host === url.hostname || host === url.host)

/** Throws a `Refusal` with a message for people. Redirects are not followed. */
export async function sendNotification(
  ctx: EgressContext,
  { url: address, headers, body }: NotificationRequest,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(address)
  const isLocal = isAllowedHost(ctx, url)
  // Offline servers may have a local network.
  if (ctx.config.providers.offline && !isLocal) {
    throw new Refusal('unavailable', notificationMessages.offline())
  }
  const init = {
    method: 'POST',
    headers: { ...headers, 'user-agent': getUserAgent(ctx.config) },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ctx.timeoutMs ?? usualTimeoutMs)]),
  }
  try {
    if (isLocal) {
      await checkResponse(await fetch(url, { ...init, ...direct }), url)
    } else await fetchThroughEgress(ctx, url, init, (response) => checkResponse(response, url))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, host: url.host }, 'failed to send notification')
    throw new Refusal('unavailable', notificationMessages.unreachable({ host: url.host }))
  }
}

async function checkResponse(response: Response, { host }: URL): Promise<void> {
  await response.body?.cancel()
  if (response.ok) return
  const { status } = response
  throw new Refusal('unavailable', notificationMessages.refused({ host, status }))
}
