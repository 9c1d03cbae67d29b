/** Sends a notification to a host that a user specified. */
import { Refusal } from '../../../errors'
import {
  type EgressContext,
  fetchThroughEgress,
} from '../../../platform/outgoing/egress/fetch-through'
import type { Message } from '../../../platform/messages/message'
import { getUserAgent } from '../../../platform/outgoing/exchange'
import { notificationMessages } from '../messages'
import type { NotificationRequest } from './requests'

const usualTimeoutMs = 15_000
/**
 * `proxy: false` also ignores a proxy from the environment. Bun's types do not include this value.
 */
const direct = { redirect: 'manual', proxy: false as unknown as string } as const

/**
 * Hosts that the administrator allows are reached without a proxy, on any port and without
 * requiring TLS.
 */
export const isAllowedHost = ({ config }: Pick<EgressContext, 'config'>, url: URL): boolean =>
  config.notifications.allowed_hosts.some((host) => host === url.hostname || host === url.host)

/** Returns the meaning of a status for this kind of service, or undefined for the usual meaning. */
type DescribeStatus = (status: number) => Message | undefined

/** Throws a `Refusal` with a user-facing message. Does not follow redirects. */
export async function sendNotification(
  ctx: EgressContext,
  { url: address, headers, body }: NotificationRequest,
  signal: AbortSignal,
  describeStatus: DescribeStatus = () => undefined,
): Promise<void> {
  const url = new URL(address)
  const isLocal = isAllowedHost(ctx, url)
  // A server without internet access may still have a local network.
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
    const check = (response: Response) => checkResponse(response, url, describeStatus)
    if (isLocal) await check(await fetch(url, { ...init, ...direct }))
    else await fetchThroughEgress(ctx, url, init, check)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, host: url.host }, 'failed to send notification')
    throw new Refusal('unavailable', notificationMessages.unreachable({ host: url.host }))
  }
}

async function checkResponse(response: Response, { host }: URL, describeStatus: DescribeStatus) {
  await response.body?.cancel()
  if (response.ok) return
  const { status } = response
  const message = describeStatus(status) ?? notificationMessages.refused({ host, status })
  throw new Refusal('unavailable', message)
}
