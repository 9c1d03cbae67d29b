/** What Codex knows and Quire does not take. */
import type { Message } from '../../../../platform/messages/message'
import { leftOutMessages } from '../../messages'
import { sourceNames } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { type CoverSource, countMissingCovers } from './codex-covers'
import { countSmartCollections } from './codex-lists'

const name = sourceNames.codex
const settingTables = ['user_preferences', 'filter_presets', 'user_series_reader_settings']

export function listCodexLeftOut(source: CoverSource): Message[] {
  const { db } = source
  const settings = settingTables.reduce((sum, table) => sum + countRows(db, table), 0)
  const counted: [number, (details: { name: string; count: number }) => Message][] = [
    [countRows(db, 'reading_sessions'), leftOutMessages.reading_times],
    [countSmartCollections(db), leftOutMessages.smart_collections],
    [countMissingCovers(source), leftOutMessages.chosen_covers],
    [settings, leftOutMessages.settings],
    [countRows(db, 'api_keys'), leftOutMessages.api_keys],
  ]
  return counted.flatMap(([count, say]) => (count > 0 ? say({ name, count }) : []))
}

function countRows(db: ForeignDatabase, table: string): number {
  let count = 0
  for (const _ of db.rows(table, ['id'])) count++
  return count
}
