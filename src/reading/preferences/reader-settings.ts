/**
 * Resolves the reader settings for a book. The most specific value applies and is returned with its
 * source.
 */
import { Value } from '@sinclair/typebox/value'
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { isUuid } from '../../platform/http/shapes'
import type { Viewer } from '../../accounts/permissions/model'
import { profileKey, readerDefaults, type ReaderKey, readerKeys } from './preference-keys'
import type { Origin, ReaderSettings } from './model'
import { findDirections, findPreferences } from './queries'
import { findProfile } from './profiles/queries'
import { bookMessages } from '../../catalog/books/messages'

type Direction = 'ltr' | 'rtl' | 'ttb' | 'webtoon'
type Layer = readonly [Origin, ReadonlyMap<string, unknown>]

export async function getReaderSettings(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
): Promise<ReaderSettings> {
  const { seriesId, libraryId } = await getVisibleBook(ctx, viewer, bookId)
  const directions = await findDirections(ctx.db, bookId)
  if (!directions) throw notFound(bookMessages.not_found())
  const targets = [bookId, seriesId, libraryId, 'user']
  const rows = await findPreferences(ctx.db, viewer.userId, targets)
  const set = (target: string) =>
    new Map(rows.filter((row) => row.target === target).map(({ key, value }) => [key, value]))
  const profile = await findChosenProfile(ctx, viewer, set(seriesId).get(profileKey))
  const ofLibrary = getMetadataDirection(directions.ofLibrary)
  // Left to right is the default of libraries, so it does not count as a choice.
  const isDefault = directions.ofLibrary === 'ltr'
  const layers: Layer[] = [
    ['book', set(bookId)],
    ['series', set(seriesId)],
    ['profile', new Map(Object.entries(profile?.settings ?? {}))],
    ['library', set(libraryId)],
    ['seriesMetadata', getMetadataDirection(directions.ofSeries)],
    ...(isDefault ? [] : [['libraryDirection', ofLibrary] as const]),
    ['user', set('user')],
  ]
  const settings = Object.fromEntries(
    Object.keys(readerKeys).map((key) => [key, resolveSetting(key as ReaderKey, layers)]),
  ) as ReaderSettings['settings']
  const named = profile ? { id: profile.id, name: profile.name } : null
  return { bookId, seriesId, libraryId, profile: named, settings }
}

/** The profile may have been deleted since it was chosen, for example before an import. */
const findChosenProfile = async (ctx: Context, { userId }: Viewer, id: unknown) =>
  isUuid(id) ? findProfile(ctx.db, userId, id) : undefined

function resolveSetting(key: ReaderKey, layers: readonly Layer[]) {
  for (const [source, values] of layers) {
    const value = values.get(key)
    if (value !== undefined && Value.Check(readerKeys[key], value)) return { value, source }
  }
  return { value: readerDefaults[key], source: 'default' as const }
}

/** Converts the reading direction in the metadata to a setting. */
function getMetadataDirection(direction: Direction | null): ReadonlyMap<string, unknown> {
  if (direction === null) return new Map()
  if (direction !== 'webtoon') return new Map([['reader.direction', direction]])
  return new Map([
    ['reader.direction', 'ttb'],
    ['reader.mode', 'webtoon'],
  ])
}
