/**
 * Series without books that must not be deleted: a person moved all their books to another series, or books
 * whose series a person chose belong there by their files. Undoing the choice needs them.
 */
import { sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { series } from './schema'

export const isPutAway = sql`(${series.trashedAt} is not null and ${series.mergedIntoId} is not null
  or exists (select 1 from ${books} where ${books.scannedSeriesId} = ${series.id}))`
