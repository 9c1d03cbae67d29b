/**
 * Facts of imports. A fact records the origin of imported data and the rows that were added for it.
 */
import type { AddedReading } from '../../../reading/progress/imported/store-imported-readings'
import type { Reading } from '../../../reading/progress/copies/combine-reading'
import type { ForeignItem, OpenSource } from '../neutral-form'

/** The data that was added, by the kind of fact. */
export interface AddedByKind {
  person: { isNew: boolean }
  /** A sharing tag for a label. */
  tag: { isNew: boolean }
  /** A series with a sharing tag. */
  tagging: { tagId: string }
  reading: AddedReading & {
    device: string
    hadOwnReading: boolean
    before: Reading['progress'] | null
    after: Reading['progress'] | null
  }
  /** The values that were set; null for values that did not change. */
  rating: { itemKind: ForeignItem['kind']; rating: number | null; note: string | null }
  wanted: { entryId: string }
  bookmark: { bookmarkId: string; at: string }
  highlight: { highlightId: string; at: string }
  session: { sessionId: string }
  list: { kind: 'collection' | 'readlist'; isNew: boolean; itemIds: string[]; addedAt: string }
  /** Written before the image is stored, so that an interrupted import leaves no image behind. */
  cover: { kind: 'series' | 'book'; sha256: string }
}

export type FactKind = keyof AddedByKind
export type AddedRows = AddedByKind[FactKind]

type Origin = readonly (string | number | null)[]

/** Builds the same origin whenever the same fact is imported from the same installation. */
export const buildOrigin = (
  { kind, instance }: Pick<OpenSource, 'kind' | 'instance'>,
  ...parts: Origin
): string => {
  const text = JSON.stringify([kind, instance, ...parts])
  // Long origins can be hashed, because origins are only compared and never read.
  return text.length <= 120 ? text : new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

/** Converts dates, which are stored as text in JSON. */
export function revivePosition(position: Reading['progress'] | null): Reading['progress'] | null {
  if (!position) return null
  const dates = ['startedAt', 'lastCompletedAt', 'positionAt', 'updatedAt'] as const
  const revived = dates.map((name) => {
    const value = position[name]
    return [name, value === null ? null : new Date(value)]
  })
  return { ...position, ...Object.fromEntries(revived) }
}
