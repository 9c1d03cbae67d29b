/**
 * Checks whether a newer version is available, if an administrator has turned this on. Sends at
 * most one request a day, even if it fails, regardless of restarts and the number of processes.
 * Nothing is installed.
 */
import type { Context } from '../../context'
import { readInstallation, storeInstallation } from '../../platform/db/installation'
import { fetchConfigured } from '../../platform/outgoing/fetch-configured'
import { getSetting } from '../../platform/settings/settings'
import { release } from '../../version'
import { updateLogMessages } from './messages'

const installationKey = 'update_check'
const intervalMs = 86_400_000

interface UpdateCheck {
  /** ISO 8601. */
  askedAt: string
  latest?: LatestRelease
}

interface LatestRelease {
  version: string
  isSecurityRelease: boolean
  /** When this server first detected the version, in ISO 8601 format. */
  foundAt: string
}

export interface NewerRelease {
  version: string
  isSecurityRelease: boolean
  foundAt: Date
  /** URL of the page that describes what changed. */
  notesUrl: string
}

export async function checkForUpdate(ctx: Context): Promise<void> {
  if (ctx.config.providers.offline || !(await getSetting(ctx, 'updates.check'))) return
  const now = ctx.clock.now()
  const known = await claimTurn(ctx, now)
  if (!known) return
  try {
    const latest = await loadLatest(ctx)
    const foundAt =
      known.latest?.version === latest.version ? known.latest.foundAt : now.toISOString()
    const check: UpdateCheck = { askedAt: now.toISOString(), latest: { ...latest, foundAt } }
    await ctx.write((tx) => storeInstallation(tx, installationKey, JSON.stringify(check)))
  } catch (error) {
    ctx.log.warn({ err: error }, updateLogMessages.check_failed())
  }
}

/**
 * Stores the time before the request is sent, so that no other process sends one. Returns undefined
 * if the latest request was less than a day ago.
 */
const claimTurn = (ctx: Context, now: Date) =>
  ctx.write(async (tx) => {
    const known = await readCheck(tx)
    const askedMs = known ? Date.parse(known.askedAt) : -Infinity
    // A time in the future was stored while the clock was wrong.
    if (askedMs <= now.getTime() && now.getTime() - askedMs < intervalMs) return undefined
    const claimed: UpdateCheck = { ...known, askedAt: now.toISOString() }
    await storeInstallation(tx, installationKey, JSON.stringify(claimed))
    return claimed
  })

async function readCheck(db: Context['db']): Promise<UpdateCheck | undefined> {
  const stored = await readInstallation(db, installationKey)
  return stored === undefined ? undefined : (JSON.parse(stored) as UpdateCheck)
}

const versionForm = /^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9a-z.]{1,30})?$/i

async function loadLatest(ctx: Context): Promise<Omit<LatestRelease, 'foundAt'>> {
  const address = `${ctx.config.updates.url}/latest.json`
  const response = await fetchConfigured(ctx, address, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new Error(`${address} answered with ${response.status}`)
  const document = (await response.json()) as { version?: unknown; security?: unknown } | null
  const version = document?.version
  if (typeof version !== 'string' || !versionForm.test(version)) {
    throw new Error(`${address} names no version`)
  }
  return { version, isSecurityRelease: document?.security === true }
}

/** Returns undefined if no newer version is known, or if the check is turned off. */
export async function findNewerRelease(
  ctx: Pick<Context, 'db' | 'config'>,
): Promise<NewerRelease | undefined> {
  if (!(await getSetting(ctx, 'updates.check'))) return undefined
  const { url } = ctx.config.updates
  const latest = (await readCheck(ctx.db))?.latest
  if (!latest || Bun.semver.order(latest.version, release) <= 0) return undefined
  const notesUrl = `${url}/${latest.version}/RELEASE_NOTES.md`
  return { ...latest, notesUrl, foundAt: new Date(latest.foundAt) }
}
