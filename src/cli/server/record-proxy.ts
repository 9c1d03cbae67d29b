/**
 * Stores the address of an untrusted proxy, so that `quire doctor`, which runs in another process,
 * can report it.
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

/** Writes only if the address differs from the stored one. */
export async function recordUntrustedProxy(ctx: Context) {
  const address = findUntrustedProxy(ctx.config)
  if (address === undefined) return
  if ((await readInstallation(ctx.db, untrustedProxyKey)) === address) return
  await ctx.write((tx) => storeInstallation(tx, untrustedProxyKey, address))
}
