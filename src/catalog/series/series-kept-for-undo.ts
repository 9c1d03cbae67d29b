/**
 * Series without books that must not be deleted, because an undo needs them: either a user moved
 * all their books to another series, or scans assign books to them for which a user chose another
 * series.
 */
import { sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { series } from './schema'

export const isKeptForUndo = sql`(${series.trashedAt} is not null and ${series.mergedIntoId} is not null
  or exists (select 1 from ${books} where ${books.scannedSeriesId} = ${series.id}))`
