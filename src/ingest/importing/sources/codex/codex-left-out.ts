/** What Codex knows and Quire does not take. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { countForeignRows, listCounted } from '../left-out'
import { asBoolean, asText } from '../values/foreign-values'
import { countSmartCollections } from './codex-lists'

const name = sourceNames.codex
const settingTables = ['user_preferences', 'filter_presets', 'user_series_reader_settings']

export function listCodexLeftOut(db: ForeignDatabase): Message[] {
  const settings = settingTables.reduce((sum, table) => sum + countForeignRows(db, table), 0)
  const covers = countCovers(db, 'series_covers') + countCovers(db, 'book_covers')
  return listCounted(name, [
    [countForeignRows(db, 'reading_sessions'), leftOutMessages.reading_times],
    [countSmartCollections(db), leftOutMessages.smart_collections],
    [covers, leftOutMessages.chosen_covers],
    [settings, leftOutMessages.settings],
    [countForeignRows(db, 'api_keys'), leftOutMessages.api_keys],
  ])
}

/** Covers that someone uploaded and that are shown. */
function countCovers(db: ForeignDatabase, table: string): number {
  let count = 0
  for (const row of db.rows(table, ['source', 'is_selected'])) {
    if (asBoolean(row.is_selected) && asText(row.source, 40) === 'custom') count++
  }
  return count
}
