/** Changes since the version that a user last saw. */
import type { Viewer } from '../../accounts/permissions/model'
import { getUser } from '../../accounts/users/service'
import type { Context } from '../../context'
import { listOwnPreferences } from '../../reading/preferences/service'
import { listVersionChanges, release, type VersionChanges } from '../../version'
import type { WhatsNew } from './model'
import { findVersionAt } from './version-history'

export async function getWhatsNew(ctx: Context, viewer: Viewer): Promise<WhatsNew> {
  const versions = await listNewVersions(ctx, viewer)
  const newest = versions[0]?.version
  const isForViewer = newest !== undefined && viewer.permissions.has('system:admin')
  return {
    versions: versions.map(({ changes, ...facts }) => ({ ...facts, changes: [...changes] })),
    notesUrl: isForViewer ? `${ctx.config.updates.url}/${newest}/RELEASE_NOTES.md` : null,
  }
}

export const hasNewVersion = async (ctx: Context, viewer: Viewer) =>
  (await listNewVersions(ctx, viewer)).length > 0

/** Skips the database query if no version with changes has been released. */
async function listNewVersions(ctx: Context, viewer: Viewer): Promise<VersionChanges[]> {
  const running = listVersionChanges().filter(({ version }) => !isNewer(version, release))
  if (running.length === 0) return []
  const seen = await findSeenVersion(ctx, viewer)
  return running.filter(({ version }) => seen !== undefined && isNewer(version, seen))
}

/**
 * Finds the version whose changes the user dismissed, or else the one that was running when the
 * account was created.
 */
async function findSeenVersion(ctx: Context, viewer: Viewer): Promise<string | undefined> {
  const preferences = await listOwnPreferences(ctx, viewer)
  const dismissed = preferences.find(({ key }) => key === 'ui.seenVersion')?.value
  const { createdAt } = await getUser(ctx, viewer.userId)
  const first = await findVersionAt(ctx.db, createdAt)
  if (typeof dismissed !== 'string' || first === undefined) return first
  return isNewer(first, dismissed) ? first : dismissed
}

const isNewer = (version: string, than: string) => Bun.semver.order(version, than) > 0
