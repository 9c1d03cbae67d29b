/**
 * Groupings for the figures. In their SQL, `item` is a completion, a session, or several sessions
 * on one day.
 */
import { type SQL, sql } from 'drizzle-orm'
import { seriesGenres } from '../../../catalog/labels/schema'
import { libraries } from '../../../catalog/libraries/schema'
import { people, seriesPeople } from '../../../catalog/series/schema'
import { readingDevices } from '../../progress/schema'

export interface Grouping {
  key: SQL
  name: SQL
  join: SQL
  /** SQL that selects the parts of sessions to count. Defaults to whole sessions. */
  spans?: SQL
}

const plain = (key: string, name = `''`): Grouping => ({
  key: sql.raw(key),
  name: sql.raw(name),
  join: sql``,
})

export const byNothing = plain(`'all'`)
export const byUser = plain('item.user_id')
export const bySeries = plain('item.series_id', 'item.series_title')
export const byFormat = plain('item.format', 'item.format')

export const byLibrary: Grouping = {
  ...plain('item.library_id'),
  name: sql`(select ${libraries.name} from ${libraries} where ${libraries.id} = item.library_id)`,
}

export const byDevice = (userId: string): Grouping => ({
  ...plain('item.device'),
  name: sql`(select ${readingDevices.name} from ${readingDevices}
    where ${readingDevices.userId} = ${userId} and ${readingDevices.deviceId} = item.device)`,
})

export const byGenre: Grouping = {
  key: sql`${seriesGenres.labelId}`,
  name: sql`${seriesGenres.name}`,
  join: sql`join ${seriesGenres} on ${seriesGenres.seriesId} = item.series_id`,
}

/** Groups by the writers of the series. */
export const byAuthor: Grouping = {
  key: sql`${people.id}`,
  name: sql`${people.name}`,
  join: sql`join (select distinct ${seriesPeople.seriesId} as written_id, ${seriesPeople.personId} as writer_id
      from ${seriesPeople} where ${seriesPeople.role} in ('writer', 'author')) as written
      on written.written_id = item.series_id
    join ${people} on ${people.id} = written.writer_id`,
}

/** A session that continues past midnight counts toward both days. */
export const byDay: Grouping = {
  ...plain('item.day'),
  spans: sql`select k, b, case when e > midnight then midnight else e end as e, measured from keyed
    union all select cast(day + 1 as text), midnight, e, measured from keyed where e > midnight`,
}
