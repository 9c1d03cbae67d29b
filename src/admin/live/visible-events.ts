/** Decides which events a viewer may see. */
import { libraryCreated, libraryDeleted, libraryUpdated } from '../../catalog/libraries/model'
import { seriesMetadataUpdated } from '../../catalog/series/model'
import type { Viewer } from '../../accounts/permissions/model'
import { canSeeLibrary } from '../../accounts/permissions/permission-rules'
import { findHidingRule } from '../../accounts/permissions/restriction-rules'
import type { Db } from '../../platform/db/store'
import type { DomainEvent } from '../../platform/events/event'
import { loadMarks, type SeriesMarks } from './queries'

/** Trashed libraries, and the properties of series that determine who can see their events. */
export interface Surroundings {
  trashed: ReadonlySet<string>
  marks: ReadonlyMap<string, SeriesMarks>
}

export function canSeeEvent(
  event: DomainEvent,
  viewer: Viewer,
  { trashed, marks }: Surroundings,
): boolean {
  const { libraryId, userId, everyone } = event
  if (userId !== undefined) return userId === viewer.userId
  if (everyone) return true
  if (libraryId === undefined || !canSeeLibrary(viewer, libraryId)) return false
  if (trashed.has(libraryId) && !libraryDeleted.matches(event)) return false
  return !viewer.restrictions || isAllowedEvent(event, viewer.restrictions, marks)
}

/** Events without a series are allowed only if they do not reveal how much content there is. */
function isAllowedEvent(
  event: DomainEvent,
  restrictions: NonNullable<Viewer['restrictions']>,
  marks: Surroundings['marks'],
) {
  const seriesId = findSeriesId(event)
  if (seriesId === undefined) return changesLibraries(event)
  const known = marks.get(seriesId)
  return known !== undefined && !findHidingRule(restrictions, known)
}

export const changesLibraries = (event: DomainEvent) =>
  [libraryCreated, libraryUpdated, libraryDeleted].some(({ matches }) => matches(event))

/** Returns true if the event can show the series to restricted viewers, or hide it from them. */
export const changesVisibility = (event: DomainEvent) =>
  seriesMetadataUpdated.matches(event) &&
  event.fieldsUpdated.some((field) => field === 'ageRating' || field === 'sharingTags')

function findSeriesId(event: DomainEvent): string | undefined {
  const { seriesId, entityType, entityId } = event as unknown as Record<string, string | undefined>
  return seriesId ?? (entityType === 'series' ? entityId : undefined)
}

/** Queries the database only if one of the viewers is restricted. */
export async function loadMarksOfEvents(
  db: Db,
  events: readonly DomainEvent[],
  viewers: Iterable<Viewer>,
): Promise<Surroundings['marks']> {
  if (![...viewers].some(({ restrictions }) => restrictions)) return new Map()
  const ids = [...new Set(events.flatMap((event) => findSeriesId(event) ?? []))]
  return ids.length === 0 ? new Map() : loadMarks(db, ids)
}
