import { andThen, type NowOrLater } from '../../platform/lib/async/now-or-later'
import type { Clock } from '../../platform/lib/clock'
import { getSettings, type SettingsContext } from '../../platform/settings/settings'
import type { RateLimits } from '../../platform/http/rate-limit'

const readAgainMs = 1_000

/**
 * Creates a function that reads the limits set by administrators, at most once a second, because
 * every request needs them.
 */
export function createLimitReader(
  ctx: SettingsContext & { clock: Pick<Clock, 'now'> },
): () => NowOrLater<RateLimits> {
  let known: RateLimits | undefined
  let readAtMs = -Infinity
  return () => {
    const nowMs = ctx.clock.now().getTime()
    if (known && Math.abs(nowMs - readAtMs) < readAgainMs) return known
    readAtMs = nowMs
    return andThen(readLimits(ctx), (limits) => (known = limits))
  }
}

const keys = [
  'api.rate_limit.enabled',
  'api.rate_limit.identity_per_second',
  'api.rate_limit.identity_burst',
  'api.rate_limit.address_per_second',
  'api.rate_limit.address_burst',
] as const

async function readLimits(ctx: SettingsContext): Promise<RateLimits> {
  const values = await getSettings(ctx, keys)
  return {
    enabled: values['api.rate_limit.enabled'],
    identity_per_second: values['api.rate_limit.identity_per_second'],
    identity_burst: values['api.rate_limit.identity_burst'],
    address_per_second: values['api.rate_limit.address_per_second'],
    address_burst: values['api.rate_limit.address_burst'],
  }
}
