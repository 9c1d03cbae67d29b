/**
 * Stores the address of a proxy that is not trusted, so that `quire doctor`, which is another
 * process, can name it.
 */
import type { Context } from '../../context'
import { readInstallation, storeInstallation } from '../../platform/db/installation'
import { findUntrustedProxy } from '../../platform/http/requests/client-address'
import { repeat } from '../../platform/lib/clock'
import { serverLogMessages } from '../messages'

export const untrustedProxyKey = 'untrusted_proxy'
const intervalMs = 60_000

export function startRecordingProxies(ctx: Context) {
  return repeat(ctx.clock, intervalMs, async () => {
    try {
      await recordUntrustedProxy(ctx)
    } catch (error) {
      ctx.log.warn({ err: error }, serverLogMessages.cleanup_failed())
    }
  })
}

/** Writes only if it is not stored yet. */
export async function recordUntrustedProxy(ctx: Context) {
  const address = findUntrustedProxy(ctx.config)
  if (address === undefined) return
  if ((await readInstallation(ctx.db, untrustedProxyKey)) === address) return
  await ctx.write((tx) => storeInstallation(tx, untrustedProxyKey, address))
}
