import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import type { ForeignDatabase } from '../foreign-database'
import { listCounted } from '../left-out'
import { type CalibreFiles, countUnreadable } from './calibre-files'
import { listCustomColumns } from './calibre-columns'

export function listCalibreLeftOut(
  db: ForeignDatabase,
  { name, files, bookmarks = 0 }: { name: string; files: CalibreFiles; bookmarks?: number },
): Message[] {
  return listCounted(name, [
    [countUnreadable(db, files), leftOutMessages.unreadable_formats],
    [countAnnotations(db) + bookmarks, leftOutMessages.bookmarks],
    [listCustomColumns(db).length, leftOutMessages.custom_columns],
  ])
}

function countAnnotations(db: ForeignDatabase): number {
  let count = 0
  for (const row of db.rows('annotations', ['annot_type'])) {
    if (row.annot_type === 'bookmark' || row.annot_type === 'highlight') count++
  }
  return count
}
