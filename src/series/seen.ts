import { and, isNull, type SQL } from 'drizzle-orm'
import { visibleTo } from '../libraries/access'
import type { Viewer } from '../users/model'
import { series } from './schema'

/** Not in the trash, and in a library open to the viewer. Part of every read of a series. */
export const seenBy = (viewer: Viewer): SQL =>
  and(isNull(series.trashedAt), visibleTo(viewer, series.libraryId))!
