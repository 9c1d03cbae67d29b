/** A user's named sets of reader settings, which nobody else can see. */
import { Value } from '@sinclair/typebox/value'
import type { Viewer } from '../../../accounts/permissions/model'
import { seriesMessages } from '../../../catalog/series/messages'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { foldText } from '../../../platform/lib/text/fold-text'
import { valueMessages } from '../../../platform/messages/common'
import { preferenceMessages } from '../messages'
import { preferencesUpdated } from '../model'
import { readerKeys, type ReaderKey } from '../preference-keys'
import {
  maxProfiles,
  type ProfileChoice,
  type ProfileCreation,
  type ProfileUpdate,
  type ProfileView,
} from './model'
import {
  countProfiles,
  countSeriesOfProfiles,
  deleteChoices,
  deleteProfileRow,
  findChosenProfiles,
  findIdOfProfileName,
  findProfile,
  findProfiles,
  findVisibleSeriesIds,
  insertChoices,
  insertProfile,
  type ProfileRow,
  updateProfileRow,
} from './queries'
import { invalidBody } from '../../../platform/http/validation'

export async function listProfiles(ctx: Context, { userId }: Viewer) {
  const counts = await countSeriesOfProfiles(ctx.db, userId)
  const rows = await findProfiles(ctx.db, userId)
  return { profiles: rows.map((row) => toView(row, counts.get(row.id))) }
}

export async function createProfile(
  ctx: Context,
  viewer: Viewer,
  { name, settings }: ProfileCreation,
): Promise<ProfileView> {
  const now = ctx.clock.now()
  const { userId } = viewer
  const times = { createdAt: now, updatedAt: now }
  const row = { id: Bun.randomUUIDv7(), userId, ...checkName(name), settings, ...times }
  await ctx.writeForUser(userId, async (tx) => {
    if ((await countProfiles(tx, userId)) >= maxProfiles)
      throw new Refusal('conflict', preferenceMessages.too_many_profiles({ max: maxProfiles }))
    await refuseTakenName(tx, row)
    await insertProfile(tx, row)
    publishAfter(ctx, tx, viewer)
  })
  return toView(row, 0)
}

/** Renames a profile or changes some of its settings. This affects all series with this profile. */
export async function updateProfile(
  ctx: Context,
  viewer: Viewer,
  { id, update }: { id: string; update: ProfileUpdate },
): Promise<ProfileView> {
  const { userId } = viewer
  return ctx.writeForUser(userId, async (tx) => {
    const found = await requireProfile(tx, userId, id)
    const named = update.name === undefined ? {} : checkName(update.name)
    const changed = Object.entries({ ...found.settings, ...update.settings })
    const settings = Object.fromEntries(
      changed.filter(([, value]) => value !== null && value !== undefined),
    )
    const row = { ...found, ...named, settings, updatedAt: ctx.clock.now() }
    await refuseTakenName(tx, row)
    await updateProfileRow(tx, row)
    publishAfter(ctx, tx, viewer)
    return toView(row, (await countSeriesOfProfiles(tx, userId)).get(id))
  })
}

/**
 * Deletes a profile. Its series keep their own settings and otherwise inherit those of the library
 * and the user.
 */
export async function deleteProfile(ctx: Context, viewer: Viewer, id: string) {
  await ctx.writeForUser(viewer.userId, async (tx) => {
    await deleteProfileRow(tx, await requireProfile(tx, viewer.userId, id))
    publishAfter(ctx, tx, viewer)
  })
}

/** Sets the profile for all of the given series, or for none of them if one cannot be changed. */
export async function chooseProfile(
  ctx: Context,
  viewer: Viewer,
  { profileId, seriesIds }: ProfileChoice,
) {
  const { userId } = viewer
  return ctx.writeForUser(userId, async (tx) => {
    if (profileId !== null) await requireProfile(tx, userId, profileId)
    const ids = [...new Set(seriesIds)]
    const visible = await findVisibleSeriesIds(tx, viewer, ids)
    if (visible.size < ids.length) throw notFound(seriesMessages.not_found())
    const chosen = await findChosenProfiles(tx, userId, ids)
    const changed = ids.filter((seriesId) => (chosen.get(seriesId) ?? null) !== profileId)
    if (changed.length > 0) {
      await deleteChoices(tx, userId, changed)
      const now = ctx.clock.now()
      if (profileId !== null) await insertChoices(tx, { userId, profileId, now }, changed)
      publishAfter(ctx, tx, viewer)
    }
    return { changed: changed.length }
  })
}

async function requireProfile(db: Db, userId: string, id: string): Promise<ProfileRow> {
  const row = await findProfile(db, userId, id)
  if (!row) throw notFound(preferenceMessages.profile_not_found())
  return row
}

function checkName(given: string) {
  const name = given.trim()
  if (name === '') throw invalidBody('name', valueMessages.empty())
  return { name, nameKey: foldText(name) }
}

async function refuseTakenName(tx: Tx, row: ProfileRow) {
  const taken = await findIdOfProfileName(tx, row)
  if (taken !== undefined && taken !== row.id)
    throw new Refusal('conflict', preferenceMessages.profile_name_taken())
}

const publishAfter = (ctx: Context, tx: Tx, { userId }: Viewer) =>
  tx.afterCommit(() => ctx.bus.publish(preferencesUpdated, { userId }))

/** Omits settings that are unknown to this version. */
function toView(
  { userId: _user, nameKey: _key, ...row }: ProfileRow,
  seriesCount = 0,
): ProfileView {
  const known = Object.entries(row.settings).filter(
    ([key, value]) =>
      Object.hasOwn(readerKeys, key) && Value.Check(readerKeys[key as ReaderKey], value),
  )
  return { ...row, seriesCount, settings: Object.fromEntries(known) }
}
