/**
 * Series without books that must not be deleted, because an undo needs them: either a user merged
 * the series into another one, or a user moved books from the series to which scans assign them.
 */
import { sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { series } from './schema'

export const isKeptForUndo = sql`(${series.trashedAt} is not null and ${series.mergedIntoId} is not null
  or exists (select 1 from ${books} where ${books.scannedSeriesId} = ${series.id}))`
